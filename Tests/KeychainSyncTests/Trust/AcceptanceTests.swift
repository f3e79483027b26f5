import PortableKeychain
import SyncSimulation
import Testing

@testable import KeychainSync

/// Statements that an older state is accepted, and the one check that refuses each that does not hold:
/// without it, the statement would be followed (sync-format.md §7.1, S23).
@Suite struct AcceptanceTests {
    /// The line that this device has read, and the one that it is shown.
    struct Lines {
        /// The state where the two lines part.
        let fork: TrustFixture
        var own: TrustFixture
        var shown: TrustFixture
        var entries: [MembershipEntry]

        /// Two entries of the log and one of the members are lost.
        init() throws {
            var fork = try TrustFixture()
            try fork.trust.append(fork.entry(), rules: .standard)
            self.fork = fork
            (own, shown, entries) = (fork, fork, fork.chain)
            for _ in 0..<2 { try own.trust.append(own.entry(), rules: .standard) }
            try own.append(.setRole(own.reader.id, .writer))
        }

        /// The statement of an honest admin.
        var lost: LostLine {
            LostLine(
                log: .init(first: 2, digests: own.trust.trail.digests.suffix(2)),
                members: .init(
                    first: fork.trust.membership.count,
                    digests: own.trust.membership.moments.dropFirst(fork.chain.count).map(\.hash)
                )
            )
        }

        /// Makes the writer an admin on both lines, and removes it again on the own one alone.
        ///
        /// - Returns: The lost line in the statement of an admin that knows of the removal.
        mutating func removeAnAdmin() throws -> LostLine {
            try shown.append(.setRole(own.writer.id, .admin))
            entries = shown.chain
            own = shown
            try own.append(.remove(own.writer.id), newKeys: true)
            return LostLine(
                log: .init(first: 2, digests: []),
                members: .init(
                    first: UInt64(entries.count),
                    digests: [try #require(own.trust.membership.moments.last).hash]
                )
            )
        }

        /// Adds an entry to the shown line.
        mutating func show(
            _ change: MembershipEntry.Change,
            by author: DeviceKeys? = nil,
            newKeys: Bool = false
        ) throws {
            var draft = shown.draft(change, newKeys: newKeys)
            if let author { draft.author = author }
            let entry = try draft.entry(in: shown.vault)
            try shown.trust.append(entry, rules: .standard)
            entries.append(entry)
        }

        func isFollowed(without check: Acceptance.Check? = nil) -> Bool {
            var acceptance = Acceptance(own: own.trust, shown: shown.trust, entries: entries)
            acceptance.rules.ignored = check.map { [$0] } ?? []
            return acceptance.statement != nil
        }
    }

    struct Attack: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let check: Acceptance.Check
        let show: @Sendable (inout Lines) throws -> Void

        init(
            _ name: String,
            _ check: Acceptance.Check,
            _ show: @escaping @Sendable (inout Lines) throws -> Void
        ) {
            (testDescription, self.check, self.show) = (name, check, show)
        }
    }

    private static let zeros = [UInt8](repeating: 0, count: 32)

    static let attacks = [
        Attack("by an admin that was removed", .author) { lines in
            let lost = try lines.removeAnAdmin()
            try lines.show(.acceptOlder(lost), by: lines.own.writer)
        },
        Attack("by an admin whom the removed one has made", .author) { lines in
            let lost = try lines.removeAnAdmin()
            try lines.show(.setRole(lines.own.reader.id, .admin), by: lines.own.writer)
            try lines.show(.acceptOlder(lost), by: lines.own.reader)
        },
        Attack("of less than this device has read", .log) { lines in
            let log = LostLine.Part(first: 2, digests: [lines.lost.log.digests[0]])
            try lines.show(.acceptOlder(LostLine(log: log, members: lines.lost.members)))
        },
        Attack("of another log", .log) { lines in
            let log = LostLine.Part(first: 2, digests: [zeros, zeros])
            try lines.show(.acceptOlder(LostLine(log: log, members: lines.lost.members)))
        },
        Attack("of a log that begins later", .log) { lines in
            let log = LostLine.Part(first: 1, digests: lines.lost.log.digests)
            try lines.show(.acceptOlder(LostLine(log: log, members: lines.lost.members)))
        },
        Attack("of other members", .members) { lines in
            let first = lines.lost.members.first
            let members = LostLine.Part(first: first, digests: [zeros])
            try lines.show(.acceptOlder(LostLine(log: lines.lost.log, members: members)))
        },
        Attack("of no members", .members) { lines in
            let members = LostLine.Part(first: lines.lost.members.first, digests: [])
            try lines.show(.acceptOlder(LostLine(log: lines.lost.log, members: members)))
        },
    ]

