internal import KeychainctlKit
@_spi(Keepers) internal import PortableKeychain
internal import SafeText

/// The password that `add-generic-password` or `add-internet-password` stores.
struct NewPassword {
    private let itemClass: ItemClass
    private let attributes: ItemAttributes
    /// The secret; `nil` if none was given.
    private let secret: SecretBytes?
    private let changesExisting: Bool
    private let keychain: SecurityWord?

    init(_ itemClass: ItemClass, _ call: SecurityInvocation) throws(SecurityFailure) {
        self.itemClass = itemClass
        let given = try PasswordAttribute.given(call, itemClass)
        let place: AttributeKey = itemClass == .internetPassword ? .server : .service
        guard given[.account] != nil, given[place] != nil else {
            throw .usage("-a and -s are required")
        }
        guard call.operands.count < 2 else { throw .usage("only one keychain can be given") }
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
            throw .usage("the value of -X must be hexadecimal digits")
        }
        return bytes
    }

    /// Adds a new item, or updates the existing one if `-U` is given.
    func store() throws {
        try store(in: Items(keychain: SecurityKeychains.toStore(keychain)))
    }

    /// Stores the password in a keychain.
    func store(in items: Items) throws {
        // Items of programs are in other groups; on macOS, such an item would be a duplicate.
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

    /// The reference of the existing item.
    ///
    /// To update an item, omitted attributes are ignored; to add one, they have their defaults.
    private func present(_ items: Items) throws(KeychainError) -> [UInt8]? {
        var identity = changesExisting || itemClass == .genericPassword ? [:] : Self.standards
        for (key, _) in itemClass.uniqueness where key != .synchronizable {
            identity[key] = attributes[key] ?? identity[key]
        }
        let selection = ItemSelection(itemClass: itemClass, attributes: identity)
        // Adding needs no authentication: the keychain refuses duplicates in the same group.
        let found = try items.find(
            selection,
            .persistentReference,
            limit: .one,
            interaction: changesExisting ? .allowed : .skip
        )
        return found.first?.persistentReference
    }

    /// The defaults of attributes that identify new internet passwords.
    private static let standards: ItemAttributes = [
        .securityDomain: .string(""), .path: .string(""), .port: .number(0),
        .networkProtocol: .number(0),
        .authenticationType: .string(AuthenticationType.default.rawValue),
    ]

    /// Changes the given attributes; the others are kept.
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
