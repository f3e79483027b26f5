import Foundation
import KeychainSync
@_spi(Keepers) import PortableKeychain
import SyncSimulation

/// Counts opened rows, and lets other programs write between those of this one.
///
/// `@unchecked Sendable`: one task uses it at a time.
final class CountingStore: SyncStore, @unchecked Sendable {
    private let base: KeychainDevice
    /// The items, the rows of state, and how often items were looked through.
    var items = 0
    var rows = 0
    var scans = 0
    var stateScans = 0
    /// The number of times that a part of the state, or some items, were looked up.
    var parts = 0
    /// Called once, after the next of these.
    var afterPart: (() -> Void)?
    /// Called once, before the next transaction.
    var beforeApply: (() -> Void)?

    /// Called once, after the next transaction.
    private var afterApply: (() -> Void)?

    init(_ base: KeychainDevice) { self.base = base }

    /// Calls a body once, before a later transaction.
    func beforeApply(_ number: Int, _ body: @escaping () -> Void) {
        beforeApply = number == 0 ? body : { [unowned self] in beforeApply(number - 1, body) }
    }

    /// Calls a body once, after a later transaction.
    func afterApply(_ number: Int, _ body: @escaping () -> Void) {
        beforeApply(number) { [unowned self] in afterApply = body }
    }

    var now: Date { base.now }

    func content(beyond known: RowMarks) throws(KeychainError) -> LocalContent {
        let content = try base.content(beyond: known)
        items += content.entries.count
        scans += 1
        return content
    }

    func content(of keys: [SyncKey]) throws(KeychainError) -> LocalContent {
        let content = try base.content(of: keys)
        afterPart.take()?()
        parts += 1
        items += content.entries.count
        return content
    }

    func state(
        of kinds: Set<String>,
        beyond known: RowMarks
    ) throws(KeychainError) -> SyncStateRows {
        let state = try base.state(of: kinds, beyond: known)
        afterPart.take()?()
        parts += 1
        rows += state.opened.count
        return state
    }

    func state(beyond known: RowMarks) throws(KeychainError) -> SyncStateRows {
        let state = try base.state(beyond: known)
        stateScans += 1
        rows += state.opened.count
        return state
    }

    func accepts(_ item: BackupItem, as key: SyncKey) -> Bool { base.accepts(item, as: key) }

    func apply(
        _ applications: [SyncApplication],
        state: [SyncStateChange]
    ) throws(KeychainError) -> SyncApplied {
        beforeApply.take()?()
        let applied = try base.apply(applications, state: state)
        afterApply.take()?()
        return applied
    }
}
