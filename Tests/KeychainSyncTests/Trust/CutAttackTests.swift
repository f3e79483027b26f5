@_spi(Keepers) import PortableKeychain
import Testing

@_spi(Mutants) @testable import KeychainSync

/// Cuts that members, former members and engines could forge, and the one check that refuses each:
/// without it, the cut would be accepted (sync-format.md §5.1).
@Suite struct CutAttackTests {
    /// A cut, as an engine shows it to a reader.
    struct Shown {
        /// The state of the reader.
        let reader: VaultTrust
        let entry: SignedEntry
        let snapshot: LogSnapshot

        /// The check that refuses it; `nil` if it is accepted.
        func alarm(_ rules: TrustRules = .standard) -> TrustAlarm? {
            var next = reader
            do throws(TrustAlarm) {
                try next.jump(to: entry, snapshot, rules: rules)
                return nil
            } catch {
                return error
            }
        }
    }

    struct Attack: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let alarm: TrustAlarm
        let forge: @Sendable (TrustFixture) throws -> Shown

        init(
            _ name: String,
            _ alarm: TrustAlarm,
            _ forge: @escaping @Sendable (TrustFixture) throws -> Shown
        ) {
            (testDescription, self.alarm, self.forge) = (name, alarm, forge)
        }
    }

    /// A vault whose writer has committed four times.
    private static func fixture() throws -> TrustFixture {
        var fixture = try TrustFixture()
        for _ in 0..<4 { try fixture.trust.append(fixture.entry(), rules: .standard) }
        return fixture
    }

    /// The state of a reader to which an engine has shown another line: commits of the admin.
    private static func other(commits: Int) throws -> VaultTrust {
        var other = try TrustFixture()
        for _ in 0..<commits {
            try other.trust.append(other.entry(by: other.admin), rules: .standard)
        }
        return other.trust
    }

    private static func start() throws -> VaultTrust { try TrustFixture().trust }

    private static func changed(
        _ taken: LogSnapshot,
        state: LogState? = nil,
        authors: [DeviceID: LogSnapshot.Commit]? = nil,
        trail: [[UInt8]]? = nil
    ) -> LogSnapshot {
        LogSnapshot(
            sequence: taken.sequence,
            state: state ?? taken.state,
            authors: authors ?? taken.authors,
            trail: trail ?? taken.trail
        )
    }

    static let attacks = [
        Attack("a reader cuts", .notEntitled) { fixture in
            let taken = fixture.trust.snapshot
            let entry = try fixture.cut(taken.digest, by: fixture.reader)
            return Shown(reader: try start(), entry: entry, snapshot: taken)
        },
        Attack("a reader cuts as a writer", .signature) { fixture in
            let taken = fixture.trust.snapshot
            let entry = try fixture.cut(
                taken.digest,
                by: fixture.reader,
                named: fixture.writer.id
            )
            return Shown(reader: try start(), entry: entry, snapshot: taken)
        },
        Attack("a cut for earlier members", .membership) { fixture in
            let taken = fixture.trust.snapshot
            let entry = try fixture.cut(
                taken.digest,
                membership: fixture.trust.membership.moments[1].hash
            )
            return Shown(reader: try start(), entry: entry, snapshot: taken)
        },
        Attack("a snapshot that the cut does not name", .snapshot) { fixture in
            let taken = fixture.trust.snapshot
            return Shown(
                reader: try start(),
                entry: try fixture.cut(taken.digest),
                snapshot: changed(taken, state: LogState())
            )
        },
        Attack("a snapshot with a record of keys to come", .snapshot) { fixture in
            let record = LogState.Record(epoch: 2, digest: SyncDigest.zero)
            let taken = changed(
                fixture.trust.snapshot,
                state: LogState([(ItemID(1, 2), record)])
            )
            let entry = try fixture.cut(taken.digest)
            return Shown(reader: try start(), entry: entry, snapshot: taken)
        },
        Attack("a snapshot of another line", .chain) { fixture in
            let taken = changed(fixture.trust.snapshot, trail: [SyncDigest.zero])
            let entry = try fixture.cut(taken.digest)
            return Shown(reader: try start(), entry: entry, snapshot: taken)
        },
        Attack("another entry at the reader's place", .parted) { fixture in
            // As many commits of the same devices, so that their numbers show nothing.
            var taken = fixture.trust.snapshot
            let reader = try other(commits: 2)
            taken = changed(taken, authors: taken.authors.merging(reader.snapshot.authors) { $1 })
            return Shown(reader: reader, entry: try fixture.cut(taken.digest), snapshot: taken)
        },
        Attack("fewer commits than were read", .fewer) { fixture in
            let reader = try other(commits: 2)
            var taken = changed(fixture.trust.snapshot, trail: [fixture.trust.position.hash])
            let one = LogSnapshot.Commit(number: 1, digest: SyncDigest.zero)
            taken = changed(taken, authors: taken.authors.merging([fixture.admin.id: one]) { $1 })
            return Shown(reader: reader, entry: try fixture.cut(taken.digest), snapshot: taken)
        },
        Attack("no commit of a device that has committed", .fewer) { fixture in
            let reader = try other(commits: 1)
            let taken = changed(fixture.trust.snapshot, trail: [fixture.trust.position.hash])
            return Shown(reader: reader, entry: try fixture.cut(taken.digest), snapshot: taken)
        },
        Attack("another last commit of the same number", .fewer) { fixture in
            let reader = try other(commits: 1)
            var taken = changed(fixture.trust.snapshot, trail: [fixture.trust.position.hash])
            let one = LogSnapshot.Commit(number: 1, digest: SyncDigest.zero)
            taken = changed(taken, authors: taken.authors.merging([fixture.admin.id: one]) { $1 })
            return Shown(reader: reader, entry: try fixture.cut(taken.digest), snapshot: taken)
        },
        Attack("the members name another entry", .position) { fixture in
            var fixture = fixture
            var draft = fixture.draft(.setRole(fixture.reader.id, .writer))
            draft.position = .init(sequence: 2, hash: SyncDigest.zero)
            var reader = try start()
            try reader.append(draft.entry(in: fixture.vault), rules: .standard)
            let taken = fixture.trust.snapshot
            fixture.trust = reader
            let entry = try SignedEntry(
                .cut(taken.digest),
                by: fixture.writer.id,
                at: taken.sequence,
                previous: try #require(taken.trail.last),
                membership: try #require(reader.membership.moments.last?.hash)
            ).signed(by: fixture.writer, in: fixture.vault)
            return Shown(reader: reader, entry: entry, snapshot: taken)
        },
    ]

    @Test(arguments: attacks) func isRefused(_ attack: Attack) throws {
        let shown = try attack.forge(try Self.fixture())
        #expect(shown.alarm() == attack.alarm)
        #expect(shown.alarm(.without(attack.alarm)) == nil)
    }

    /// S27, S28: an honest cut is taken from each place, and leads to the same state.
    @Test(arguments: 0...4) func continuesFromEachPlace(_ commits: Int) throws {
        let fixture = try Self.fixture()
        var line = try TrustFixture()
        for _ in 0..<commits { try line.trust.append(line.entry(), rules: .standard) }
        let taken = fixture.trust.snapshot
        let entry = try fixture.cut(taken.digest)
        var jumped = line.trust
        try jumped.jump(to: entry, taken, rules: .standard)
        var followed = fixture.trust
        try followed.append(entry, rules: .standard)
        #expect(jumped.position == followed.position && jumped.cut == 5 && jumped.first == 5)
        #expect(jumped.state == followed.state && jumped.written == followed.written)
        #expect(jumped.trail.end == 6 && jumped.trail[from: 1] == followed.trail[from: 1])
        #expect(jumped.snapshot == followed.snapshot)
    }

    /// S26: who has read everything makes the snapshot itself.
    @Test func aWrongSnapshotIsRefusedByWhomHasReadEverything() throws {
        let fixture = try Self.fixture()
        let wrong = try fixture.cut(Self.changed(fixture.trust.snapshot, state: LogState()).digest)
        #expect(fixture.alarm(wrong) == .snapshot)
        #expect(fixture.alarm(wrong, .without(.snapshot)) == nil)
        #expect(try fixture.alarm(fixture.cut(fixture.trust.snapshot.digest)) == nil)
    }

    /// A commit is no cut.
    @Test func continuesOnlyFromACut() throws {
        let fixture = try Self.fixture()
        let taken = fixture.trust.snapshot
        let shown = Shown(
            reader: try Self.start(),
            entry: try fixture.entry(),
            snapshot: taken
        )
        #expect(shown.alarm() == .malformed)
    }
}
