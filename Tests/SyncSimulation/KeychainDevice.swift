package import Foundation
package import KeychainSync
@_spi(Keepers) package import PortableKeychain

/// A device whose store is a real keychain, in memory and with a passcode.
package final class KeychainDevice: SimStore {
    package let keychain: Keychain
    private let store: KeychainStore
    private let passcode = SecretBytes(utf8: "passcode")
    private static let accounts = Simulation.accounts + Simulation.pair

    package init(
        seed: UInt64,
        clock: @escaping @Sendable () -> Date
    ) throws {
        var configuration = Keychain.Configuration(applicationIdentifier: "sim")
        configuration.passcodeHashing = try PasscodeHashing(
            rounds: 1 << 10,
            blockSize: 1,
            parallelism: 1
        )
        configuration.clock = KeychainClock { clock().timeIntervalSinceReferenceDate }
        configuration.entropy = SeededSource.entropy(seed)
        keychain = try Keychain.inMemory(configuration)
        try keychain.setPasscode(passcode)
        store = try KeychainStore(keychain, clock: configuration.clock)
    }

    package var now: Date { store.now }

    package func setLocked(_ isLocked: Bool) {
        if isLocked { try? keychain.lock() } else { try? keychain.unlock(passcode: passcode) }
    }

    /// Seals all rows of the keychain again, under new keys.
    package func rotate() throws(KeychainError) {
        try keychain.access.rotate([.passcode(passcode)])
    }
}

// MARK: The user

extension KeychainDevice {
    package func write(_ items: [SimItem]) -> Bool {
        perform(items.flatMap { item in steps(for: item) })
    }

    private func steps(for item: SimItem) -> [ItemRequest] {
        let old = self.item(item.account)
        let secret = SecretBytes(utf8: item.secret)
        var attributes: ItemAttributes = [.accessible: .string(item.accessible)]
        if let label = item.label { attributes[.label] = .string(label) }
        if let comment = item.comment { attributes[.comment] = .string(comment) }
        // No update removes an attribute.
        if old != nil, old?.comment == nil || item.comment != nil {
            let changes = ItemChanges(attributes: attributes, secret: secret)
            return [request(.update(changes), item.account)]
        }
        let add = request(.add, item.account, attributes, secret)
        return old == nil ? [add] : [request(.delete, item.account), add]
    }

    package func delete(_ account: String) -> Bool { perform([request(.delete, account)]) }

    package func rename(_ account: String, to item: SimItem) -> Bool {
        var attributes: ItemAttributes = [.account: .string(item.account)]
        if let label = item.label { attributes[.label] = .string(label) }
        if let comment = item.comment { attributes[.comment] = .string(comment) }
        let changes = ItemChanges(attributes: attributes, secret: SecretBytes(utf8: item.secret))
        return perform([request(.update(changes), account)])
    }

    package func writeLocal(_ account: String, secret: String) -> Bool {
        perform([
            ItemRequest(
                .add,
                itemClass: .genericPassword,
                attributes: [.account: .string(account)],
                secret: SecretBytes(utf8: secret)
            )
        ])
    }

    package func items() -> [SimItem] { Self.accounts.compactMap(item) }

    private func item(_ account: String) -> SimItem? {
        var request = request(.copyMatching, account)
        request.returning = [.attributes, .data]
        guard let found = try? keychain.perform(request).items.first,
            let attributes = found.attributes
        else { return nil }
        return SimItem(
            BackupItem(
                itemClass: .genericPassword,
                identifier: [],
                attributes: attributes,
                secret: found.secret
            )
        )
    }

    private func request(
        _ verb: ItemRequest.Verb,
        _ account: String,
        _ more: ItemAttributes = [:],
        _ secret: SecretBytes? = nil
    ) -> ItemRequest {
        var attributes = more
        attributes[.account] = .string(account)
        attributes[.synchronizable] = .number(1)
        return ItemRequest(
            verb,
            itemClass: .genericPassword,
            attributes: attributes,
            secret: secret
        )
    }

    private func perform(_ requests: [ItemRequest]) -> Bool {
        (try? keychain.performTogether(requests)) != nil
    }
}

// MARK: The agent

extension KeychainDevice {
    package func content(beyond known: RowMarks) throws(KeychainError) -> LocalContent {
        try store.content(beyond: known)
    }

    package func content(of keys: [SyncKey]) throws(KeychainError) -> LocalContent {
        try store.content(of: keys)
    }

    package func state(beyond known: RowMarks) throws(KeychainError) -> SyncStateRows {
        try store.state(beyond: known)
    }

    package func state(
        of kinds: Set<String>,
        beyond known: RowMarks
    ) throws(KeychainError) -> SyncStateRows {
        try store.state(of: kinds, beyond: known)
    }

    package func accepts(_ item: BackupItem, as key: SyncKey) -> Bool {
        store.accepts(item, as: key)
    }

    package func apply(
        _ applications: [SyncApplication],
        state: [SyncStateChange]
    ) throws(KeychainError) -> SyncApplied {
        try store.apply(applications, state: state)
    }
}
