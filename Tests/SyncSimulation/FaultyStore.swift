package import Foundation
package import KeychainSync
@_spi(Keepers) package import PortableKeychain

/// A store in whose agent's way others get: they write before a transaction, or the agent ends
/// before or after one.
///
/// `@unchecked Sendable`: a simulation runs in one task.
package final class FaultyStore: SyncStore, @unchecked Sendable {
    enum Crash { case before, after }

    let base: any SimStore
    /// The event before the next transaction.
    var race: (() -> Void)?
    var crash: Crash?

    init(_ base: any SimStore) { self.base = base }

    package var now: Date { base.now }

    package var othersMark: [UInt8]? { base.othersMark }

    package func content(beyond known: RowMarks) throws(KeychainError) -> LocalContent {
        try base.content(beyond: known)
    }

    package func content(of keys: [SyncKey]) throws(KeychainError) -> LocalContent {
        try base.content(of: keys)
    }

    package func state(beyond known: RowMarks) throws(KeychainError) -> SyncStateRows {
        try base.state(beyond: known)
    }

    package func accepts(_ item: BackupItem, as key: SyncKey) -> Bool {
        base.accepts(item, as: key)
    }

    package func apply(
        _ applications: [SyncApplication],
        state: [SyncStateChange]
    ) throws(KeychainError) -> SyncApplied {
        let race = race
        self.race = nil
        race?()
        let crash = crash
        self.crash = nil
        if crash == .before { throw KeychainError(.notAvailable) }
        let applied = try base.apply(applications, state: state)
        if crash == .after { throw KeychainError(.notAvailable) }
        return applied
    }
}
