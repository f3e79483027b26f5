internal import PortableKeychain

/// The part of a vault that a device has verified: its members, and how far the log was read.
///
/// A value: what was read is added to a copy, which is kept if all of it holds.
struct VaultTrust: Sendable {
    typealias Position = MembershipEntry.Position

    private(set) var membership: Membership
    /// The last entry of the log that was verified.
    private(set) var position = Position.start
    /// The records that the log names.
    private(set) var state = LogState()
    /// The newest cut, which is the first entry of the log that there is; 0 without one.
    private(set) var cut: UInt64 = 0
    /// The length of the entries since the cut, in bytes.
    private(set) var length: UInt64 = 0
    /// The digests of the newest entries of the log, up to the last one.
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

    /// The first entry of the log that there is.
    var first: UInt64 { max(cut, 1) }

    /// The epochs whose keys a member needs: of the records, of the entries that there are, and the
    /// present one.
    var epochsInUse: Set<UInt32> {
        var epochs = state.epochs
        epochs.insert(membership.epoch)
        guard position.sequence > 0 else { return epochs }
        return epochs.union(membership.epochs(of: first...position.sequence))
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
        let epoch = try checkAuthor(of: entry, rules: rules)
        let next = Position(sequence: entry.sequence, hash: entry.hash)
        for moment in membership.moments where moment.position.sequence == next.sequence {
            try rules.require(.position, moment.position.hash == next.hash)
        }
        switch entry.content {
        case .commit(let number, let changes):
            try rules.require(.number, number == written[entry.author, default: 0] + 1)
            written[entry.author] = number
            newest[entry.author] = entry.contentDigest
            state.follow(changes, in: epoch)
            length += UInt64(entry.encoded.count + SyncSecret.overhead)
        case .cut(let digest):
            try rules.require(.snapshot, digest == snapshot.digest)
            (cut, length) = (entry.sequence, 0)
        }
        position = next
        trail.append(next)
    }

    /// Checks that an entry was written by a member, for the members of its place.
    ///
    /// - Returns: The epoch of the entry.
    private func checkAuthor(
        of entry: SignedEntry,
        rules: TrustRules
    ) throws(TrustAlarm) -> UInt32 {
        guard let index = membership.moment(for: entry.sequence) else { throw .membership }
        let moment = membership.moments[index]
        // Without this, a removed device could write for the members of before.
        try rules.require(.membership, entry.membership == moment.hash)
        guard let author = membership.member(entry.author, at: index) else { throw .notEntitled }
        try rules.require(.notEntitled, author.role.changesItems)
        try rules.require(.signature, entry.isSigned(by: author.certificate, in: vault))
        return moment.epoch
    }

    /// Checks that the last entry that was verified is still the one at its place.
    func verifyAgain(_ entry: SignedEntry, rules: TrustRules) throws(TrustAlarm) {
        try rules.require(.chain, entry.hash == position.hash)
    }

    /// Refuses a log that ends before a place that the members name.
    func checkEnd(rules: TrustRules) throws(TrustAlarm) {
        let named = membership.moments.last?.position.sequence ?? 0
        try rules.require(.wentBack, named <= position.sequence)
    }
}

// MARK: Cuts

extension VaultTrust {
    /// The state as the snapshot of a cut that is the next entry.
    var snapshot: LogSnapshot {
        var authors: [DeviceID: LogSnapshot.Commit] = [:]
        for (device, number) in written {
            let digest = newest[device] ?? SyncDigest.zero
            authors[device] = LogSnapshot.Commit(number: number, digest: digest)
        }
        return LogSnapshot(
            sequence: position.sequence + 1,
            state: state,
            authors: authors,
            trail: Array(trail.digests.suffix(LogSnapshot.trailLength))
        )
    }

    /// Whether a cut would remove something: entries, or the need for the keys of an earlier epoch.
    var needsCut: Bool {
        position.sequence > 0
            && (position.sequence > cut || epoch(at: cut) != membership.epoch)
    }

