internal import KeychainctlKit
internal import PortableKeychain

/// What `add-generic-password` and `add-internet-password` store.
struct NewPassword {
    private let itemClass: ItemClass
    private let attributes: ItemAttributes
    /// The secret; `nil` when none was given.
    private let secret: SecretBytes?
    private let changesExisting: Bool
    private let keychain: SecurityWord?

    init(_ itemClass: ItemClass, _ call: SecurityInvocation) throws(SecurityFailure) {
        self.itemClass = itemClass
        let given = try PasswordAttribute.given(call, itemClass)
        let place: AttributeKey = itemClass == .internetPassword ? .server : .service
        guard given[.account] != nil, given[place] != nil else {
            throw .usage("-a and -s are needed")
        }
        guard call.operands.count < 2 else { throw .usage("one keychain at a time") }
        attributes = given
        keychain = call.operands.first
        changesExisting = call.has("U")
        secret = try Self.secret(call, itemClass)
    }

    private static func secret(
        _ call: SecurityInvocation,
        _ itemClass: ItemClass
    ) throws(SecurityFailure) -> SecretBytes? {
        let letters: [Character] = itemClass == .genericPassword ? ["p", "w", "X"] : ["w", "X"]
        guard let given = call.options.last(where: { letters.contains($0.letter) }) else {
            return nil
        }
        guard let word = given.word else {
            return try call.prompts.askNew(
                "password data for new item: ",
                again: "retype password for new item: "
            )
        }
        guard given.letter == "X" else { return word.bytes }
        guard let bytes = HexadecimalDigits.secret(word.bytes) else {
            throw .usage("-X takes hexadecimal digits")
        }
        return bytes
    }

    /// Stores it: a new item, or the one that is there already if that is to change.
    func store() throws {
        let items = Items(keychain: try SecurityKeychains.toStore(keychain))
        // Programs keep items in groups of their own; on macOS such an item would be in the way.
        if let reference = try present(items) {
            guard changesExisting else { throw KeychainError(.duplicateItem) }
            return try change(reference, items)
        }
        var new = ItemSelection(itemClass: itemClass, attributes: attributes)
        let place = attributes[itemClass == .internetPassword ? .server : .service]
        new.attributes[.label] = attributes[.label] ?? place
        if itemClass == .internetPassword {
            for (key, value) in Self.standards {
                new.attributes[key] = attributes[key] ?? value
            }
        }
        try items.add(new, secret ?? SecretBytes([]))
    }

    /// The reference of the item that is there already.
    ///
    /// What was not given is not looked at to change an item; to add one it is what new items have.
    private func present(_ items: Items) throws(KeychainError) -> [UInt8]? {
        var identity = changesExisting || itemClass == .genericPassword ? [:] : Self.standards
        for (key, _) in itemClass.uniqueness where key != .synchronizable {
            identity[key] = attributes[key] ?? identity[key]
        }
        let selection = ItemSelection(itemClass: itemClass, attributes: identity)
        // Adding asks nobody: the keychain itself refuses what is there in the same group.
        let found = try items.find(
            selection,
            .persistentReference,
            limit: .one,
            interaction: changesExisting ? .allowed : .skip
        )
        return found.first?.persistentReference
    }

    /// What tells new internet passwords apart when it is not given.
    private static let standards: ItemAttributes = [
        .securityDomain: .string(""), .path: .string(""), .port: .number(0),
        .networkProtocol: .number(0),
        .authenticationType: .string(AuthenticationType.default.rawValue),
    ]

    /// Changes what was given; the rest of the item stays.
    private func change(_ reference: [UInt8], _ items: Items) throws(KeychainError) {
        var changes = attributes
        for (key, _) in itemClass.uniqueness { changes[key] = nil }
        guard !changes.isEmpty || secret != nil else { return }
        _ = try items.keychain.perform(
            ItemRequest(
                .update(ItemChanges(attributes: changes, secret: secret)),
                persistentReference: reference
            )
        )
    }
}
