public import Foundation

/// The password of a server, distinguished by everything in the address, and by the account.
public struct InternetPasswordItem: Identifiable, Hashable, StealthyProperty {
    /// The account of the password, `kSecAttrAccount`.
    public let account: String
    /// The password, `kSecValueData`.
    public let data: Data
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
    /// The host's name or address, `kSecAttrServer`; the repository's default if `nil`.
    public let server: String?
    /// The protocol, `kSecAttrProtocol`.
    public let `protocol`: ServerProtocol?
    /// The method by which the password is presented to the server, `kSecAttrAuthenticationType`.
    public let authenticationType: AuthenticationType?
    /// The port, `kSecAttrPort`; `nil` for the protocol's own.
    public let port: Int?
    /// The path on the server, `kSecAttrPath`.
    public let path: String?
    /// Whether the item belongs to the synchronized set.
    public let isSynchronizable: Synchronizable
    /// Additional attributes that identify an item of another program.
    let elsewhere: Elsewhere

    /// Identifying attributes without a public name.
    ///
    /// An item that was found keeps them, so that changing or deleting it touches no other.
    struct Elsewhere: Hashable, Sendable {
        /// The realm on the server, `kSecAttrSecurityDomain`.
        var securityDomain: String?
        /// The protocol, if it is not one of ``ServerProtocol``.
        var networkProtocol: String?
    }

    /// Creates an item.
    ///
    /// - Parameters:
    ///   - account: The account of the password.
    ///   - data: The password; may be empty.
    ///   - accessGroup: The programs that share the item; the default if `nil`.
    ///   - createdAt: The time when it was added; a new item always gets the current time.
    ///   - modifiedAt: The time when it was changed; a new item always gets the current time.
    ///   - description: The kind of item, as shown to people.
    ///   - comment: A comment.
    ///   - type: A kind of item, as a number.
    ///   - label: The name shown in lists.
    ///   - server: The host's name or address; the repository's default if `nil`.
    ///   - protocol: The protocol.
    ///   - authenticationType: The method by which the password is presented to the server.
    ///   - port: The port; `nil` for the protocol's own.
    ///   - path: The path on the server.
    ///   - isSynchronizable: Whether it belongs to the synchronized set.
    public init(
        account: String,
        data: Data,
        accessGroup: String? = nil,
        createdAt: Date? = nil,
        modifiedAt: Date? = nil,
        description: String? = nil,
        comment: String? = nil,
        type: Int? = nil,
        label: String? = nil,
        server: String? = nil,
        protocol: ServerProtocol? = nil,
        authenticationType: AuthenticationType? = nil,
        port: Int? = nil,
        path: String? = nil,
        isSynchronizable: Synchronizable = .any
    ) {
        self.account = account
        self.data = data
        self.accessGroup = accessGroup
        self.createdAt = createdAt
        self.modifiedAt = modifiedAt
        self.description = description
        self.comment = comment
        self.type = type
        self.label = label
        self.server = server
        self.protocol = `protocol`
        self.authenticationType = authenticationType
        self.port = port
        self.path = path
        self.isSynchronizable = isSynchronizable
        elsewhere = Elsewhere()
    }
}

extension InternetPasswordItem {
    /// Creates an item of a dictionary.
    init(_ reader: ItemReader) throws(KeychainError) {
        account = try reader.needed(reader.text(ItemKey.account))
        data = try reader.secret()
        accessGroup = try reader.text(ItemKey.accessGroup)
        createdAt = reader.date(ItemKey.creationDate)
        modifiedAt = reader.date(ItemKey.modificationDate)
        description = reader.note(ItemKey.description)
        comment = reader.note(ItemKey.comment)
        type = reader.type()
        label = reader.note(ItemKey.label)
        server = try reader.text(ItemKey.server)
        let code = try reader.networkProtocol()
        `protocol` = code.flatMap(ServerProtocol.init(code:))
        authenticationType = try reader.filled(ItemKey.authenticationType)
        port = try reader.port()
        path = try reader.text(ItemKey.path)
        isSynchronizable = try reader.synchronizable()
        elsewhere = Elsewhere(
            securityDomain: try reader.filled(ItemKey.securityDomain),
            networkProtocol: `protocol` == nil ? code : nil
        )
    }
}
