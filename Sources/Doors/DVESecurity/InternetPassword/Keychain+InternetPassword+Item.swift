public import Foundation
@_spi(Keepers) internal import PortableKeychain

extension Keychain.InternetPassword {
    /// A password with its attributes; the password itself is not shown where an item is printed.
    public struct Item: Sendable {
        /// The account, `kSecAttrAccount`.
        public let account: String
        /// The time when it was last changed, `kSecAttrModificationDate`.
        public let modificationDate: Date
        /// The time when it was stored, `kSecAttrCreationDate`.
        public let creationDate: Date
        /// Whether it belongs to the synchronized set, `kSecAttrSynchronizable`.
        public let synchronizable: Bool
        /// The name shown in lists, `kSecAttrLabel`.
        public let label: String?
        /// The kind of item, as shown to people, `kSecAttrDescription`.
        public let description: String?
        /// A comment, `kSecAttrComment`.
        public let comment: String?
        /// The program that made it, as a number, `kSecAttrCreator`.
        public let creator: UInt32?
        /// The realm on the server, `kSecAttrSecurityDomain`; empty when none was given.
        public let securityDomain: String
        /// The server, `kSecAttrServer`; empty when none was given.
        public let server: String
        /// The protocol, `kSecAttrProtocol`; `nil` also for an unknown one.
        public let `protocol`: NetworkProtocol?
        /// The method by which it is presented, `kSecAttrAuthenticationType`; `nil` also for an
        /// unknown one.
        public let authenticationType: AuthenticationType?
        /// The port, `kSecAttrPort`; 0 when none was given.
        public let port: UInt16
        /// The path on the server, `kSecAttrPath`; empty when none was given.
        public let path: String
        private let secret: SecretBytes?

        init(_ item: ItemAnswer.Item) {
            let attributes = item.attributes ?? [:]
            secret = item.secret
            account = attributes.text(.account) ?? ""
            modificationDate = attributes.date(.modificationDate)
            creationDate = attributes.date(.creationDate)
            synchronizable = attributes.number(.synchronizable) == 1
            label = attributes.text(.label)
            description = attributes.text(.description)
            comment = attributes.text(.comment)
            creator = attributes.number(.creator)
            securityDomain = attributes.text(.securityDomain) ?? ""
            server = attributes.text(.server) ?? ""
            `protocol` = attributes.text(.networkProtocol).flatMap(NetworkProtocol.init)
            authenticationType = attributes.text(.authenticationType)
                .flatMap(AuthenticationType.init)
            port = attributes.number(.port) ?? 0
            path = attributes.text(.path) ?? ""
        }

        /// The bytes of the password: a copy, which nothing zeroes.
        public var passwordData: Data { secret?.data() ?? Data() }
    }
}

extension Keychain.InternetPassword.Item {
    /// The password as text.
    ///
    /// Another program may have stored bytes that are not UTF-8; what is wrong in them is shown as
    /// U+FFFD, so do not store this text in their place: ``passwordData`` has them as they are.
    public var password: String { String(decoding: passwordData, as: UTF8.self) }
}