    @Test(arguments: attacks) func isRefusedByOneCheck(_ attack: Attack) throws {
        var lines = try Lines()
        try attack.show(&lines)
        #expect(!lines.isFollowed())
        #expect(lines.isFollowed(without: attack.check))
        for check in Acceptance.Check.allCases where check != attack.check {
            #expect(!lines.isFollowed(without: check))
        }
    }

    @Test func followsAnAdmin() throws {
        var lines = try Lines()
        #expect(!lines.isFollowed())
        try lines.show(.rotate, newKeys: true)
        #expect(!lines.isFollowed())
        try lines.show(.acceptOlder(lines.lost))
        #expect(lines.isFollowed())
    }

    /// An admin that this device knows has made another one.
    @Test func followsWhomAnAdminHasMadeOne() throws {
        var lines = try Lines()
        try lines.show(.setRole(lines.own.reader.id, .admin))
        try lines.show(.acceptOlder(lines.lost), by: lines.own.reader)
        #expect(lines.isFollowed())
        // No longer, if it was made none again: then its statement is not even an entry.
        try lines.show(.setRole(lines.own.reader.id, .reader))
        #expect(throws: TrustAlarm.notEntitled) {
            try lines.show(.acceptOlder(lines.lost), by: lines.own.reader)
        }
    }

    /// S3, S23: statements that are not entries at all.
    @Test func takesNoOtherStatement() throws {
        let lines = try Lines()
        let lost = lines.lost
        let changes: [(LostLine, DeviceKeys, TrustAlarm)] = [
            (lost, lines.own.writer, .notEntitled), (lost, lines.own.reader, .notEntitled),
            (
                LostLine(
                    log: .init(first: 1, digests: []),
                    members: .init(first: 1, digests: [])
                ), lines.own.admin, .malformed
            ),
            (
                LostLine(log: .init(first: 0, digests: [Self.zeros]), members: lost.members),
                lines.own.admin, .malformed
            ),
            (
                LostLine(log: .init(first: 3, digests: [Self.zeros]), members: lost.members),
                lines.own.admin, .malformed
            ),
            (
                LostLine(log: lost.log, members: .init(first: 0, digests: [Self.zeros])),
                lines.own.admin, .malformed
            ),
            (
                LostLine(log: lost.log, members: .init(first: 9, digests: [Self.zeros])),
                lines.own.admin, .malformed
            ),
        ]
        for (lost, author, alarm) in changes {
            var draft = lines.shown.draft(.acceptOlder(lost))
            draft.author = author
            #expect(lines.shown.alarm(try draft.entry(in: lines.shown.vault)) == alarm)
        }
        for (count, isRead) in [(LostLine.maximumCount, true), (LostLine.maximumCount + 1, false)] {
            let digests = Array(repeating: Self.zeros, count: count - 1)
            let many = LostLine(log: .init(first: 2, digests: digests), members: lost.members)
            let bytes = try lines.shown.draft(.acceptOlder(many)).entry(in: lines.shown.vault)
                .encoded
            #expect((MembershipEntry(bytes) != nil) == isRead)
        }
        let other = try TrustFixture(seed: 2)
        var draft = lines.shown.draft(.acceptOlder(lost))
        #expect(lines.shown.alarm(try draft.entry(in: other.vault)) == .signature)
        draft = lines.shown.draft(.acceptOlder(lost), newKeys: true)
        #expect(lines.shown.alarm(try draft.entry(in: lines.shown.vault)) == .malformed)
    }
}
