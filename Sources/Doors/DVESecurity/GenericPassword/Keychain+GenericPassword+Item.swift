public import Foundation
@_spi(Keepers) internal import PortableKeychain

extension Keychain.GenericPassword {
    /// A password with its attributes; the password itself is not shown where an item is printed.
    public struct Item: Sendable {
        /// The account, `kSecAttrAccount`.
        public let account: String
        /// The service, `kSecAttrService`.
        public let service: String
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
        private let secret: SecretBytes?

        init(_ item: ItemAnswer.Item) {
            let attributes = item.attributes ?? [:]
            secret = item.secret
            account = attributes.text(.account) ?? ""
            service = attributes.text(.service) ?? ""
            modificationDate = attributes.date(.modificationDate)
            creationDate = attributes.date(.creationDate)
            synchronizable = attributes.number(.synchronizable) == 1
            label = attributes.text(.label)
            description = attributes.text(.description)
            comment = attributes.text(.comment)
            creator = attributes.number(.creator)
        }

        /// The bytes of the password: a copy, which nothing zeroes.
        public var value: Data { secret?.data() ?? Data() }
    }
}
