internal import PortableKeychain

/// Following a statement by which an admin has accepted an older state of the remote.
extension SyncedVault {
    /// The result of taking the line of the remote in place of the device's.
    struct FollowedLine: Sendable {
        /// The alarm that it has ended.
        let alarm: TrustAlarm
        /// The number of items that this device has changes of that the remote has lost.
        let sentAgain: Int
    }

    /// Takes the state of the remote in place of the one that this device has read, if an admin has
    /// accepted that.
    ///
    /// - Parameters:
    ///   - engine: The remote.
    ///   - round: The log of a round that has just met the other line: the alarm that it has raised is about a line
    ///     that turns out to be accepted, so it counts for nothing. `nil` for a stored alarm.
    /// - Returns: The line that was found; `nil` if no statement holds for this device or the
    ///   remote does not answer, and the alarm stays.
    /// - Throws: ``SyncProblem/keychain(_:)`` while the keychain is locked, because lost changes
    ///   cannot be compared then.
    func followAccepted(
        on engine: any VaultEngine,
        after round: VaultLog? = nil
    ) async throws(SyncProblem) -> FollowedLine? {
        guard let log = try logIfMember(), let alarm = await log.trust.alarm else { return nil }
        do throws(SyncProblem) {
            guard try await showsStatement(beyond: await log.trust, on: engine) else { return nil }
        } catch {
            // An engine could hide the alarm by not answering from now on.
            switch error {
            case .offline, .outdated: return nil
            default: throw error
            }
        }
        let state = try state()
        let keys = try SyncProblem.catching { () throws(KeychainError) in try DeviceKeys(state) }
        guard let keys else { return nil }
        let own = await log.trust
        do throws(SyncProblem) {
            let shown = try await ShownLine(
                on: engine,
                of: own.vault,
                as: keys,
                at: store.now,
                entropy: entropy
            )
            let acceptance = await shown.acceptance(over: own)
            guard let lost = acceptance.statement else { return nil }
            var ended = EndedAlarm(alarm: alarm, time: store.now)
            var rows: [SyncStateChange] = []
            if let before = round?.stored {
                ended = EndedAlarm(alarm: before.alarm ?? .wentBack, time: store.now)
                rows.append(before.evidence?.row ?? .remove(AlarmEvidence.name))
            }
            rows.append(ended.row)
            let count = try await take(shown, acceptance, lost, from: log, noting: rows)
            return FollowedLine(alarm: ended.alarm, sentAgain: count)
        } catch {
            // The shown state is not a valid line, or not one of this device: the alarm stays as it was.
            switch error {
            case .alarm, .notMember, .keysMissing, .offline, .outdated: return nil
            default: throw error
            }
        }
    }

    /// Whether the remote has a statement among the members that this device has not read: most alarms
    /// end here, before anything else is read.
    private func showsStatement(
        beyond own: VaultTrust,
        on engine: any VaultEngine
    ) async throws(SyncProblem) -> Bool {
        try await SyncProblem.asking { () async throws(EngineFailure) in
            let snapshot = try await engine.snapshot()
            let head = try await engine.read([VaultPath.head], of: snapshot)[VaultPath.head]
            guard let head = head.flatMap({ VaultHead($0) }) else { return false }
            let known = own.membership.moments
            var start: UInt64 = 0
            while start < head.membership {
                let page = start..<min(start + VaultLog.pageLength, head.membership)
                let files = try await engine.read(page.map(VaultPath.membership), of: snapshot)
                for number in page {
                    guard
                        let entry = files[VaultPath.membership(number)].flatMap(
                            MembershipEntry.init
                        )
                    else { return false }
                    let isKnown = number < known.count && known[Int(number)].hash == entry.hash
                    if case .acceptOlder = entry.change, !isKnown { return true }
                }
                start = page.upperBound
            }
            return false
        }
    }

    private func take(
        _ shown: ShownLine,
        _ acceptance: Acceptance,
        _ lost: LostLine,
        from log: VaultLog,
        noting rows: [SyncStateChange]
    ) async throws(SyncProblem) -> Int {
        let ledger = try settled(log)
        let (own, new) = (acceptance.own, acceptance.shown)
        let fork = min(own.position.sequence, lost.log.first - 1)
        let atFork = try await SyncProblem.asking { () async throws(EngineFailure) in
            try await shown.log.digests(at: fork)
        }
        let now = new.state.digests
        let needed = LineChange.needed(ledger, now)
        let records = try await SyncProblem.asking { () async throws(EngineFailure) in
            try await shown.log.records(named: needed)
        }
        let parted = Int(acceptance.membersFork)
        var change = LineChange(
            ledger,
            old: log.sealing,
            new: shown.log.sealing,
            sharedEpoch: own.membership.moments.prefix(parted).last?.epoch ?? 0
        )
        try SyncProblem.catching { () throws(KeychainError) in
            try change.add(atFork, now, records)
        }
        let lines = shown.lineRows
        let kept = Set(lines.compactMap { if case .put(let name, _) = $0 { name } else { nil } })
        let gone = try state().keys.filter { ShownLine.isOfLine($0) && !kept.contains($0) }
        let removals = gone.map { SyncStateChange.remove($0) }
        let place: [SyncStateChange] = [.cursor(new.position.sequence), .attempt(nil)]
        try keep(removals + lines + change.rows + place + rows)
        return change.sentAgain
    }

    /// Brings the items of this device together with the state that it has read of its own line:
    /// their edits are found while their basis is there.
    private func settled(_ log: VaultLog) throws(SyncProblem) -> SyncLedger {
        try SyncProblem.catching { () throws(KeychainError) in
            let tools = SyncTools(device: log.device, sealing: log.sealing, store: store)
            var memory = SyncMemory()
            try memory.refresh(from: store)
            for _ in 0..<8 {
                let content = try store.content()
                guard content.isUnlocked else { throw KeychainError(.locked) }
                let settlement = try Settlement(content, memory, tools, holding: [])
                let applied = try store.apply(settlement.applications, state: settlement.changes)
                guard applied.isApplied else { continue }
                try memory.follow(settlement.changes, tools.rules)
                return memory.ledger
            }
            throw KeychainError(.internalError)
        }
    }
}
