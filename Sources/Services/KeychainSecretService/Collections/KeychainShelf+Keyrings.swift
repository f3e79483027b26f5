@_spi(Keepers) package import PortableKeychain

/// The keychains that were made for keyrings of another provider.
extension KeychainShelf {
    /// A keychain and its name.
    package typealias Named = (name: String, keychain: Keychain)

    /// The keychain that was made for a keyring, as its origin says.
    ///
    /// - Parameter object: The keyring's object.
    /// - Returns: The keychain; `nil` if no keychain that can be opened was made for it.
    package func keychain(from object: String) -> Named? {
        keychainsFromKeyrings().first { $0.origin.hasSameBytes(as: object) }?.keychain
    }

    /// All keychains that were made for keyrings, with the objects of these.
    package func keychainsFromKeyrings() -> [(keychain: Named, origin: String)] {
        names().compactMap { name in
            guard let keychain = try? open(name),
                let notes = try? keychain.withAccessGroups(ItemGroups.all),
                let origin = try? ItemGroups.origin(notes)
            else { return nil }
            return ((name, keychain), origin)
        }
    }

    /// The keychain that was the default one until its user chose another, without a keyring of its own.
    ///
    /// It may have the items of a default keyring.
    ///
    /// - Returns: The keychain; `nil` for the default one, and where none can be opened.
    /// - Throws: ``KeychainError`` if the default keychain is not known.
    package func formerStandard() throws(KeychainError) -> Named? {
        let name = Self.usualName
        guard try standard() != name, names().contains(name),
            !keychainsFromKeyrings().contains(where: { $0.keychain.name == name }),
            let keychain = try? open(name)
        else { return nil }
        return (name, keychain)
    }

    /// The numbers of items that programs stored in the keychains, without those that have none.
    ///
    /// In a locked keychain, items that are exposed count too: which those are is not known.
    package func itemCounts() -> [(keychain: Named, count: Int)] {
        names().compactMap { name in
            guard let keychain = try? open(name),
                let own = try? keychain.withAccessGroups(ItemGroups.all),
                let state = try? own.lockState
            else { return nil }
            let search =
                state == .unlocked
                ? ItemGroups.request(.copyMatching, nil, returning: .attributes)
                : ItemGroups.companionSearch
            let found = (try? own.answer(to: search))?.items ?? []
            let count = found.count { item in
                item.attributes.map { !ItemGroups.details(in: $0).isLink } ?? false
            }
            guard count > 0 else { return nil }
            return ((name, keychain), count)
        }
    }

    /// The name that ``makeKeychain(for:_:)`` would choose.
    ///
    /// It is that of the keyring's label, unless another keychain that is not empty has it.
    package func name(for keyring: ForeignKeyring) throws(KeychainError) -> String {
        try freeName(keyring.label) { isEmpty($0) }
    }

    /// Makes a keychain for a keyring, and notes the keyring in it before anything else.
    ///
    /// One without any item, which an interrupted run leaves, is used if it has the name.
    ///
    /// - Parameters:
    ///   - keyring: The keyring.
    ///   - passcode: The passcode; `nil` for none.
    /// - Returns: The keychain, which is unlocked.
    /// - Throws: ``KeychainError``.
    package func makeKeychain(
        for keyring: ForeignKeyring,
        _ passcode: SecretBytes?
    ) throws(KeychainError) -> Named {
        let name = try name(for: keyring)
        let keychain = names().contains(name) ? try open(name) : try create(name, nil)
        let notes = try keychain.withAccessGroups(ItemGroups.all)
        _ = try notes.performTogether([
            ItemGroups.originStep(keyring.object), ItemGroups.labelStep(keyring.label),
        ])
        // An interrupted run left a keychain of this keyring, which is asked about again.
        if let passcode { try keychain.setPasscode(passcode) }
        return (name, keychain)
    }

    /// A name for a keychain, like its label.
    ///
    /// - Parameters:
    ///   - label: The label.
    ///   - isFree: Whether the keychain that has a name gives it to the new one.
    /// - Returns: A name that no keychain has, or that one gives away.
    /// - Throws: ``KeychainError`` if the default keychain is not known.
    func freeName(
        _ label: String,
        unless isFree: (String) -> Bool = { _ in false }
    ) throws(KeychainError) -> String {
        let letters = label.unicodeScalars.map { scalar in
            scalar.value < 32 || "/\\\u{7F}".unicodeScalars.contains(scalar) ? "-" : scalar
        }
        var base = String(String.UnicodeScalarView(letters).prefix(40))
        while base.hasPrefix(".") { base.removeFirst() }
        if base.isEmpty { base = "keychain" }
        let (standard, taken) = (try standard(), Set(names()))
        var number = 1
        while true {
            let name = number == 1 ? base : "\(base)-\(number)"
            let isTaken = taken.contains(name) && !isFree(name)
            if name != standard, !isTaken { return name }
            number += 1
        }
    }

    /// Whether a keychain has no item, and only the device key opens it.
    private func isEmpty(_ name: String) -> Bool {
        guard let keychain = try? open(name),
            (try? keychain.access.slots().map(\.kind)) == [.device],
            let own = try? keychain.withAccessGroups(ItemGroups.all)
        else { return false }
        return [keychain, own].allSatisfy(Self.hasNoItem)
    }

    private static func hasNoItem(_ keychain: Keychain) -> Bool {
        let classes: [ItemClass] = [.genericPassword, .internetPassword, .certificate, .key]
        do throws(KeychainError) {
            for itemClass in classes {
                let search = ItemRequest(
                    .copyMatching,
                    itemClass: itemClass,
                    returning: .attributes
                )
                let found = try keychain.answer(to: search)
                guard found?.items.isEmpty ?? true else { return false }
            }
            return true
        } catch {
            return false
        }
    }
}
