public import Foundation

/// The secret of a service, distinguished by its service and account.
public struct GenericPasswordItem: Identifiable, Hashable, StealthyProperty {
    /// The account of the secret, `kSecAttrAccount`.
    public let account: String
    /// The secret, `kSecValueData`.
    public let data: Data
    /// The service, `kSecAttrService`; the repository's default if `nil`.
    public let service: String?
    /// The programs that share the item, `kSecAttrAccessGroup`; the default if `nil`.
    public let accessGroup: String?
    /// The time when the item was added; set by the keychain.
    public let createdAt: Date?
    /// The time when the item was last changed; set by the keychain.
    public let modifiedAt: Date?
    /// The kind of item, as shown to people, `kSecAttrDescription`.
    public let description: String?
    /// A comment, `kSecAttrComment`.
    public let comment: String?
    /// A kind of item, as a number, `kSecAttrType`.
    public let type: Int?
    /// The name shown in lists, `kSecAttrLabel`.
    public let label: String?
    /// Bytes of your own, which are not secret, `kSecAttrGeneric`.
    public let generic: Data?
    /// Whether the item belongs to the synchronized set.
    public let isSynchronizable: Synchronizable

    /// Another name of ``generic``.
    public var gerneic: Data? { generic }

    /// Creates an item.
    ///
    /// - Parameters:
    ///   - account: The account of the secret.
    ///   - data: The secret; may be empty.
    ///   - service: The service; the repository's default if `nil`.
    ///   - accessGroup: The programs that share the item; the default if `nil`.
    ///   - createdAt: The time when it was added; a new item always gets the current time.
    ///   - modifiedAt: The time when it was changed; a new item always gets the current time.
    ///   - description: The kind of item, as shown to people.
    ///   - comment: A comment.
    ///   - type: A kind of item, as a number.
    ///   - label: The name shown in lists.
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

    /// Creates an item, with the other name of ``generic``.
    ///
    /// - Parameters:
    ///   - account: The account of the secret.
    ///   - data: The secret; may be empty.
    ///   - service: The service; the repository's default if `nil`.
    ///   - accessGroup: The programs that share the item; the default if `nil`.
    ///   - createdAt: The time when it was added; a new item always gets the current time.
    ///   - modifiedAt: The time when it was changed; a new item always gets the current time.
    ///   - description: The kind of item, as shown to people.
    ///   - comment: A comment.
    ///   - type: A kind of item, as a number.
    ///   - label: The name shown in lists.
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
