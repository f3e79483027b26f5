@_spi(Keepers) internal import PortableKeychain

/// Sealing records again under the present keys, so that no earlier ones are needed.
extension VaultLog {
    /// The number of times that other devices may be faster, one after another.
    private static let mostIdleTurns = 64

    /// The progress of sealing records again.
    package struct Renewal: Sendable, Equatable {
        /// The number of records that were sealed again.
        package internal(set) var done = 0
        /// The number of records that are still under earlier keys.
        package internal(set) var rest = 0
        /// The number of those that cannot be opened, and stay as they are.
        package internal(set) var unreadable = 0
    }

    /// Seals the records again that are under earlier keys, a commit at a time.
    ///
    /// - Parameter report: Called before each commit.
    /// - Returns: The result; it has a rest only if other devices were faster each time.
    /// - Throws: ``EngineFailure/notMember`` if this device may not write;
    ///   ``EngineFailure/storage(_:)`` while the keychain is locked; or a failure of reading.
    package func renewRecords(
        report: @Sendable (Renewal) -> Void = { _ in }
    ) async throws(EngineFailure) -> Renewal {
        var renewal = Renewal()
        var unreadable: Set<ItemID> = []
        var (first, idle): (Int?, Int) = (nil, 0)
        // An engine could say that a commit is made, and not make it.
        while idle < Self.mostIdleTurns {
            try await refresh()
            guard trust.membership.members[device]?.role.changesItems == true else {
                throw .notMember
            }
            let old = trust.state.ids(before: trust.membership.epoch)
            let rest = old.filter { !unreadable.contains($0) }
            let done = (first ?? old.count) - old.count
            first = first ?? old.count
            idle = done > renewal.done ? 0 : idle + 1
            renewal = Renewal(done: done, rest: rest.count, unreadable: old.count - rest.count)
            guard !rest.isEmpty else { return renewal }
            report(renewal)
            let (changes, closed) = try await renewed(
                Array(rest.prefix(CommitAttempt.maximumCount))
            )
            unreadable.formUnion(closed)
            let part = CommitAttempt.part(of: changes)
            if !part.isEmpty { _ = await commit(nextCommit(part)) }
        }
        return renewal
    }

    /// Records under the present keys.
    ///
    /// - Returns: The records, and the items whose records cannot be opened.
    private func renewed(
        _ ids: [ItemID]
    ) async throws(EngineFailure) -> (changes: [CommitAttempt.Change], closed: [ItemID]) {
        var named: [ItemID: [UInt8]] = [:]
        for id in ids { named[id] = trust.state[id]?.digest }
        let records = try await records(named: named).inOrderOfKeys()
        var changes: [CommitAttempt.Change] = []
        var closed: [ItemID] = []
        for (id, record) in records {
            let sealed = try storing { () throws(KeychainError) in try renewed(record, id) }
            if let sealed {
                changes.append(CommitAttempt.Change(id: id, record: sealed))
            } else {
                closed.append(id)
            }
        }
        return (changes, closed)
    }

    /// A commit of changes as the next entry.
    func nextCommit(_ changes: [CommitAttempt.Change]) -> CommitAttempt {
        CommitAttempt(
            author: device,
            number: trust.written[device, default: 0] + 1,
            sequence: trust.position.sequence + 1,
            membership: trust.membership.count,
            changes: changes
        )
    }

    /// A record under the present keys; `nil` if it cannot be opened.
    private func renewed(_ record: [UInt8], _ id: ItemID) throws(KeychainError) -> [UInt8]? {
        let body: SecretBytes
        do throws(KeychainError) { body = try sealing.open(record, of: id) } catch {
            guard error.code != .locked else { throw error }
            return nil
        }
        return try sealing.seal(body, of: id, whenUnlocked: sealing.needsUnlock(record))
    }
}
