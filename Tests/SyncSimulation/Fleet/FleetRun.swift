internal import Foundation
package import KeychainSync
internal import PortableKeychain
internal import Synchronization

/// Members that write and synchronize at the same time over an engine to which anything happens.
///
/// Each member has a task of its own, so a seed decides what is written and not in which order.
package final class FleetRun: Sendable {
    /// The counts of observed events, for the reader.
    package struct Counts: Sendable {
        package var writes = 0
        package var rounds = 0
        package var offline = 0
        package var entries = 0
        package var acknowledged = 0
        package var refused = 0
        package var unknown = 0
        /// Commits of unknown outcome that turned out to be in the log.
        package var unknownThrough = 0
        package var alarms = 0
        /// The longest time without any acknowledged commit, in seconds.
        package var longestGap = 0.0
        /// The place of the last cut of the log.
        package var lastCut: UInt64 = 0
    }

    static let log = "log/"

    let members: [FleetMember]
    private let ghost = Mutex(Ghost())
    private let counts = Mutex(Counts())
    private let problems = Mutex<[String]>([])
    private let lastCommit = Mutex<Double?>(nil)
    private let isStopped = Mutex(false)

    /// - Parameter engines: The engine of each member; all are of one vault without files.
    /// - Throws: Any error of making a keychain.
    package init(_ engines: [any VaultEngine]) throws {
        // Half a day behind to half a day ahead.
        members = try engines.enumerated().map { number, engine in
            try FleetMember(number, engine: engine, skew: Double(number - 2) * 21_600)
        }
    }

    /// Begins the vault, and lets all members join.
    package func begin() async throws {
        try await members[0].create()
        let log = try members[0].opened.log
        for member in members.dropFirst() {
            let keys = try member.keys()
            try await log.change(.add(keys.certificate, .writer, name: "member"))
            try member.join(await log.membership.vault, keys)
        }
    }

    /// Lets all members work until ``stop()``.
    package func work(seed: UInt64) async throws {
        try await withThrowingTaskGroup { group in
            for (number, member) in members.enumerated() {
                group.addTask { [self] in
                    var random = SeededRandom(seed &+ UInt64(number))
                    while !isStopped.withLock({ $0 }) {
                        write(member, &random)
                        try await round(member)
                        if number == 0, random.chance(2) {
                            // No member can write under the old keys then.
                            try? await member.opened.log.change(.rotate)
                            if random.chance(50) {
                                _ = try? await member.opened.log.renewRecords()
                            }
                        }
                        // Some twenty rounds of all members are a second.
                        if random.chance(3) { _ = try? await member.opened.log.cut() }
                        try await Task.sleep(for: .milliseconds(50 + random.below(200)))
                    }
                }
            }
            try await group.waitForAll()
        }
    }

    package func stop() { isStopped.withLock { $0 = true } }

    private func write(_ member: FleetMember, _ random: inout SeededRandom) {
        guard let sealing = try? member.opened.log.sealing, random.chance(60) else { return }
        let account = random.pick(Simulation.accounts) ?? "a0"
        let present = member.device.items().first { $0.account == account }
        ghost.withLock { ghost in
            if let present, random.chance(20) {
                let shown = member.device.shown(present, sealing)
                if member.device.delete(account) { ghost.delete(account, showing: shown) }
                return
            }
            let before = ghost
            var item = present ?? SimItem(account: account, secret: "", accessible: "ck")
            item.secret = "e\(ghost.next)"
            ghost.put("secret", of: account, over: present?.secret)
            if !member.device.write([item]) { ghost = before }
        }
        counts.withLock { $0.writes += 1 }
    }

    private func round(_ member: FleetMember) async throws {
        let before = member.engine.sent.count
        let end = try await member.synchronize()
        let now = Date().timeIntervalSinceReferenceDate
        let isCommitted = member.engine.sent.dropFirst(before).contains { $0.outcome == .committed }
        let gap = lastCommit.withLock { last in
            defer { if isCommitted { last = now } }
            return isCommitted ? now - (last ?? now) : 0
        }
        counts.withLock { counts in
            counts.rounds += 1
            if end == .offline { counts.offline += 1 }
            counts.longestGap = max(counts.longestGap, gap)
            switch end {
            case .alarm, .wentBack, .notMember: counts.alarms += 1
            case .upToDate, .offline, .outdated, .busy, .keysMissing: break
            }
        }
        if end.needsPerson || end.isAlarm { note("A false alarm: \(end)") }
    }

    private func note(_ problem: String) { problems.withLock { $0.append(problem) } }

    // MARK: The end

    /// Lets all devices synchronize, once no failures happen any longer, and checks what must hold.
    ///
    /// - Returns: The counts, and the rules that did not hold.
    package func finish() async throws -> (Counts, problems: [String]) {
        var quiet = 0
        var ends: [SyncRound.End] = []
        for _ in 0..<30 where quiet < 2 {
            var isQuiet = true
            ends = []
            for member in members {
                let before = member.engine.sent.count
                let end = try await member.synchronize()
                if end.needsPerson || end.isAlarm { note("A false alarm: \(end)") }
                ends.append(end)
                if end != .upToDate(waiting: 0) || member.engine.sent.count > before {
                    isQuiet = false
                }
            }
            quiet = isQuiet ? quiet + 1 : 0
            if !isQuiet { try await Task.sleep(for: .milliseconds(500)) }
        }
        if quiet < 2 { note("P0: no rest: \(ends)") }
        try checkItems()
        try await checkLog()
        return (counts.withLock { $0 }, problems.withLock { $0 })
    }

    private func checkItems() throws {
        let items = members.map { $0.device.items().sorted { $0.account < $1.account } }
        for other in items where other != items[0] {
            note("P1: members differ: \(other) and \(items[0]).")
        }
        let sealing = try members[0].opened.log.sealing
        var final: [String: ItemState] = [:]
        for (id, record) in try SyncLedger(members[0].device.state()).records {
            guard let state = sealing.state(in: record, of: id), let item = SimItem(state.item)
            else {
                note("A record cannot be read.")
                continue
            }
            final[item.account] = state
        }
        for problem in ghost.withLock({ $0.violations(in: final) }) { note(problem) }
    }

    /// P6: acknowledged commits are in the log, refused ones are not, and nothing is twice.
    private func checkLog() async throws {
        let engine = members[0].engine
        let snapshot = try await engine.snapshot()
        let paths = try await engine.list("log", of: snapshot)
        var files = try await engine.read(paths, of: snapshot)
        let head = try await engine.read([VaultPath.head], of: snapshot)[VaultPath.head]
        counts.withLock { $0.lastCut = head.flatMap { VaultHead($0)?.cut } ?? 0 }
        // The entries that were removed after a cut, as the member saw them that removed them.
        for member in members { files.merge(member.engine.forgotten) { $1 } }
        if Set(files.values).count != files.count { note("P6: an entry is twice in the log.") }
        let sent = members.flatMap(\.engine.sent)
        var senders: [[UInt8]: Int] = [:]
        counts.withLock { $0.entries = files.count }
        for entry in sent {
            let isThere = files[entry.path] == entry.bytes
            if isThere { senders[entry.bytes, default: 0] += 1 }
            counts.withLock { counts in
                switch entry.outcome {
                case .committed: counts.acknowledged += 1
                case .refused: counts.refused += 1
                case .unknown:
                    counts.unknown += 1
                    if isThere { counts.unknownThrough += 1 }
                }
            }
            if entry.outcome == .committed, !isThere { note("P6: \(entry.path) is lost.") }
            if entry.outcome == .refused, isThere { note("P6: \(entry.path) was not refused.") }
        }
        if senders.count != files.count { note("P6: an entry is in the log that nobody sent.") }
        if senders.values.contains(where: { $0 > 1 }) { note("P6: an entry was sent twice.") }
    }
}
