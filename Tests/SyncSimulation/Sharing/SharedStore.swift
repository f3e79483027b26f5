internal import Foundation
@_spi(Keepers) internal import KeychainSync
@_spi(Keepers) internal import PortableKeychain

/// A device of a person, with one keychain for all of its vaults.
///
/// `@unchecked Sendable`: a simulation runs in one task.
final class SharingDevice: @unchecked Sendable {
    /// The agent's knowledge of one vault.
    struct Agent {
        var round: SyncRound?
        var memory = SyncMemory()
        var question: SyncRound.Question?
        var end: SyncRound.End?
    }

    /// The note that a move leaves with the key that the item had, in the transaction of the move.
    struct MoveNote {
        /// The places of the items that were there, and those that these have passed: in a keychain, the
        /// references of their rows, and the keys.
        var places: Set<String> = []
        /// Whether a user has looked at the overwritten values of the record, or has deleted a later
        /// item there.
        var isSeen = false
    }

    let number: Int
    let person: Int
    let store: PlainStore
    let faulty: FaultyStore
    var agents: [Int: Agent] = [:]
    var isLost = false
    /// The places whose deletion, or whose new item, waits.
    var held: Set<String> = []
    /// The notes that moves left, by the place that the item had.
    var notes: [String: MoveNote] = [:]
    /// The moves that its user made.
    var moves: [String: String] = [:]

    init(_ number: Int, of person: Int, clock: @escaping @Sendable () -> Date) {
        (self.number, self.person) = (number, person)
        store = PlainStore(clock: clock)
        faulty = FaultyStore(store)
    }

    /// The item at a place, if it can be read.
    func item(_ place: String) -> SimItem? { store.items().first { $0.account == place } }
}

/// The part of a keychain that belongs to one vault, and that vault's state.
///
/// `@unchecked Sendable`: a simulation runs in one task.
struct SharedStore: SyncStore, @unchecked Sendable {
    let device: SharingDevice
    let vault: SharedVault
    let vaults: [SharedVault]
    let rules: SharingRules

    var now: Date { device.store.now }

    static func vault(of place: String) -> Int? {
        place.split(separator: ":").first.flatMap { Int($0) }
    }

    static func place(_ key: SyncKey) -> String {
        String(decoding: key.terms[0], as: UTF8.self)
    }

    private var suffix: String { ".\(vault.number)" }

    func content(beyond known: RowMarks) throws(KeychainError) -> LocalContent {
        var content = try device.faulty.content(beyond: known)
        let own = content.entries.filter { Self.vault(of: Self.place($0.key)) == vault.number }
        content.entries = own
        content.marks = content.marks.filter { own[$0.key] != nil }
        // The vault of a locked row is not known. Notes say what waits, also for a renamed item.
        content.locked = 0
        device.held = device.held.filter { Self.vault(of: $0) != vault.number }
        for (key, entry) in own {
            let place = Self.place(key)
            guard device.notes[place] != nil else { continue }
            if let shown = waiting(place, entry, content.isUnlocked) {
                content.entries[key] = shown
                content.marks[key] = nil
                device.held.insert(place)
            } else {
                device.notes[place] = nil
            }
        }
        return content
    }

    func state(beyond known: RowMarks) throws(KeychainError) -> SyncStateRows {
        var rows = try device.faulty.state(beyond: known)
        rows.opened = rows.opened.compactMap { row in
            guard row.name.kind.hasSuffix(suffix) else { return nil }
            let name = SyncStateName(
                kind: String(row.name.kind.dropLast(suffix.count)),
                id: row.name.id,
                needsUnlock: row.name.needsUnlock
            )
            return SyncStateRows.Row(name: name, bytes: row.bytes, mark: row.mark)
        }
        return rows
    }

    func accepts(_ item: BackupItem, as key: SyncKey) -> Bool {
        !rules.keepsToItsGroup || Self.vault(of: Self.place(key)) == vault.number
    }

    func apply(
        _ applications: [SyncApplication],
        state: [SyncStateChange]
    ) throws(KeychainError) -> SyncApplied {
        let named = { (name: SyncStateName) in
            SyncStateName(kind: name.kind + suffix, id: name.id, needsUnlock: name.needsUnlock)
        }
        let changes = state.map { change -> SyncStateChange in
            switch change {
            case .put(let name, let bytes): .put(named(name), bytes)
            case .remove(let name): .remove(named(name))
            }
        }
        defer { forgetRestored(applications) }
        return try device.faulty.apply(applications, state: changes)
    }
}
