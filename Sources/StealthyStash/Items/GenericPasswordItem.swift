public import Foundation

/// The secret of a service, told apart by its service and account.
public struct GenericPasswordItem: Identifiable, Hashable, StealthyProperty {
    /// Whose secret it is, `kSecAttrAccount`.
    public let account: String
    /// The secret, `kSecValueData`.
    public let data: Data
    /// The service, `kSecAttrService`; the repository's default if `nil`.
    public let service: String?
    /// The programs that share the item, `kSecAttrAccessGroup`; the default if `nil`.
    public let accessGroup: String?
    /// When the item was added; set by the keychain.
    public let createdAt: Date?
    /// When the item was last changed; set by the keychain.
    public let modifiedAt: Date?
    /// What kind of item a person sees, `kSecAttrDescription`.
    public let description: String?
    /// A comment, `kSecAttrComment`.
    public let comment: String?
    /// A kind of item, as a number, `kSecAttrType`.
    public let type: Int?
    /// What a person reads in a list, `kSecAttrLabel`.
    public let label: String?
    /// Bytes of your own, which are not secret, `kSecAttrGeneric`.
    public let generic: Data?
    /// Whether the item belongs to the synchronized set.
    public let isSynchronizable: Synchronizable

    /// Another name of ``generic``.
    public var gerneic: Data? { generic }

    /// Makes an item.
    ///
    /// - Parameters:
    ///   - account: Whose secret it is.
    ///   - data: The secret; may be empty.
    ///   - service: The service; the repository's default if `nil`.
    ///   - accessGroup: The programs that share the item; the default if `nil`.
    ///   - createdAt: When it was added; a new item gets the present time whatever is given.
    ///   - modifiedAt: When it was changed; a new item gets the present time whatever is given.
    ///   - description: What kind of item a person sees.
    ///   - comment: A comment.
    ///   - type: A kind of item, as a number.
    ///   - label: What a person reads in a list.
    ///   - generic: Bytes of your own, which are not secret.
    ///   - isSynchronizable: Whether it belongs to the synchronized set.
    public init(
        account: String,
        data: Data,
        service: String? = nil,
        accessGroup: String? = nil,
        createdAt: Date? = nil,
        modifiedAt: Date? = nil,
        description: String? = nil,
        comment: String? = nil,
        type: Int? = nil,
        label: String? = nil,
        generic: Data? = nil,
        isSynchronizable: Synchronizable = .any
    ) {
        self.account = account
        self.data = data
        self.service = service
        self.accessGroup = accessGroup
        self.createdAt = createdAt
        self.modifiedAt = modifiedAt
        self.description = description
        self.comment = comment
        self.type = type
        self.label = label
        self.generic = generic
        self.isSynchronizable = isSynchronizable
    }

    /// Makes an item, with the other name of ``generic``.
    ///
    /// - Parameters:
    ///   - account: Whose secret it is.
    ///   - data: The secret; may be empty.
    ///   - service: The service; the repository's default if `nil`.
    ///   - accessGroup: The programs that share the item; the default if `nil`.
    ///   - createdAt: When it was added; a new item gets the present time whatever is given.
    ///   - modifiedAt: When it was changed; a new item gets the present time whatever is given.
    ///   - description: What kind of item a person sees.
    ///   - comment: A comment.
    ///   - type: A kind of item, as a number.
    ///   - label: What a person reads in a list.
    ///   - gerneic: Bytes of your own, which are not secret.
    ///   - isSynchronizable: Whether it belongs to the synchronized set.
    public init(
        account: String,
        data: Data,
        service: String? = nil,
        accessGroup: String? = nil,
        createdAt: Date? = nil,
        modifiedAt: Date? = nil,
        description: String? = nil,
        comment: String? = nil,
        type: Int? = nil,
        label: String? = nil,
        gerneic: Data?,
        isSynchronizable: Synchronizable = .any
    ) {
        self.init(
            account: account,
            data: data,
            service: service,
            accessGroup: accessGroup,
            createdAt: createdAt,
            modifiedAt: modifiedAt,
            description: description,
            comment: comment,
            type: type,
            label: label,
            generic: gerneic,
            isSynchronizable: isSynchronizable
        )
    }
}
