internal import KeychainEssentials
package import KeychainPasskeys
@_spi(Keepers) package import PortableKeychain
internal import SafeText

extension ListedItem {
    /// The site and the account, if the item is a passkey.
    ///
    /// To the keychain it is a private key; people see a kind of its own.
    package var passkey: PasskeyAccount? { itemClass == .key ? PasskeyAccount(attributes) : nil }

    /// The attributes that a passkey does not show: what they hold is shown by its own names.
    private static let hidden: Set<AttributeKey> = [.applicationTag, .alias, .keyClass]

    /// The values of a passkey by their names, and their forms in JSON.
    func values(of passkey: PasskeyAccount) -> [(name: String, text: String, json: JSON)] {
        let rest = AttributeName.named(attributes, AttributeName.objects).filter {
            !Self.hidden.contains($0.name.key)
        }
        func bytes(_ name: String, _ bytes: [UInt8]) -> (String, String, JSON) {
            let text = ByteText.hexadecimal(bytes)
            return (name, text, .string(text))
        }
        let texts = [
            ("site", passkey.relyingParty), ("account", passkey.userName),
            ("display-name", passkey.displayName),
        ]
        return texts.filter { !$0.1.isEmpty }.map { ($0.0, $0.1, .string($0.1)) }
            + [
                bytes("credential-id", passkey.credentialID),
                bytes("user-handle", passkey.userHandle),
            ]
            + rest.map { ($0.name.name, $0.name.form.text($0.value), $0.name.form.json($0.value)) }
    }
}

extension ItemSelection {
    /// The class of passkeys, which are keys to the keychain.
    package static let passkeyClass = ItemClass.key

    /// Whether passkeys alone are selected.
    package var selectsPasskeysOnly: Bool { itemClass == Self.passkeyClass }

    /// Whether a passkey has the attributes, of which the account is its own.
    func selects(passkey item: ListedItem) -> Bool {
        guard let passkey = item.passkey, itemClass == nil || selectsPasskeysOnly else {
            return false
        }
        return attributes.allSatisfy { key, value in
            switch key {
            case .account: value == .string(passkey.userName)
            case .label, .accessGroup, .accessible: item.attributes[key] == value
            case .synchronizable: value == .number(item.isSynchronized ? 1 : 0)
            default: false
            }
        }
    }
}

extension Items {
    /// Finds passwords and passkeys: first the passwords, in the order in which they were stored.
    ///
    /// The user is not asked: items that require user authentication are left out.
    ///
    /// - Parameter selection: The class and the attributes of the items.
    /// - Returns: The items with their references.
    /// - Throws: Any error of the keychain.
    package func listed(_ selection: ItemSelection) throws(KeychainError) -> [ListedItem] {
        var found: [ListedItem] = []
        if !selection.selectsPasskeysOnly {
            found = try find(selection, ListedItem.parts, interaction: .skip).map(ListedItem.init)
        }
        return try found + passkeys().filter(selection.selects(passkey:))
    }

    /// Deletes items that a search returned: all of them, or none.
    ///
    /// - Parameters:
    ///   - items: The items.
    ///   - isForGood: Whether nothing of them is kept, nor what they were before.
    /// - Throws: `KeychainError.itemNotFound` if one was deleted since.
    package func delete(_ items: [ListedItem], forGood isForGood: Bool) throws(KeychainError) {
        guard !isForGood else {
            for item in items { try delete(item, forGood: true) }
            return
        }
        _ = try keychain.performTogether(
            items.map { ItemStep(ItemRequest(.delete, persistentReference: $0.reference)) }
        )
    }

    /// All passkeys, in the order in which they were stored.
    func passkeys() throws(KeychainError) -> [ListedItem] {
        try ListedItem.all(in: keychain, [ItemSelection.passkeyClass]).filter { $0.passkey != nil }
    }

    /// Refuses a command about keys that selects a passkey: it would export one, or make it useless.
    ///
    /// - Parameter selection: The keys.
    /// - Throws: ``Failure`` that names the commands for passkeys.
    package func checkHasNoPasskeys(_ selection: ItemSelection) throws {
        let found = try find(selection, .attributes, interaction: .skip).map(ListedItem.init)
        guard let item = found.first(where: { $0.passkey != nil }) else { return }
        throw Failure(
            .usage,
            "'\(item.name)' is a passkey, and no key for this command",
            advice:
                "'keychainctl delete \(AdvisedCommand.name(item.name)) --class passkey' removes it, and "
                + "'keychainctl show' shows it"
        )
    }

    /// Changes what the account of a passkey is called.
    ///
    /// - Parameters:
    ///   - item: The passkey.
    ///   - new: The site, a slash, and the new name of the account.
    /// - Throws: ``Failure`` for another site, which no passkey can get.
    package func rename(passkey item: ListedItem, to new: String) throws {
        guard let passkey = item.passkey else { throw KeychainError(.itemNotFound) }
        let site = passkey.relyingParty + "/"
        guard new.hasPrefix(site), new.utf8.count > site.utf8.count else {
            throw Failure(
                .usage,
                "a passkey is for its site for ever, and only the name of the account can change",
                advice: "write '\(site)' and the new name"
            )
        }
        let stored = try keychain.passkeys.list(relyingParty: passkey.relyingParty)
        guard let stored = stored.first(where: { $0.reference.bytes == item.reference }) else {
            throw KeychainError(.itemNotFound)
        }
        try keychain.passkeys.rename(stored, to: String(new.dropFirst(site.count)))
    }
}

extension ItemName {
    /// Whether a passkey has the name: its site, as a host or a whole address, with or without the
    /// account, or its label, whatever their case.
    func namesPasskey(_ item: ListedItem) -> Bool {
        guard let passkey = item.passkey, !text.isEmpty else { return false }
        let places = [passkey.relyingParty, item.text(.label).lowercased()]
        return readings.contains { reading in
            // Without a protocol, what follows a slash is an account and no path.
            let isAddress = reading.place.contains("://") || !reading.place.contains(sign: "/")
            let host = isAddress ? ItemAddress(reading)?.host.lowercased() : nil
            let accounts = [passkey.userName, passkey.displayName].map { $0.lowercased() }
            return (places.contains(reading.place.lowercased()) || host == passkey.relyingParty)
                && reading.account.map { accounts.contains($0.lowercased()) } ?? true
        }
    }
}
