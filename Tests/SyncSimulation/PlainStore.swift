package import Foundation
@_spi(Keepers) package import KeychainSync
@_spi(Keepers) package import PortableKeychain

/// A keychain without encryption, for many seeds: the same answers as a real one, which
/// `StoreConformanceTests` compares.
///
/// `@unchecked Sendable`: a simulation runs in one task.
package final class PlainStore: SimStore, @unchecked Sendable {
    private struct Row {
        /// `nil` for a tombstone.
        var item: BackupItem?
        var accessible: String
        var created: Date
        var modified: Date
        /// Another one for any other content.
        var content: UInt64

        /// The mark that a keychain's row would have.
        var mark: RowMark {
            // A tombstone has the content of its item, and another date.
            RowMark(
                row: Int64(content),
                tag: (modified.timeIntervalSinceReferenceDate.bitPattern, 0)
            )
        }
    }

    private struct StateRow {
        let bytes: SecretBytes
        let mark: RowMark
    }

    private var rows: [String: Row] = [:]
    private var local: [String: String] = [:]
    private var stored: [SyncStateName: StateRow] = [:]
    private var isLocked = false
    private var counter: UInt64 = 0
    /// The number of times that its user did something.
    private var acts: UInt64 = 0
    private let clock: @Sendable () -> Date
    private var names: [SyncKey: String] = [:]
    private var keys: [String: SyncKey] = [:]

    package init(clock: @escaping @Sendable () -> Date) { self.clock = clock }

    package var now: Date { clock() }

    package var othersMark: [UInt8]? { withUnsafeBytes(of: acts) { Array($0) } }

    package func setLocked(_ isLocked: Bool) {
        acts += 1
        self.isLocked = isLocked
    }

    private func key(_ account: String) -> SyncKey {
        if let key = keys[account] { return key }
        let key = SimItem.key(account)
        (keys[account], names[key]) = (key, account)
        return key
    }

    private func isHidden(_ accessible: String) -> Bool { isLocked && accessible.hasPrefix("ak") }

    private func isHidden(_ row: Row?) -> Bool { row.map { isHidden($0.accessible) } ?? false }

    /// A locked tombstone does not block an item.
    private func hasHiddenItem(_ account: String) -> Bool {
        rows[account].map { $0.item != nil && isHidden($0) } ?? false
    }

    private func next(after date: Date?) -> Date {
        date.map { max(now, $0.addingTimeInterval(0.001)) } ?? now
    }

    private func number() -> UInt64 {
        counter += 1
        return counter
    }
}

// MARK: The user

extension PlainStore {
    package func write(_ items: [SimItem]) -> Bool {
        guard !items.contains(where: { isHidden($0.accessible) || hasHiddenItem($0.account) })
        else { return false }
        acts += 1
        for item in items { put(item, over: rows[item.account]) }
        return true
    }

    private func put(_ item: SimItem, over old: Row?) {
        // An item that replaces a tombstone is new.
        let live = old?.item == nil ? nil : old
        let (created, modified) = (live?.created ?? now, next(after: live?.modified))
        rows[item.account] = Row(
            item: item.backup(created: created, modified: modified),
            accessible: item.accessible,
            created: created,
            modified: modified,
            content: number()
        )
    }

    package func delete(_ account: String) -> Bool {
        guard var row = rows[account], row.item != nil, !isHidden(row) else { return false }
        acts += 1
        row.item = nil
        row.modified = next(after: row.modified)
        rows[account] = row
        return true
    }

    package func rename(_ account: String, to item: SimItem) -> Bool {
        guard let old = rows[account], old.item != nil, !isHidden(old),
            !isHidden(item.accessible),
            rows[item.account]?.item == nil
        else { return false }
        acts += 1
        put(item, over: old)
        guard delete(account) else { return false }
        if item.accessible.hasPrefix("ak"), !old.accessible.hasPrefix("ak") {
            rows[account]?.accessible = "ak"
        }
        return true
    }

    package func writeLocal(_ account: String, secret: String) -> Bool {
        guard !isLocked else { return false }
        local[account] = secret
        return true
    }

    package func items() -> [SimItem] {
        rows.values.filter { !isHidden($0) }.compactMap { $0.item.flatMap(SimItem.init) }
    }
}

// MARK: The agent

extension PlainStore {
    package func content(beyond known: RowMarks) throws(KeychainError) -> LocalContent {
        var known = RowMarks.Reading(known)
        var content = content(rows.filter { !known.isKnown($0.value.mark) })
        content.missing = known.missing
        return content
    }

    package func content(of keys: [SyncKey]) throws(KeychainError) -> LocalContent {
        content(rows.filter { keys.contains(key($0.key)) })
    }

    private func content(_ rows: [String: Row]) -> LocalContent {
        var content = LocalContent()
        content.isUnlocked = !isLocked
        for (account, row) in rows {
            guard !isHidden(row) else {
                content.locked += 1
                continue
            }
            content.marks[key(account)] = row.mark
            content.entries[key(account)] =
                switch (row.item, row.accessible.hasSuffix("u")) {
                case (nil, _): .tombstone(modified: row.modified)
                case (_?, true): .home
                case (let item?, false): .live(item, seen(row))
                }
        }
        return content
    }

    private func seen(_ row: Row?) -> SeenVersion {
        guard let row else { return .nothing }
        guard row.item != nil else { return .tombstone(modified: row.modified) }
        return .live(
            digest: withUnsafeBytes(of: row.content) { Array($0) },
            modified: row.modified
        )
    }

    package func state(beyond known: RowMarks) throws(KeychainError) -> SyncStateRows {
        var state = SyncStateRows()
        var known = RowMarks.Reading(known)
        for (name, row) in stored where !known.isKnown(row.mark) {
            guard !isLocked || !name.needsUnlock else { continue }
            state.opened.append(.init(name: name, bytes: row.bytes, mark: row.mark))
        }
        state.missing = known.missing
        return state
    }

    package func apply(
        _ applications: [SyncApplication],
        state: [SyncStateChange]
    ) throws(KeychainError) -> SyncApplied {
        var changed: Set<SyncKey> = []
        var locked: Set<SyncKey> = []
        for application in applications {
            let row = rows[account(application.key)]
            if isHidden(row) {
                locked.insert(application.key)
            } else if seen(row) != application.expected {
                changed.insert(application.key)
            }
        }
        guard changed.isEmpty, locked.isEmpty else {
            return .stale(changed: changed, locked: locked)
        }
        for case .put(let item) in applications.map(\.outcome) where isHidden(row(item)) {
            throw KeychainError(.locked)
        }
        for application in applications {
            switch application.outcome {
            case .keep: break
            case .delete: rows[account(application.key)] = nil
            case .put(let item): rows[account(application.key)] = row(item)
            }
        }
        for change in state {
            switch change {
            case .remove(let name): stored[name] = nil
            case .put(let name, let bytes):
                let mark = RowMark(row: Int64(number()), tag: (0, 0))
                stored[name] = StateRow(bytes: bytes, mark: mark)
            }
        }
        return .applied(nil)
    }

    package func accepts(_ item: BackupItem, as key: SyncKey) -> Bool { true }

    private func account(_ key: SyncKey) -> String {
        names[key] ?? String(decoding: key.terms[0], as: UTF8.self)
    }

    private func row(_ item: BackupItem) -> Row {
        let accessible: String =
            if case .string(let name) = item.attributes[.accessible] { name } else { "ak" }
        return Row(
            item: item,
            accessible: accessible,
            created: item.date(.creationDate),
            modified: item.date(.modificationDate),
            content: number()
        )
    }
}
