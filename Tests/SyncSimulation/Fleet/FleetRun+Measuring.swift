package import KeychainSync
internal import PortableKeychain

extension FleetRun {
    private enum Failure: Error { case notCommitted, notWritten, missing, noRest }

    /// A commit of three items, from their plain state to the engine's answer.
    ///
    /// - Returns: How long it took, and the records.
    package func commitSample(
        _ number: Int
    ) async throws -> (time: Duration, records: [[UInt8]]) {
        let parts = try members[0].opened
        let head = try await parts.log.head()
        let clock = ContinuousClock()
        let start = clock.now
        var changes: [CommitAttempt.Change] = []
        for item in 0..<3 {
            let id = ItemID(UInt64(number % 100), UInt64(item))
            let body = SecretBytes([UInt8](repeating: UInt8(number % 256), count: 300))
            let record = try parts.log.sealing.seal(body, of: id, whenUnlocked: true)
            changes.append(CommitAttempt.Change(id: id, record: record))
        }
        let attempt = CommitAttempt(
            author: parts.log.device,
            number: head.written[parts.log.device, default: 0] + 1,
            sequence: head.sequence + 1,
            membership: head.membership,
            changes: changes
        )
        guard await parts.log.commit(attempt) == .committed else {
            throw Failure.notCommitted
        }
        return (clock.now - start, changes.compactMap(\.record))
    }

    /// Lets the second member commit so many new items.
    package func fill(_ count: Int) async throws {
        let member = members[1]
        for start in stride(from: 0, to: count, by: 500) {
            let items = (start..<min(start + 500, count)).map {
                SimItem(account: "filled \($0)", secret: "e\($0)", accessible: "ck")
            }
            guard member.device.write(items) else { throw Failure.notWritten }
        }
        try await settle(member)
    }

    /// Lets a device join.
    ///
    /// - Returns: Its first synchronization, which throws unless it has as many items as the second
    ///   member.
    package func newcomer(
        _ engine: any VaultEngine
    ) async throws -> @Sendable () async throws -> Void {
        let member = try FleetMember(100, engine: engine, skew: 0)
        let keys = try member.keys()
        let log = try members[0].opened.log
        try await log.change(.add(keys.certificate, .writer, name: "newcomer"))
        try member.join(await log.membership.vault, keys)
        return { [self] in
            try await settle(member)
            let expected = try members[1].device.content().entries.count
            guard try member.device.content().entries.count == expected else {
                throw Failure.missing
            }
        }
    }

    private func settle(_ member: FleetMember) async throws {
        for _ in 0..<100 {
            if case .upToDate = try await member.synchronize() { return }
        }
        throw Failure.noRest
    }
}
