@_spi(Keepers) package import PortableKeychain

/// The log of a vault over an engine that is not trusted: it verifies all that it reads, and signs
/// and seals all that it writes.
///
/// A state is verified as a whole before any part of it is stored or given to a round. A state that
/// cannot come from an honest engine raises an alarm, which stays until the engine shows one that
/// continues the verified state.
package actor VaultLog: SyncEngine {
    /// The number of files that are requested at once.
    static let pageLength: UInt64 = 256

    let engine: any VaultEngine
    let store: any SyncStore
    let rules: TrustRules
    let entropy: KeychainEntropy
    /// Seals and opens records with the keys that this log has found.
    package nonisolated let sealing: VaultSealing
    /// The name of this device.
    package nonisolated let device: DeviceID

    var keys: DeviceKeys
    var trust: VaultTrust
    var ring: VaultKeyring
    var snapshot = VaultSnapshot("")
    /// The times when something new of each other member was read.
    private(set) var sightings: MemberSightings
    /// The newest stamp of a mirror that was read.
    private(set) var stamp: MirrorStamp?
    /// The alarm that has ended since this log was opened.
    var endedAlarm: TrustAlarm?
    /// The length of the log that the engine showed last, without proof.
    private(set) var shown: UInt64 = 0
    /// The entry that does not follow those that were verified, of the state that was refused last.
    var refused: SignedEntry?
    /// Whether this log has committed changes of items.
    var hasCommitted = false
    let cutting: CutLimits
    /// The members and digests, as they were stored when this log was opened.
    nonisolated let stored: StoredVault

    /// Opens the log of the vault that a keychain is in; `nil` if it is in none.
    ///
    /// It reads the stored state unless the caller has done so.
    ///
    /// - Throws: ``KeychainError/Code/locked`` before the first unlock, or any error of reading.
    package init?(
        _ opened: OpenedState? = nil,
        engine: any VaultEngine,
        store: any SyncStore,
        rules: TrustRules = .standard,
        cutting: CutLimits = .standard,
        entropy: KeychainEntropy = .system
    ) throws(KeychainError) {
        let opened = if let opened { opened } else { try store.opened() }
        let state = opened.rows
        guard let trust = try VaultTrust(opened), let keys = try DeviceKeys(state) else {
            return nil
        }
        stored = StoredVault(opened, trust)
        (self.engine, self.store, self.rules) = (engine, store, rules)
        (self.cutting, self.entropy) = (cutting, entropy)
        (self.trust, self.keys) = (trust, keys)
        ring = try VaultKeyring(state)
        sightings = MemberSightings(state)
        stamp = MirrorStamp.newest(in: state)
        device = keys.id
        sealing = VaultSealing(vault: trust.vault, entropy: entropy)
        sealing.use(ring, epoch: trust.membership.epoch)
    }

    /// The epochs whose keys a device that joins now would be given.
    package var epochsInUse: Set<UInt32> { trust.epochsInUse }

    /// The members, as verified.
    package var membership: Membership { trust.membership }

    package func head() async throws(EngineFailure) -> ZoneHead {
        try await refresh()
        let role = trust.membership.members[device]?.role
        return ZoneHead(
            sequence: trust.position.sequence,
            oldest: trust.first,
            written: trust.written,
            newest: trust.newest[device],
            membership: trust.membership.count,
            acceptsCommits: !engine.isMirror && role?.changesItems ?? false
        )
    }

    package func log(
        _ range: ClosedRange<UInt64>,
        at head: ZoneHead
    ) async throws(EngineFailure) -> [LogEntry] {
        guard head.sequence == trust.position.sequence else { throw .compacted }
        do throws(EngineFailure) {
            return try await verifiedEntries(from: range.lowerBound).map(\.logEntry)
        } catch {
            throw raised(error)
        }
    }

    package func listing(at head: ZoneHead) async throws(EngineFailure) -> [ItemID: [UInt8]] {
        guard head.sequence == trust.position.sequence else { throw .compacted }
        return trust.state.digests
    }

    package func records(
        _ ids: [ItemID],
        at head: ZoneHead
    ) async throws(EngineFailure) -> [ItemID: [UInt8]] {
        guard head.sequence == trust.position.sequence else { throw .compacted }
        var wanted: [ItemID: [UInt8]] = [:]
        for id in ids { wanted[id] = trust.state[id]?.digest }
        do throws(EngineFailure) { return try await records(named: wanted) } catch {
            throw raised(error)
        }
    }

    package func commit(_ attempt: CommitAttempt) async -> CommitOutcome {
        let records = attempt.changes.compactMap(\.record)
        guard attempt.sequence == trust.position.sequence + 1,
            attempt.membership == trust.membership.count,
            records.allSatisfy(sealing.isCurrent),
            let key = ring.epochs[trust.membership.epoch]?.log,
            let hash = trust.membership.moments.last?.hash
        else { return .refused }
        let entry = SignedEntry(attempt, previous: trust.position.hash, membership: hash)
        guard let signed = try? entry.signed(by: keys, in: trust.vault),
            let sealed = try? signed.sealed(under: key, in: trust.vault, entropy: entropy)
        else { return .refused }
        let head = VaultHead(
            sequence: attempt.sequence,
            membership: attempt.membership,
            cut: trust.cut
        )
        var files = attempt.changes.map { VaultFileChange(VaultPath.record($0.id), $0.record) }
        files.append(VaultFileChange(VaultPath.entry(attempt.sequence), sealed))
        files.append(VaultFileChange(VaultPath.head, head.encoded))
        let outcome = await engine.commit(files, onto: snapshot)
        if outcome == .committed { hasCommitted = true }
        return outcome
    }
}

