internal import Foundation
@_spi(Keepers) internal import PortableKeychain

/// The moving of values into a valet: all of them, or none.
struct Migration {
    /// Decides about a value; `nil` leaves it where it is.
    typealias Choice =
        (MigratableKeyValuePair<AnyHashable>) throws -> MigratableKeyValuePair<String>?

    let destination: Entries
    /// The keychain with the values, when that is not the current one.
    var keychain: Keychain?
    /// Searches for the values; an empty search is ignored if another one finds a value.
    let sources: [ItemRequest]
    /// Whether the found items are removed.
    let removes: Bool
    /// The context for the user's proofs, if a search has none of its own.
    private let context = AuthenticationContext()

    /// Moves values.
    ///
    /// - Parameter choice: Decides about a value.
    /// - Throws: ``MigrationError``, ``KeychainError``, or any error of the choice.
    func run(_ choice: Choice) throws {
        // If another program changes the source between reading and writing, the move restarts. It
        // succeeded, so a few rounds are plenty.
        for _ in 0..<8 where try isDone(choice) { return }
        throw MigrationError.removalFailed
    }

    /// Makes one attempt; `false` when a source was changed meanwhile.
    private func isDone(_ choice: Choice) throws -> Bool {
        let found = try found()
        let additions = try additions(found, choice)
        do throws(PortableKeychain.KeychainError) {
            let keychain = try Keychain.current
            // Removed before the others are added: a value that changes only its accessibility
            // replaces the old one.
            try keychain.performTogether(
                (removes ? found.map(removal) : []) + additions
            )
            return true
        } catch {
            switch (error.operation, error.code) {
            case (.delete, .itemNotFound): return false
            case (.delete, _): throw MigrationError.removalFailed
            case (_, .duplicateItem): throw MigrationError.keyToMigrateAlreadyExistsInValet
            default: throw KeychainError(error)
            }
        }
    }

    private func found() throws(KeychainError) -> [ItemAnswer.Item] {
        var found: [ItemAnswer.Item] = []
        for source in sources {
            var search = source
            search.returning = [.attributes, .data]
            search.authentication = proofs
            found += try onKeychain { current throws(PortableKeychain.KeychainError) in
                let keychain = keychain ?? current
                var items = try keychain.answer(to: search)?.items ?? []
                for index in items.indices {
                    items[index].secret = try TokenWrapping.value(of: items[index], in: keychain)
                }
                return items
            }
        }
        guard !found.isEmpty else { throw .itemNotFound }
        return found
    }

    /// The proofs of the user, which the removal has from the search, so that it does not ask again.
    private var proofs: AuthenticationContext {
        sources.lazy.compactMap(\.authentication).first ?? context
    }

    /// The requests that add the found values; all of them are judged before any one is written.
    private func additions(
        _ found: [ItemAnswer.Item],
        _ choice: Choice
    ) throws -> [ItemRequest] {
        var additions: [ItemRequest] = []
        var keys: Set<String> = []
        for item in found {
            let key: AnyHashable
            switch item.attributes?[.account] {
            case .string(let text) where Entries.isCanary(text): continue
            case .string(let text): key = text
            case .data(let bytes): key = bytes
            default: throw MigrationError.keyToMigrateInvalid
            }
            guard let value = item.secret, value.count > 0 else {
                throw MigrationError.dataToMigrateInvalid
            }
            let pair = MigratableKeyValuePair(key: key, value: value.withUnsafeBytes { Data($0) })
            guard let chosen = try choice(pair) else { continue }
            guard !chosen.key.isEmpty else { throw MigrationError.keyToMigrateInvalid }
            guard keys.insert(chosen.key).inserted else {
                throw MigrationError.duplicateKeyToMigrate
            }
            guard !chosen.value.isEmpty else { throw MigrationError.dataToMigrateInvalid }
            guard try !destination.contains(chosen.key) else {
                throw MigrationError.keyToMigrateAlreadyExistsInValet
            }
            additions.append(
                try onKeychain { keychain throws(PortableKeychain.KeychainError) in
                    try destination.addition(
                        chosen.key,
                        SecretBytes(copying: chosen.value),
                        in: keychain
                    )
                }
            )
        }
        return additions
    }

    /// The request that removes an item only if it was not changed since it was found.
    private func removal(_ item: ItemAnswer.Item) -> ItemRequest {
        var removal = ItemRequest(.delete, itemClass: .genericPassword, authentication: proofs)
        for key in [
            AttributeKey.account, .service, .accessGroup, .synchronizable, .modificationDate,
        ] {
            removal.attributes[key] = item.attributes?[key]
        }
        return removal
    }
}
