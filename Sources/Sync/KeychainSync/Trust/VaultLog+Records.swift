internal import PortableKeychain

/// A record that the engine does not have as the log names it.
struct UnsoundRecord: Sendable, Equatable {
    let id: ItemID
    /// The digest of the record that should be there.
    let digest: [UInt8]
    /// Whether there is no file at all, and not one of other bytes.
    let isMissing: Bool
}

/// Reading every record that the log names, which rounds do not: they read new ones.
extension VaultLog {
    /// Reads entries of the state that was verified last, up to its last one.
    ///
    /// - Parameter first: The first one that is read, unless the log begins later.
    /// - Returns: The entries, the first one first.
    /// - Throws: An alarm if the engine shows others than those that were verified.
    func verifiedEntries(from first: UInt64 = 1) async throws(EngineFailure) -> [SignedEntry] {
        let first = max(first, trust.first)
        guard trust.position.sequence >= first else { return [] }
        return try await entries(first...trust.position.sequence, endingIn: trust.position.hash)
    }

    /// Reads entries of which the digest of the last one is known, which pins all of them.
    func entries(
        _ range: ClosedRange<UInt64>,
        endingIn digest: [UInt8]
    ) async throws(EngineFailure) -> [SignedEntry] {
        let entries = try await entries(range, trust, ring)
        var hash = digest
        for entry in entries.reversed() {
            guard entry.hash == hash else { throw .alarm(.chain) }
            hash = entry.previous
        }
        return entries
    }

    /// The devices that changed items last, by the verified log.
    func authors(of ids: Set<ItemID>) async throws(EngineFailure) -> [ItemID: DeviceID] {
        var authors: [ItemID: DeviceID] = [:]
        var (end, hash) = (trust.position.sequence, trust.position.hash)
        while end >= trust.first, authors.count < ids.count {
            let start = end - min(end - trust.first + 1, Self.pageLength) + 1
            let page = try await entries(start...end, endingIn: hash)
            for entry in page.reversed() {
                for change in entry.changes where ids.contains(change.id) {
                    authors[change.id] = authors[change.id] ?? entry.author
                }
                hash = entry.previous
            }
            end = start - 1
        }
        return authors
    }

    /// The records that are missing on the engine, or are others than the log names, in the order of
    /// their names.
    func unsoundRecords() async throws(EngineFailure) -> [UnsoundRecord] {
        let named = trust.state.digests.inOrderOfKeys()
        var unsound: [UnsoundRecord] = []
        for start in stride(from: 0, to: named.count, by: Int(Self.pageLength)) {
            let page = named[start..<min(start + Int(Self.pageLength), named.count)]
            let files = try await engine.read(page.map { VaultPath.record($0.key) }, of: snapshot)
            for (id, digest) in page {
                let record = files[VaultPath.record(id)]
                if let record, SyncDigest.of(record) == digest { continue }
                unsound.append(UnsoundRecord(id: id, digest: digest, isMissing: record == nil))
            }
        }
        return unsound
    }

    /// Reads and verifies both chains, and looks for records that are missing or are others.
    ///
    /// For repairs: what is found here raises no alarm, and ends none.
    func examineRecords() async throws(EngineFailure) -> [UnsoundRecord] {
        do throws(EngineFailure) {
            try reloadKeys()
            try await follow(try await engine.snapshot())
            return try await unsoundRecords()
        } catch {
            throw raised(error)
        }
    }

    /// Reads records of the state that was verified last.
    ///
    /// - Parameter named: The digests of the records.
    /// - Returns: The records.
    /// - Throws: An alarm if one of them is missing, or another one.
    func records(named: [ItemID: [UInt8]]) async throws(EngineFailure) -> [ItemID: [UInt8]] {
        let named = named.inOrderOfKeys()
        var records: [ItemID: [UInt8]] = [:]
        for start in stride(from: 0, to: named.count, by: Int(Self.pageLength)) {
            let page = named[start..<min(start + Int(Self.pageLength), named.count)]
            let files = try await engine.read(page.map { VaultPath.record($0.key) }, of: snapshot)
            for (id, digest) in page {
                guard let record = files[VaultPath.record(id)] else { throw .alarm(.malformed) }
                let isNamed = SyncDigest.of(record) == digest
                try check { () throws(TrustAlarm) in try rules.require(.record, isNamed) }
                // No member writes a longer one, so nothing of it is stored: nothing can open an empty
                // one (S12).
                records[id] = record.count > VaultSealing.maximumLength ? [] : record
            }
        }
        return records
    }

    /// Raises an alarm unless the engine has every record that the log names.
    func requireRecords() async throws(EngineFailure) {
        guard let first = try await unsoundRecords().first else { return }
        if first.isMissing { throw .alarm(.malformed) }
        try check { () throws(TrustAlarm) in try rules.require(.record, false) }
    }

    /// Ends the alarm, after a state was verified from the one that this device had verified before
    /// it.
    func endAlarm() throws(EngineFailure) {
        guard let alarm = trust.alarm else { return }
        var calm = trust
        calm.alarm = nil
        let ended = EndedAlarm(alarm: alarm, time: store.now)
        try storing { () throws(KeychainError) in try store.keep([calm.row, ended.row]) }
        (trust, endedAlarm) = (calm, alarm)
    }
}
