internal import PortableKeychain

/// Cutting the log: a snapshot takes the place of the entries so far
/// (`Specification/sync-format.md` §5.1).
extension VaultLog {
    /// Cuts a log that is long enough if this device has committed: after a round that found
    /// everything on the log.
    ///
    /// Whatever fails is found by the next round, and the next device that commits cuts instead.
    ///
    /// - Returns: Whether it is cut, so that there is an entry which that round has not read.
    @discardableResult package func cutIfDue() async -> Bool {
        guard hasCommitted, cutting.isDue(trust.length, records: trust.state.count) else {
            return false
        }
        return await (try? cut()) ?? false
    }

    /// Cuts the log after its last entry, and removes what is no longer needed.
    ///
    /// - Returns: Whether the log is cut; `false` if another device was faster each time.
    /// - Throws: ``EngineFailure/notMember`` if this device may not write, or a failure of reading.
    @discardableResult package func cut() async throws(EngineFailure) -> Bool {
        guard !engine.isMirror else { throw .readOnly }
        for _ in 0..<8 {
            try await refresh()
            guard trust.membership.members[device]?.role.changesItems == true else {
                throw .notMember
            }
            guard trust.needsCut else { return true }
            let sequence = trust.position.sequence + 1
            let files = try storing { () throws(KeychainError) in try cutFiles(at: sequence) }
            if await engine.commit(files, onto: snapshot) == .refused { continue }
            // The answer proves nothing.
            try await refresh()
            guard trust.cut >= sequence else { continue }
            // What stays costs room, and the next cut removes it.
            try? await forgetPast()
            return true
        }
        return false
    }

    private func cutFiles(at sequence: UInt64) throws(KeychainError) -> [VaultFileChange] {
        let (vault, number) = (trust.vault, trust.membership.count)
        guard let index = trust.membership.moment(for: sequence),
            let key = ring.epochs[trust.membership.moments[index].epoch]?.log
        else { throw KeychainError(.notAvailable) }
        let taken = trust.snapshot
        let entry = try SignedEntry(
            .cut(taken.digest),
            by: device,
            at: sequence,
            previous: trust.position.hash,
            membership: trust.membership.moments[index].hash
        ).signed(by: keys, in: vault)
        let sealed = try entry.sealed(under: key, in: vault, entropy: entropy)
        let snapshot = try taken.sealed(under: key, in: vault, entropy: entropy)
        let head = VaultHead(sequence: sequence, membership: number, cut: sequence)
        return [
            VaultFileChange(VaultPath.entry(sequence), sealed),
            VaultFileChange(VaultPath.snapshot, snapshot),
            VaultFileChange(VaultPath.head, head.encoded),
        ]
    }

    /// Removes the entries before the cut, and the keys of epochs that are not in use.
    ///
    /// All that the engine still has of them, also of an earlier cut that was interrupted here. It is
    /// never needed: a reader that finds them does not read them.
    private func forgetPast() async throws(EngineFailure) {
        for attempt in 0..<4 {
            if attempt > 0 { try await refresh() }
            let begin = trust.epochsInUse.min().map {
                trust.membership.epochs[Int($0) - 1].entry
            }
            let entries = try await engine.list(VaultPath.log, of: snapshot)
            let keys = try await engine.list(VaultPath.keys, of: snapshot)
            let paths =
                entries.filter { $0 < VaultPath.entry(trust.cut) }
                + keys.filter { $0 < VaultPath.wraps(begin ?? 0) }
            if await engine.forget(paths, of: snapshot) { return }
        }
    }

    /// Reads a cut beyond the last entry that was verified, and continues with it.
    func jump(
        _ next: inout VaultTrust,
        to cut: UInt64,
        _ ring: inout VaultKeyring
    ) async throws(EngineFailure) {
        ring = try await completed(ring, with: next.membership.epochs(of: cut...cut), for: next)
        guard let entry = try await entries(cut...cut, next, ring).first else {
            throw .alarm(.malformed)
        }
        refused = entry
        // The state is known: it need not be read, and must be the same.
        if cut == next.position.sequence + 1 {
            try check { () throws(TrustAlarm) in try next.append(entry, rules: rules) }
            refused = nil
            return
        }
        let found = try await readSnapshot(of: cut, next, ring)
        try check { () throws(TrustAlarm) in try next.jump(to: entry, found, rules: rules) }
        refused = nil
    }

    /// Reads the snapshot of a cut; its digest is not compared.
    private func readSnapshot(
        of cut: UInt64,
        _ trust: VaultTrust,
        _ ring: VaultKeyring
    ) async throws(EngineFailure) -> LogSnapshot {
        let files = try await engine.read([VaultPath.snapshot], of: snapshot)
        guard let bytes = files[VaultPath.snapshot], let epoch = trust.epoch(at: cut),
            let key = ring.epochs[epoch]?.log,
            let found = LogSnapshot(bytes, at: cut, under: key, in: trust.vault)
        else { throw .alarm(.malformed) }
        return found
    }

    /// The digests of the records that the log named at a place before its verified end.
    ///
    /// - Returns: The digests; `nil` if the log was cut after the place.
    func digests(at sequence: UInt64) async throws(EngineFailure) -> [ItemID: [UInt8]]? {
        guard sequence >= trust.cut else { return nil }
        let entries = try await verifiedEntries()
        var state = LogState()
        if trust.cut > 0 {
            let snapshot = try await readSnapshot(of: trust.cut, trust, ring)
            guard let first = entries.first, first.content == .cut(snapshot.digest) else {
                throw .alarm(.snapshot)
            }
            state = snapshot.state
        }
        for entry in entries where entry.sequence <= sequence { state.follow(entry.changes, in: 0) }
        return state.digests
    }
}
