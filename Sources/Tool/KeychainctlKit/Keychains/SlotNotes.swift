@_spi(Keepers) package import PortableKeychain

/// Notes about the slots of a keychain: what a slot has no room for, and a copy of the file must not show.
///
/// Each note is an item in an access group of its own, sealed as every item is (vault-format.md §5.2): the
/// identifier of the slot as service, a text as label. It can be read while the keychain is locked. A slot without
/// an item has no note; an item without a slot is ignored.
package struct SlotNotes {
    /// The subject of the notes.
    package enum Topic: Sendable {
        /// The names that people gave to security keys, and when these were enrolled.
        case securityKeys
        /// The login whose password did not open the slot of the login password: its date.
        case refusedLogins

        var group: String {
            switch self {
            case .securityKeys: AccessGroups.securityKeys
            case .refusedLogins: AccessGroups.refusedLogins
            }
        }

        var account: String {
            switch self {
            case .securityKeys: "security key"
            case .refusedLogins: "refused login"
            }
        }
    }

    /// One note.
    package struct Note: Equatable, Sendable {
        /// The text, such as the name of a security key; empty if there is none.
        package var text = ""
        /// The time of the note, as text (ISO 8601); empty if it was not recorded.
        package var date = ""

        /// Makes a note without data.
        package init() {}
    }

    /// The longest text, in bytes of UTF-8.
    package static let longest = 64

    private let keychain: Keychain
    private let topic: Topic

    /// Looks into a keychain.
    ///
    /// - Parameters:
    ///   - topic: The subject of the notes.
    ///   - keychain: The keychain.
    /// - Throws: ``KeychainError`` for a keychain whose access groups cannot be chosen.
    package init(_ topic: Topic, in keychain: Keychain) throws(KeychainError) {
        self.topic = topic
        self.keychain = try keychain.withAccessGroups([topic.group])
    }

    /// All notes, by the identifiers of their slots.
    package func all() throws(KeychainError) -> [String: Note] {
        let search = ItemRequest(
            .copyMatching,
            itemClass: .genericPassword,
            limit: .all,
            returning: .attributes
        )
        var found: [String: Note] = [:]
        for item in try keychain.answer(to: search)?.items ?? [] {
            guard let attributes = item.attributes,
                case .string(let identifier) = attributes[.service]
            else { continue }
            var note = Note()
            if case .string(let text) = attributes[.label] { note.text = text }
            if let date = attributes[.creationDate] {
                note.date = AttributeForm.date.text(date)
            }
            found[identifier] = note
        }
        return found
    }

    /// Notes a text at this moment, in the place of an earlier note about the slot.
    ///
    /// - Parameters:
    ///   - text: The text; may be empty.
    ///   - identifier: The identifier of the slot.
    /// - Throws: Any error of storing an item.
    package func note(_ text: String, of identifier: String) throws(KeychainError) {
        try forget(identifier)
        var attributes = attributes(identifier)
        if !text.isEmpty { attributes[.label] = .string(text) }
        attributes[.accessible] = .string(Accessibility.alwaysThisDeviceOnly.rawValue)
        _ = try keychain.perform(
            ItemRequest(.add, itemClass: .genericPassword, attributes: attributes)
        )
    }

    /// Forgets the note about a slot, if there is one.
    ///
    /// - Parameter identifier: The identifier of the slot.
    /// - Throws: Any error of deleting an item.
    package func forget(_ identifier: String) throws(KeychainError) {
        _ = try keychain.answer(
            to: ItemRequest(
                .delete,
                itemClass: .genericPassword,
                attributes: attributes(identifier)
            )
        )
    }

    private func attributes(_ identifier: String) -> ItemAttributes {
        [.service: .string(identifier), .account: .string(topic.account)]
    }
}

extension AccessSlot {
    /// The subject of the notes about a slot of this kind; `nil` if there are none.
    package var topic: SlotNotes.Topic? {
        switch kind {
        case .securityKey: .securityKeys
        case .loginPassword: .refusedLogins
        case .device, .passcode, .token, .tokenWithPIN, .recovery, .credential: nil
        }
    }
}