// MARK: Verifying

extension VaultLog {
    /// Reads, verifies and stores the present state.
    func refresh() async throws(EngineFailure) {
        do throws(EngineFailure) {
            try reloadKeys()
            try await follow(try await engine.snapshot())
            if trust.alarm != nil {
                try await requireRecords()
                try endAlarm()
            }
        } catch {
            throw raised(await named(error))
        }
    }

    /// Keys that need an unlocked keychain can be there now.
    func reloadKeys() throws(EngineFailure) {
        guard keys.unlocked == nil else { return }
        try storing { () throws(KeychainError) in
            let state = try store.opened().rows
            guard let found = try DeviceKeys(state), found.unlocked != nil else { return }
            keys = found
            ring = try VaultKeyring(state)
        }
    }

    func follow(_ snapshot: VaultSnapshot) async throws(EngineFailure) {
        self.snapshot = snapshot
        (shown, refused) = (0, nil)
        let (bytes, stamp) = try await shownEnd()
        guard let head = bytes.map({ VaultHead($0) }) ?? .empty else { throw .alarm(.malformed) }
        shown = head.sequence
        var next = trust
        try check { () throws(TrustAlarm) in try next.check(head, rules: rules) }
        let members = try await followMembers(&next, to: head)
        guard next.membership.members[device] != nil else { throw .notMember }
        var ring = try await completed(ring, with: [next.membership.epoch], for: next)
        if head.cut > next.position.sequence { try await jump(&next, to: head.cut, &ring) }
        try await followEntries(&next, to: head, &ring)
        ring = try await completed(ring, with: next.epochsInUse, for: next)
        if let stamp { try check { () throws(TrustAlarm) in try next.check(stamp, rules: rules) } }
        try keep(next, ring, members, stamp)
    }

