@_spi(Keepers) package import PortableKeychain

/// The names that people gave the security keys of a keychain, and when they were enrolled.
///
/// A slot has no room for them, and a copy of the file would show them. So each is an item in
/// an access group of its own, sealed as every item is (vault-format.md §5.2): the identifier of the
/// slot as service, the name as label. It can be read while the keychain is locked. Without an item, a
/// security key has no name and no date; an item without a slot is ignored.
package struct SecurityKeyNames {
    /// The recorded data about a security key.
    package struct Record: Equatable, Sendable {
        /// The name; empty if there is none.
        package var name = ""
        /// The time of its enrollment, as text (ISO 8601); empty if it was not recorded.
        package var enrolled = ""

        /// Makes a record without data.
        package init() {}
    }

    /// The longest name, in bytes of UTF-8.
    package static let longest = 64

    private let keychain: Keychain

    /// Looks into a keychain.
    package init(_ keychain: Keychain) throws(KeychainError) {
        self.keychain = try keychain.withAccessGroups([AccessGroups.securityKeys])
    }

    /// The records of the security keys, by the identifiers of their slots.
    package func records() throws(KeychainError) -> [String: Record] {
        let search = ItemRequest(
            .copyMatching,
            itemClass: .genericPassword,
            limit: .all,
            returning: .attributes
        )
        var found: [String: Record] = [:]
        for item in try keychain.answer(to: search)?.items ?? [] {
            guard let attributes = item.attributes,
                case .string(let identifier) = attributes[.service]
            else { continue }
            var record = Record()
            if case .string(let name) = attributes[.label] { record.name = name }
            if let date = attributes[.creationDate] {
                record.enrolled = AttributeForm.date.text(date)
            }
            found[identifier] = record
        }
        return found
    }

    /// Notes a security key that was enrolled at this moment.
    ///
    /// - Parameters:
    ///   - name: The name; may be empty.
    ///   - identifier: The identifier of the slot.
    /// - Throws: Any error of storing an item.
    package func note(_ name: String, of identifier: String) throws(KeychainError) {
        try forget(identifier)
        var attributes = Self.attributes(identifier)
        if !name.isEmpty { attributes[.label] = .string(name) }
        attributes[.accessible] = .string(Accessibility.alwaysThisDeviceOnly.rawValue)
        _ = try keychain.perform(
            ItemRequest(.add, itemClass: .genericPassword, attributes: attributes)
        )
    }

    /// Forgets a security key.
    ///
    /// - Parameter identifier: The identifier of the slot.
    /// - Throws: Any error of deleting an item.
    package func forget(_ identifier: String) throws(KeychainError) {
        let attributes = Self.attributes(identifier)
        _ = try keychain.answer(
            to: ItemRequest(.delete, itemClass: .genericPassword, attributes: attributes)
        )
    }

    private static func attributes(_ identifier: String) -> ItemAttributes {
        [.service: .string(identifier), .account: .string("security key")]
    }
}
