internal import PortableKeychain

/// The part of a vault that a device has verified: its members, and how far the log was read.
///
/// A value: what was read is added to a copy, which is kept if all of it holds.
struct VaultTrust: Sendable {
    typealias Position = MembershipEntry.Position

    private(set) var membership: Membership
    /// The last entry of the log that was verified.
    private(set) var position = Position.start
    /// The digests of the newest entries of the log, up to that one.
    private(set) var trail = LogTrail()
    /// The number of commits of each device.
    private(set) var written: [DeviceID: UInt64] = [:]
    /// The last commit of each device (``SignedEntry/contentDigest``).
    private(set) var newest: [DeviceID: [UInt8]] = [:]
    /// The check that failed; until a state passes all of them, nothing is read or written.
    var alarm: TrustAlarm?

    init(vault: VaultID) { membership = Membership(vault: vault) }

    var vault: VaultID { membership.vault }

    /// Adds the next entry of the members.
    mutating func append(
        _ entry: MembershipEntry,
        rules: TrustRules
    ) throws(TrustAlarm) {
        try membership.append(entry, after: position, rules: rules)
    }

    /// Refuses a state that is older than the one read before, or in which the members name entries
    /// of the log that do not exist.
    func check(_ head: VaultHead, rules: TrustRules) throws(TrustAlarm) {
        let isAhead =
            head.sequence >= position.sequence && head.membership >= membership.count
        try rules.require(.wentBack, isAhead)
    }

    /// The epoch in which an entry of the log must have been written; `nil` if the vault has no
    /// member then.
    func epoch(at sequence: UInt64) -> UInt32? {
        membership.moment(for: sequence).map { membership.moments[$0].epoch }
    }

    /// Adds the next entry of the log.
    mutating func append(_ entry: SignedEntry, rules: TrustRules) throws(TrustAlarm) {
        try rules.require(.chain, entry.sequence == position.sequence + 1)
        try rules.require(.chain, entry.previous == position.hash)
        guard let index = membership.moment(for: entry.sequence) else { throw .membership }
        let moment = membership.moments[index]
        // Without this, a removed device could write for the members of before.
        try rules.require(.membership, entry.membership == moment.hash)
        guard let author = moment.members[entry.author] else { throw .notEntitled }
        try rules.require(.notEntitled, author.role.changesItems)
        try rules.require(.signature, entry.isSigned(by: author.certificate, in: vault))
        let number = written[entry.author, default: 0] + 1
        try rules.require(.number, entry.number == number)
        let next = Position(sequence: entry.sequence, hash: entry.hash)
        for moment in membership.moments where moment.position.sequence == next.sequence {
            try rules.require(.position, moment.position.hash == next.hash)
        }
        written[entry.author] = entry.number
        newest[entry.author] = entry.contentDigest
        position = next
        trail.append(next)
    }

    /// The entry from which the log is read: the last one that was verified, or an earlier one if
    /// the digests of those before it are not known.
    var firstToRead: UInt64 {
        let wanted = min(position.sequence, LogTrail.countReadAgain)
        guard UInt64(trail.digests.count) < wanted else { return max(position.sequence, 1) }
        return position.sequence - wanted + 1
    }

    /// Checks entries that were verified before, of which the last one is this device's own position,
    /// and keeps the digests that were not known.
    mutating func verifyAgain(
        _ entries: ArraySlice<SignedEntry>,
        rules: TrustRules
    ) throws(TrustAlarm) {
        var (sequence, hash) = (position.sequence, position.hash)
        var older: [[UInt8]] = []
        for entry in entries.reversed() {
            try rules.require(.chain, entry.hash == hash)
            if sequence < trail.first { older.append(hash) }
            (sequence, hash) = (sequence - 1, entry.previous)
        }
        trail.prepend(older.reversed())
    }

    /// Refuses a log that ends before a place that the members name.
    func checkEnd(rules: TrustRules) throws(TrustAlarm) {
        let named = membership.moments.last?.position.sequence ?? 0
        try rules.require(.wentBack, named <= position.sequence)
    }
}

// MARK: As it is stored

extension VaultTrust {
    static let stateKind = "trust"
    static let memberKind = "member"

    /// The row with everything but the entries of the members, which have rows of their own.
    var encoded: SecretBytes {
        var writer = SecretEncoder()
        writer.raw(vault.bytes)
        writer.integer(position.sequence)
        writer.raw(position.hash)
        writer.integer(alarm?.rawValue ?? 0)
        writer.integer(UInt32(written.count))
        for (device, number) in written.sorted(by: { $0.key < $1.key }) {
            writer.raw(device.bytes)
            writer.integer(number)
            writer.raw(newest[device] ?? SyncDigest.zero)
        }
        return writer.finished()
    }

    /// The row with that.
    var row: SyncStateChange { .put(SyncStateName(kind: Self.stateKind), encoded) }

    /// Reads stored state; `nil` if this keychain is in no vault.
    ///
    /// - Throws: ``KeychainError/Code/corrupt`` for state that does not belong together.
    init?(_ state: [SyncStateName: SecretBytes]) throws(KeychainError) {
        guard let bytes = state[SyncStateName(kind: Self.stateKind)] else { return nil }
        var trust = try bytes.withUnsafeBytes { bytes throws(KeychainError) in
            var reader = ByteReader(bytes)
            var trust = VaultTrust(vault: try reader.identifier())
            let sequence: UInt64 = try reader.integer()
            let hash = try reader.array(SyncDigest.length)
            trust.alarm = TrustAlarm(rawValue: try reader.integer())
            for _ in 0..<(try reader.integer(UInt32.self)) {
                let device: DeviceID = try reader.identifier()
                trust.written[device] = try reader.integer()
                trust.newest[device] = try reader.array(SyncDigest.length)
            }
            try reader.finish()
            trust.position = Position(sequence: sequence, hash: hash)
            return trust
        }
        trust.trail = try LogTrail(state)
        if !Self.hasTrail(trust) {
            trust.trail = LogTrail()
            if trust.position != .start { trust.trail.append(trust.position) }
        }
        let entries = state.filter { $0.key.kind == Self.memberKind }
            .sorted { $0.key.id.lexicographicallyPrecedes($1.key.id) }
        for (_, bytes) in entries {
            guard let entry = MembershipEntry(bytes.withUnsafeBytes { Array($0) }) else {
                throw Self.damaged
            }
            do throws(TrustAlarm) {
                // The entries were verified against the log when they were read.
                try trust.membership.append(entry, after: .start, rules: .standard)
            } catch {
                throw Self.damaged
            }
        }
        self = trust
    }

    /// The row of an entry of the members.
    static func memberRow(_ entry: MembershipEntry) -> SyncStateChange {
        let id = withUnsafeBytes(of: entry.number.bigEndian) { Array($0) }
        return .put(SyncStateName(kind: memberKind, id: id), SecretBytes(entry.encoded))
    }

    /// Whether the digests end where the log was read to: an older version kept none.
    private static func hasTrail(_ trust: VaultTrust) -> Bool {
        let last = trust.position.sequence
        return trust.trail.end == last + 1
            && (last == 0 || trust.trail[last] == trust.position.hash)
    }

    private static var damaged: KeychainError {
        KeychainError(.corrupt, reason: "The state of synchronization is damaged. Join anew.")
    }
}
