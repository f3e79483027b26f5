@_spi(Keepers) internal import PortableKeychain
internal import SafeText

/// The names of items that complete the typed text.
package enum NameCompletion {
    /// The items whose names are wanted.
    package enum Source: Sendable {
        case present, deleted, both
    }

    /// The names that begin with a text, in their order; labels are among them once a letter is typed.
    ///
    /// The user is not asked, and no agent is used: where the keychain does not open by itself,
    /// there are no names. Names with characters that terminals would not show as they are, are
    /// left out.
    ///
    /// - Parameters:
    ///   - choice: The keychain.
    ///   - start: The text.
    ///   - source: The items.
    /// - Returns: The names.
    package static func names(
        in choice: KeychainChoice,
        beginningWith start: String,
        of source: Source = .present
    ) -> [String] {
        let items = (try? items(in: choice, source)) ?? []
        let names = items.flatMap { item in
            [item.name] + (start.isEmpty ? [] : [item.text(.label)])
        }
        return Set(names).filter { name in
            !name.isEmpty && name.hasPrefix(start)
                && !name.unicodeScalars.contains(where: Escaping.isUnsafe)
        }.sorted()
    }

    private static func items(in choice: KeychainChoice, _ source: Source) throws -> [ListedItem] {
        // Who has an agent asked wants each reading to be asked for.
        guard try AgentUse.ofEnvironment == .never else { return [] }
        var configuration = Keychain.Configuration.tool
        configuration.authenticator = nil
        let keychain = try choice.openFile(configuration: configuration)
        guard try keychain.lockState == .unlocked else { return [] }
        var items: [ListedItem] = []
        if source != .deleted {
            items +=
                try ListedItem.all(in: keychain, [.genericPassword, .internetPassword])
                + Items(keychain: keychain).passkeys()
        }
        if source != .present { items += ItemHistory.deletedAtHand(in: keychain) }
        return items
    }
}
