package import PortableKeychain

/// The device's knowledge of the log, as it is stored beside the items.
///
/// States of items are stored only as sealed records, so a locked device reads all of
/// this, and opens no more than it may.
package struct SyncLedger: Sendable {
    /// The state with which an item was last merged.
    enum Basis: Sendable, Equatable {
        /// The record on the log.
        case replica
        /// None: the item and its record have not met.
        case nothing
        /// An older record: a newer one is on the log.
        case record([UInt8])
    }

    /// The last entry of the log that was read.
    package private(set) var cursor: UInt64 = 0
    /// The commit whose outcome is not known.
    private(set) var attempt: CommitAttempt?
    /// The records on the log.
    private(set) var replicas: [ItemID: [UInt8]] = [:]
    /// The state with which each item was last merged; an item that is missing, with its record.
    private(set) var bases: [ItemID: Basis] = [:]
    /// The records of items that are not on the log yet, as they will be committed.
    private(set) var pending: [ItemID: [UInt8]] = [:]
    /// The items to delete on the log again, because the engine has lost their deletion.
    private(set) var gone: Set<ItemID> = []

    /// The devices that wrote former values; `nil` if none were noted yet.
    private(set) var authors: ValueAuthors?

    /// Makes a ledger of nothing.
    init() {}

    /// Reads stored state; rows of other kinds are ignored.
    package init(_ state: [SyncStateName: SecretBytes]) throws(KeychainError) {
        for (name, bytes) in state { try note(name, bytes) }
    }

    /// The records on the log, as far as it was read.
    package var records: [ItemID: [UInt8]] { replicas }

    /// Whether anything is known of an item.
    func knows(_ id: ItemID) -> Bool {
        replicas[id] != nil || bases[id] != nil || pending[id] != nil
    }

    func basis(of id: ItemID) -> Basis { bases[id] ?? .replica }

    /// Notes the content of a row, or, without bytes, its absence.
    ///
    /// - Returns: The item whose state on the log is another one now.
    @discardableResult mutating func note(
        _ name: SyncStateName,
        _ bytes: SecretBytes?
    ) throws(KeychainError) -> ItemID? {
        let record = bytes.map { $0.withUnsafeBytes { Array($0) } }
        switch (name.kind, ItemID(name.id)) {
        case ("vault", nil):
            cursor =
                try bytes?.withUnsafeBytes { bytes throws(KeychainError) in
                    var reader = ByteReader(bytes)
                    return try reader.integer()
                } ?? 0
        case ("attempt", nil):
            attempt = try bytes.map { bytes throws(KeychainError) in try CommitAttempt(bytes) }
        case ("replica", let id?): return Self.replace(&replicas[id], record) ? id : nil
        case ("basis", let id?):
            let basis = record.map { $0.isEmpty ? Basis.nothing : .record($0) }
            return Self.replace(&bases[id], basis) ? id : nil
        case ("versions", let id?): return Self.replace(&pending[id], record) ? id : nil
        case (ValueAuthors.name.kind, nil): authors = bytes.flatMap { ValueAuthors($0) }
        case ("gone", let id?):
            if bytes == nil { gone.remove(id) } else { gone.insert(id) }
        default: break
        }
        return nil
    }

    /// Whether a row has a record of an item.
    static func isRecord(_ name: SyncStateName) -> Bool {
        ["replica", "basis", "versions"].contains(name.kind) && ItemID(name.id) != nil
    }

    /// Whether a row is about an item.
    static func isOfItem(_ name: SyncStateName) -> Bool {
        isRecord(name) || name.kind == "gone" && ItemID(name.id) != nil
    }

    private static func replace<Value: Equatable>(_ old: inout Value, _ new: Value) -> Bool {
        guard old != new else { return false }
        old = new
        return true
    }
}

extension SyncStateChange {
    static func cursor(_ cursor: UInt64) -> Self {
        var writer = SecretEncoder()
        writer.integer(cursor)
        return put("vault", [], writer.finished())
    }

    static func attempt(_ attempt: CommitAttempt?) -> Self {
        put("attempt", [], attempt?.encoded)
    }

    static func replica(_ id: ItemID, _ record: [UInt8]?) -> Self {
        put("replica", id.bytes, record.map { SecretBytes($0) })
    }

    static func basis(_ id: ItemID, _ basis: SyncLedger.Basis) -> Self {
        switch basis {
        case .replica: put("basis", id.bytes, nil)
        case .nothing: put("basis", id.bytes, SecretBytes([]))
        case .record(let record): put("basis", id.bytes, SecretBytes(record))
        }
    }

    static func pending(_ id: ItemID, _ record: [UInt8]?) -> Self {
        put("versions", id.bytes, record.map { SecretBytes($0) })
    }

    static func gone(_ id: ItemID, _ isGone: Bool) -> Self {
        put("gone", id.bytes, isGone ? SecretBytes([]) : nil)
    }

    private static func put(_ kind: String, _ id: [UInt8], _ bytes: SecretBytes?) -> Self {
        let name = SyncStateName(kind: kind, id: id)
        return bytes.map { .put(name, $0) } ?? .remove(name)
    }
}

extension ItemState {
    /// Whether only an unlocked device may read the item.
    var needsUnlock: Bool { accessibility == .whenUnlocked }
}
