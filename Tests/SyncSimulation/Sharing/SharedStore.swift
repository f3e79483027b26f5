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

    let number: Int
    let person: Int
    let store: PlainStore
    let faulty: FaultyStore
    var agents: [Int: Agent] = [:]
    var isLost = false
    /// The places whose deletion waits.
    var held: Set<String> = []
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
        device.held = device.held.filter { Self.vault(of: $0) != vault.number }
        for (key, entry) in own {
            guard case .tombstone = entry else { continue }
            let place = Self.place(key)
            if rules.holds(try moved(place, content.isUnlocked)) {
                content.entries[key] = .home
                content.marks[key] = nil
                device.held.insert(place)
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
        return try device.faulty.apply(applications, state: changes)
    }
}

// MARK: Moved items

extension SharedStore {
    /// The state in which a place is known to this device; `nil` for none.
    func known(_ place: String) -> ItemState? {
        guard let number = Self.vault(of: place), let ring = vaults[number].rings[device.number]
        else { return nil }
        let sealing = EpochSealing(ring)
        let id = sealing.id(of: SimItem.key(place))
        guard let state = try? device.store.state() else { return nil }
        for kind in ["versions", "basis", "replica"] {
            guard let row = state[SyncStateName(kind: "\(kind).\(number)", id: id.bytes)] else {
                continue
            }
            return sealing.state(in: row.withUnsafeBytes { Array($0) }, of: id)
        }
        return nil
    }

    /// Whether the log has the item of this device, as it is.
    func isSettled(_ place: String) -> MovedItem {
        guard let number = Self.vault(of: place), let item = device.item(place),
            let state = try? device.store.state()
        else { return .none }
        guard let ring = vaults[number].rings[device.number] else { return .unsent }
        let sealing = EpochSealing(ring)
        let id = sealing.id(of: SimItem.key(place))
        let row = { (kind: String) in
            state[SyncStateName(kind: "\(kind).\(number)", id: id.bytes)]
        }
        guard let replica = row("replica") else { return .unsent }
        guard row("basis") == nil, row("versions") == nil,
            let record = sealing.state(in: replica.withUnsafeBytes { Array($0) }, of: id),
            SimItem(record.item)?.values == item.values
        else { return .unmerged }
        return .settled
    }

    private func moved(_ place: String, _ isUnlocked: Bool) throws(KeychainError) -> MovedItem {
        let name = place.drop { $0 != ":" }
        for other in vaults where other.number != vault.number {
            switch isSettled("\(other.number)\(name)") {
            case .none: continue
            case .settled: return known(place)?.history.isEmpty == false ? .conflicts : .settled
            case let state: return state
            }
        }
        return isUnlocked ? .none : .locked
    }
}
