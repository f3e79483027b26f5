package import KeychainSync
@_spi(Keepers) internal import PortableKeychain

extension FleetRun {
    private enum Failure: Error { case notCommitted, notWritten, missing, noRest }

    /// A commit of three items, from their plain state to the engine's answer.
    ///
    /// - Returns: The duration, and the records.
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

    /// Adds so many members, whose devices do nothing.
    package func enlarge(by count: Int) async throws {
        let log = try members[0].opened.log
        for _ in 0..<count {
            let keys = try DeviceKeys(entropy: .system)
            try await log.change(.add(keys.certificate, .reader, name: "one of many"))
        }
    }

    /// Makes new keys for all members.
    package func rotate() async throws { try await members[0].opened.log.change(.rotate) }

    /// Removes a member that does nothing, and makes new keys for all others.
    package func removeOne() async throws {
        let log = try members[0].opened.log
        let devices = try members.map { try $0.opened.log.device }
        let others = await log.membership.members.filter {
            $0.value.role == .reader && !devices.contains($0.key)
        }
        guard let device = others.keys.first else { throw Failure.missing }
        try await log.change(.remove(device))
    }

    /// Lets all members commit an item again and again at the same time.
    ///
    /// - Returns: The number of commits.
    package func race(for time: Duration) async throws -> Int {
        let clock = ContinuousClock()
        let end = clock.now + time
        let before = members.reduce(0) { $0 + Self.commits($1) }
        try await withThrowingTaskGroup { group in
            for (number, member) in members.enumerated() {
                group.addTask {
                    var turn = 0
                    while clock.now < end {
                        turn += 1
                        let item = SimItem(
                            account: "raced by \(number)",
                            secret: "e\(turn)",
                            accessible: "ck"
                        )
                        guard member.device.write([item]) else { throw Failure.notWritten }
                        _ = try await member.synchronize()
                    }
                }
            }
            try await group.waitForAll()
        }
        return members.reduce(0) { $0 + Self.commits($1) } - before
    }

    private static func commits(_ member: FleetMember) -> Int {
        member.engine.sent.count { $0.outcome == .committed }
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