    private func followEntries(
        _ next: inout VaultTrust,
        to head: VaultHead,
        _ ring: inout VaultKeyring
    ) async throws(EngineFailure) {
        guard head.sequence > 0 else { return }
        // The last one that was verified is read again: another line of the same length has no next
        // entry that would not follow, and this device would commit onto it.
        let first = max(next.position.sequence, 1)
        let epochs = next.membership.epochs(of: first...head.sequence)
        ring = try await completed(ring, with: epochs, for: next)
        let found = try await entries(first...head.sequence, next, ring)
        // By its place: what an entry says of its own is not verified yet.
        let again = next.position.sequence < first ? 0 : 1
        try check { () throws(TrustAlarm) in
            for entry in found.prefix(again) {
                refused = entry
                try next.verifyAgain(entry, rules: rules)
            }
            for entry in found.dropFirst(again) {
                refused = entry
                try next.append(entry, rules: rules)
            }
            refused = nil
            try next.checkEnd(rules: rules)
        }
    }

    private func followMembers(
        _ next: inout VaultTrust,
        to head: VaultHead
    ) async throws(EngineFailure) -> [SyncStateChange] {
        var rows: [SyncStateChange] = []
        // The last one again, as of the log.
        let known = next.membership.count
        var start = max(known, 1) - 1
        while start < head.membership {
            let page = start..<min(start + Self.pageLength, head.membership)
            let files = try await engine.read(page.map(VaultPath.membership), of: snapshot)
            for number in page {
                guard let entry = files[VaultPath.membership(number)].flatMap(MembershipEntry.init)
                else { throw .alarm(.malformed) }
                try check { () throws(TrustAlarm) in
                    if number < known {
                        let last = next.membership.moments.last?.hash
                        try rules.require(.chain, entry.hash == last)
                    } else {
                        try next.append(entry, rules: rules)
                    }
                }
                if number >= known { rows.append(VaultTrust.memberRow(entry)) }
            }
            start = page.upperBound
        }
        return rows
    }

    /// Reads entries of the log, and opens them.
    func entries(
        _ range: ClosedRange<UInt64>,
        _ trust: VaultTrust,
        _ ring: VaultKeyring
    ) async throws(EngineFailure) -> [SignedEntry] {
        var entries: [SignedEntry] = []
        var start = range.lowerBound
        while start <= range.upperBound {
            let end = min(start + Self.pageLength - 1, range.upperBound)
            let files = try await engine.read((start...end).map(VaultPath.entry), of: snapshot)
            for sequence in start...end {
                guard let sealed = files[VaultPath.entry(sequence)],
                    let epoch = trust.epoch(at: sequence), let key = ring.epochs[epoch]?.log,
                    let entry = SignedEntry(sealed, at: sequence, under: key, in: trust.vault)
                else { throw .alarm(.malformed) }
                entries.append(entry)
            }
            start = end + 1
        }
        return entries
    }

    private func keep(
        _ next: VaultTrust,
        _ keyring: VaultKeyring,
        _ members: [SyncStateChange],
        _ stamp: MirrorStamp?
    ) throws(EngineFailure) {
        var rows = members + keyring.rows(beyond: ring) + next.trail.rows(beyond: trust.trail)
        rows += next.state.rows(beyond: trust.state)
        if next.position != trust.position || trust.membership.count == 0 {
            rows.append(next.row)
        }
        let seen = sightings.after(next, since: trust, on: device, at: store.now)
        if seen != sightings { rows.append(seen.row) }
        let newest = newest(stamp)
        if let newest, newest != self.stamp { rows.append(newest.row) }
        if !rows.isEmpty { try storing { () throws(KeychainError) in try store.keep(rows) } }
        (trust, ring, sightings, self.stamp) = (next, keyring, seen, newest)
        sealing.use(keyring, epoch: next.membership.epoch)
    }

    func check<R>(_ body: () throws(TrustAlarm) -> R) throws(EngineFailure) -> R {
        do throws(TrustAlarm) { return try body() } catch { throw .alarm(error) }
    }

    func storing<R>(_ body: () throws(KeychainError) -> R) throws(EngineFailure) -> R {
        do throws(KeychainError) { return try body() } catch { throw .storage(error.code) }
    }
}