    /// Continues with a cut, without the entries between the last one that was verified and the cut.
    ///
    /// - Parameters:
    ///   - entry: The cut.
    ///   - snapshot: Its snapshot.
    ///   - rules: The checks to make.
    /// - Throws: The check that failed; then nothing has changed.
    mutating func jump(
        to entry: SignedEntry,
        _ snapshot: LogSnapshot,
        rules: TrustRules
    ) throws(TrustAlarm) {
        guard case .cut(let digest) = entry.content else { throw .malformed }
        let last = try checkAuthor(of: entry, rules: rules)
        let isSealed = snapshot.state.epochs.allSatisfy { (1...last).contains($0) }
        try rules.require(.snapshot, digest == snapshot.digest && isSealed)
        try rules.require(.chain, snapshot.trail.last ?? SyncDigest.zero == entry.previous)
        if let known = snapshot.digest(of: position.sequence) {
            try rules.require(.parted, known == position.hash)
        }
        for (device, number) in written {
            let commit = snapshot.authors[device]
            let isSame = commit?.number != number || commit?.digest == newest[device]
            try rules.require(.fewer, commit?.number ?? 0 >= number && isSame)
        }
        let hash = entry.hash
        for moment in membership.moments {
            let place = moment.position.sequence
            let known = place == entry.sequence ? hash : snapshot.digest(of: place)
            try rules.require(.position, known == nil || known == moment.position.hash)
        }
        (state, cut, length) = (snapshot.state, entry.sequence, 0)
        written = snapshot.authors.mapValues(\.number)
        newest = snapshot.authors.mapValues(\.digest)
        trail = LogTrail(snapshot)
        position = Position(sequence: entry.sequence, hash: hash)
        trail.append(position)
    }
}

// MARK: As it is stored

extension VaultTrust {
    /// The version of the format that the vault has.
    ///
    /// Rows of version 1 had none: they began with the vault's name.
    private static let version: UInt8 = 2
    static let stateKind = "trust"
    static let memberKind = "member"

    /// The row with everything but the entries of the members, which have rows of their own.
    var encoded: SecretBytes {
        var writer = SecretEncoder()
        writer.integer(Self.version)
        writer.raw(vault.bytes)
        writer.integer(position.sequence)
        writer.raw(position.hash)
        writer.integer(cut)
        writer.integer(length)
        writer.integer(alarm?.rawValue ?? 0)
        writer.integer(UInt32(written.count))
        for (device, number) in written.inOrderOfKeys() {
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
    /// - Throws: ``KeychainError/Code/corrupt`` for state that does not belong together, or
    ///   ``KeychainError/Code/unimplemented`` for that of version 1.
    init?(_ opened: OpenedState) throws(KeychainError) {
        let state = opened.rows
        guard let bytes = state[SyncStateName(kind: Self.stateKind)] else { return nil }
        guard !Self.isOutdated(bytes) else { throw KeychainError.outdatedVault }
        var trust: VaultTrust
        do throws(KeychainError) {
            trust = try Self.read(bytes)
            trust.state = try LogState(opened)
            trust.trail = try LogTrail(state)
        } catch {
            throw KeychainError.damagedVault
        }
        guard Self.hasTrail(trust) else { throw KeychainError.damagedVault }
        // Without any row, nothing shows that the members are those of another vault.
        if let members = opened.members, members.vault == trust.vault {
            trust.membership = members
        }
        let entries = state.filter { $0.key.kind == Self.memberKind }
            .sorted { $0.key.id.lexicographicallyPrecedes($1.key.id) }
        for (_, bytes) in entries {
            guard let entry = MembershipEntry(bytes.withUnsafeBytes { Array($0) }) else {
                throw KeychainError.damagedVault
            }
            do throws(TrustAlarm) {
                // The entries were verified when they were read, and the keychain vouches for its rows.
                try trust.membership.append(entry, after: .start, rules: .stored)
            } catch {
                throw KeychainError.damagedVault
            }
        }
        self = trust
    }

    /// Reads the row with everything but the entries of the members.
    private static func read(_ row: SecretBytes) throws(KeychainError) -> VaultTrust {
        try row.withUnsafeBytes { bytes throws(KeychainError) in
            var reader = ByteReader(bytes)
            guard try reader.integer(UInt8.self) == version else {
                throw KeychainError.damagedVault
            }
            var trust = VaultTrust(vault: try reader.identifier())
            let sequence: UInt64 = try reader.integer()
            let hash = try reader.array(SyncDigest.length)
            trust.cut = try reader.integer()
            trust.length = try reader.integer()
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
    }

    /// The row of an entry of the members.
    static func memberRow(_ entry: MembershipEntry) -> SyncStateChange {
        let id = withUnsafeBytes(of: entry.number.bigEndian) { Array($0) }
        return .put(SyncStateName(kind: memberKind, id: id), SecretBytes(entry.encoded))
    }

    /// Whether a row is of version 1: it has the length of another number of authors.
    private static func isOutdated(_ bytes: SecretBytes) -> Bool {
        let rest = bytes.count - 61
        return rest >= 0 && rest % 56 == 0
    }

    /// Whether the digests end where the log was read to.
    private static func hasTrail(_ trust: VaultTrust) -> Bool {
        let last = trust.position.sequence
        return trust.trail.end == last + 1
            && (last == 0 || trust.trail[last] == trust.position.hash)
    }
}
