internal import KeychainEssentials

/// Keeps what items were, while one transaction changes them (item-semantics.md §8).
///
/// An item that a transaction changes several times is kept once, as it was before. A class, because the
/// transaction tells it of each row; one thread uses it.
final class HistoryJournal: RowJournal {
    private let rows: HistoryRows
    private let policy: HistoryPolicy
    private let origin: KeptChange.Origin
    private let isAlwaysRecorded: Bool
    private let id: [UInt8]
    private let now: Date
    private let entropy: KeychainEntropy
    /// The groups of this software's own state, which has no history.
    private let hidden: [ClassCode: GroupTokens]
    private var entries: [KeptChange.Entry] = []
    private var places: [KeptChange.Place: Int] = [:]
    private var identities: Set<[UInt8]> = []
    /// Items that are as they were except for their modification date.
    private var touched: [KeptChange.Place: Double] = [:]

    init(
        _ vault: Vault,
        _ rows: HistoryRows,
        _ policy: HistoryPolicy,
        _ origin: KeptChange.Origin,
        _ isAlwaysRecorded: Bool
    ) {
        (self.rows, self.policy, self.origin) = (rows, policy, origin)
        self.isAlwaysRecorded = isAlwaysRecorded
        entropy = vault.world.entropy
        id = entropy.bytes(Limits.identifierLength)
        now = Date(timeIntervalSinceReferenceDate: vault.world.clock.now())
        hidden = Dictionary(
            uniqueKeysWithValues: ClassCode.allCases.map {
                ($0, vault.groupTokens(AccessGroups.encodedInternal, in: $0))
            }
        )
    }

    func rowToKeep(
        of row: LentRow,
        becoming plain: PlainRow?
    ) throws(KeychainError) -> PlainRow? {
        guard let code = row.classCode,
            hidden[code].map({ row.isIn($0, code) }) != true
        else { return nil }
        let place = KeptChange.Place(code: code, identifier: row.identifier)
        let after = plain.flatMap { $0.isTombstone ? nil : $0.modified }
        if let index = places[place] {
            entries[index].after = after
            return nil
        }
        guard !row.isTombstone else {
            note(place, existed: false, after: after)
            return nil
        }
        let found: PlainItem?
        switch try row.availability() {
        case .destroyed: return nil
        case .locked: throw KeychainError(.locked)
        case .open(let classKeys): found = try item(row, code, classKeys)
        }
        guard let item = found else {
            note(place, existed: true, after: after)
            return nil
        }
        if let after, let digest = plain?.attributes[.sha1], digest == item.attributes[.sha1] {
            touched[place] = after
            return nil
        }
        note(place, existed: true, after: after)
        identities.insert(item.identity)
        let row = entropy.bytes(Limits.identifierLength)
        return KeptVersion(item, change: id, date: now, id: row).hidden.row
    }

    /// The item of a row; `nil` if its payload is damaged, so that it can only be replaced or deleted.
    private func item(
        _ row: LentRow,
        _ code: ClassCode,
        _ classKeys: ClassKeys
    ) throws(KeychainError) -> PlainItem? {
        try row.open(with: classKeys) { view, tag throws(KeychainError) in
            guard case .intact(let secret) = try row.payload(with: classKeys, tag: tag) else {
                return nil
            }
            return try PlainItem(ClassSchema.of(code.itemClass), row, view, secret: secret)
        }
    }

    func noteAddition(_ plain: PlainRow) {
        guard !plain.isTombstone, !AccessGroups.isInternal(plain.index.group.value) else { return }
        let place = KeptChange.Place(code: plain.classCode, identifier: plain.identifier)
        if let index = places[place] {
            entries[index].after = plain.modified
        } else {
            note(place, existed: false, after: plain.modified)
        }
    }

    private func note(_ place: KeptChange.Place, existed: Bool, after: Double?) {
        places[place] = entries.count
        entries.append(KeptChange.Entry(place: place, existed: existed, after: after))
    }

    /// Records the change, and removes what is too old or too much.
    func finish(_ transaction: inout VaultTransaction) throws(KeychainError) {
        try rows.follow(touched, in: &transaction)
        entries.removeAll { $0.effect == nil }
        if isAlwaysRecorded || !entries.isEmpty {
            // Without it, the change before would look like the newest one.
            let origin = entries.isEmpty ? KeptChange.Origin.purged : origin
            let change = KeptChange(id: id, date: now, origin: origin, entries: entries)
            let identifier = entropy.bytes(Limits.identifierLength)
            try transaction.insert(change.hidden(identifier: identifier).row)
        }
        for identity in identities {
            let kept = try rows.stored(.identity(identity), in: transaction)
            for row in kept.dropLast(policy.versions) { try transaction.delete(row) }
        }
        try rows.expire(policy, now, in: &transaction)
    }
}

extension PlainRow {
    /// The time when the item was last changed.
    fileprivate var modified: Double? {
        guard case .date(let date) = attributes[.modificationDate] else { return nil }
        return date.timeIntervalSinceReferenceDate
    }
}

extension HistoryRows {
    /// Removes the changes that are too old, with the versions that they ended.
    func expire(
        _ policy: HistoryPolicy,
        _ now: Date,
        in transaction: inout VaultTransaction
    ) throws(KeychainError) {
        let ages = ChangeAges(
            now: now.timeIntervalSinceReferenceDate,
            time: Double(policy.seconds)
        )
        var changes: [StoredChange] = []
        var isOldestFound = false
        // They are in the order in which they were made, so most searches end with the first one.
        try open(.changes, in: transaction) { row, item throws(KeychainError) in
            let change = try KeptChange(item)
            let date = change.date.timeIntervalSinceReferenceDate
            if !isOldestFound, date <= ages.now {
                isOldestFound = true
                guard ages.isDue(date) else {
                    changes = []
                    return false
                }
            }
            changes.append(StoredChange(stored: VaultTransaction.Stored(row), change: change))
            return true
        }
        let dates = changes.map(\.change.date.timeIntervalSinceReferenceDate)
        for place in ages.tooOld(among: dates) { try remove(changes[place], in: &transaction) }
    }

    /// Removes a change with the versions that it ended.
    func remove(
        _ change: StoredChange,
        in transaction: inout VaultTransaction
    ) throws(KeychainError) {
        for row in try stored(.endedBy(change.change.id), in: transaction) {
            try transaction.delete(row)
        }
        try transaction.delete(change.stored)
    }

    /// Notes new modification dates of items in the newest changes that were about them, so that those can still
    /// be taken back.
    func follow(
        _ dates: [KeptChange.Place: Double],
        in transaction: inout VaultTransaction
    ) throws(KeychainError) {
        guard !dates.isEmpty else { return }
        var dates = dates
        for var stored in try changes(in: transaction).reversed() where !dates.isEmpty {
            guard stored.change.origin != .undone else { continue }
            var isChanged = false
            for index in stored.change.entries.indices {
                let place = stored.change.entries[index].place
                guard let date = dates.removeValue(forKey: place) else { continue }
                guard stored.change.entries[index].after != nil else { continue }
                stored.change.entries[index].after = date
                isChanged = true
            }
            guard isChanged else { continue }
            let identifier = stored.stored.identifier
            try transaction.replace(
                stored.stored,
                with: stored.change.hidden(identifier: identifier).row,
                keepingSecretWith: nil
            )
        }
    }
}
