internal import KeychainEssentials
@_spi(Keepers) internal import PortableKeychain
internal import Synchronization

/// A store that follows the change marks of its own transactions.
final class FollowedStore: SyncStore {
    /// The transactions of a round.
    private struct Course {
        let start: SyncMark
        /// The mark after the last one; `nil` if another program has changed the keychain since the start.
        var reached: [UInt8]?
        /// The changes of state, without those about items.
        var rows: [SyncStateName: SecretBytes?] = [:]
        /// The kinds of state that were stored, without those about items.
        var kinds: Set<String> = []

        mutating func follow(_ changes: [SyncStateChange], _ marks: ChangeMarks?) {
            reached = marks?.before == reached ? marks?.after : nil
            for change in changes {
                switch change {
                case .put(let name, let bytes): note(name, bytes)
                case .remove(let name): note(name, nil)
                }
            }
        }

        private mutating func note(_ name: SyncStateName, _ bytes: SecretBytes?) {
            guard !SyncLedger.isOfItem(name) else { return }
            rows.updateValue(bytes, forKey: name)
            kinds.insert(name.kind)
        }
    }

    private let base: any SyncStore
    private let present: @Sendable () throws(KeychainError) -> SyncMark
    private let course = Mutex<Course?>(nil)

    /// - Parameters:
    ///   - base: The keychain.
    ///   - present: Its present mark.
    init(
        _ base: any SyncStore,
        _ present: @escaping @Sendable () throws(KeychainError) -> SyncMark
    ) {
        (self.base, self.present) = (base, present)
    }

    /// Continues at a mark, or begins there if others have changed the keychain since the last
    /// transaction.
    func follow(from mark: SyncMark) {
        course.withLock { course in
            let isSame = course?.reached == mark.change
            guard !isSame || course?.start.isUnlocked != mark.isUnlocked else { return }
            course = Course(start: mark, reached: mark.change)
        }
    }

    /// Forgets the rows that were stored, which can have keys.
    func forgetRows() { course.withLock { $0?.rows = [:] } }

    /// The mark after the last transaction; `nil` if another program has changed the keychain since
    /// the beginning.
    var reached: [UInt8]? { course.withLock { $0?.reached } }

    /// The state that was stored since the beginning, without that about items; `nil` for a row that was
    /// removed.
    var rows: [SyncStateName: SecretBytes?] { course.withLock { $0?.rows ?? [:] } }

    /// The kinds of state that were stored since the beginning, without those about items.
    var kinds: Set<String> { course.withLock { $0?.kinds ?? [] } }

    var now: Date { base.now }

    var presentMark: [UInt8]? {
        (try? present()).map { $0.change + [$0.isUnlocked ? 1 : 0] }
    }

    var othersMark: [UInt8]? {
        guard let course = course.withLock({ $0 }), let present = try? present(),
            present.change == course.reached,
            present.isUnlocked == course.start.isUnlocked
        else { return nil }
        return course.start.change
    }

    func content(beyond known: RowMarks) throws(KeychainError) -> LocalContent {
        try base.content(beyond: known)
    }

    func content(of keys: [SyncKey]) throws(KeychainError) -> LocalContent {
        try base.content(of: keys)
    }

    func state(beyond known: RowMarks) throws(KeychainError) -> SyncStateRows {
        try base.state(beyond: known)
    }

    func state(
        of kinds: Set<String>,
        beyond known: RowMarks
    ) throws(KeychainError) -> SyncStateRows {
        try base.state(of: kinds, beyond: known)
    }

    func apply(
        _ applications: [SyncApplication],
        state: [SyncStateChange]
    ) throws(KeychainError) -> SyncApplied {
        let applied = try base.apply(applications, state: state)
        if case .applied(let marks) = applied {
            course.withLock { $0?.follow(state, marks) }
        }
        return applied
    }

    func accepts(_ item: BackupItem, as key: SyncKey) -> Bool { base.accepts(item, as: key) }
}
