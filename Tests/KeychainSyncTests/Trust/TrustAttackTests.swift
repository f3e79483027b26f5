@_spi(Keepers) import PortableKeychain
import Testing

@_spi(Mutants) @testable import KeychainSync

/// Entries that members, former members and engines could forge, and the one check that refuses
/// each: without it, the entry would be accepted.
@Suite struct TrustAttackTests {
    struct Attack: Sendable, CustomTestStringConvertible {
        let name: String
        let alarm: TrustAlarm
        let forge: @Sendable (inout TrustFixture) throws -> Forged

        var testDescription: String { name }
    }

    enum Forged {
        case member(MembershipEntry)
        case log(SignedEntry)
    }

    static func member(
        _ name: String,
        _ alarm: TrustAlarm,
        _ change: @escaping @Sendable (TrustFixture) -> MembershipEntry.Change,
        newKeys: Bool = false,
        _ edit: @escaping @Sendable (inout TrustFixture.Draft, TrustFixture) -> Void = { _, _ in }
    ) -> Attack {
        Attack(name: name, alarm: alarm) { fixture in
            var draft = fixture.draft(change(fixture), newKeys: newKeys)
            edit(&draft, fixture)
            return .member(try draft.entry(in: fixture.vault))
        }
    }

    static let attacks: [Attack] = [
        member("a writer makes itself admin", .notEntitled, { .setRole($0.writer.id, .admin) }) {
            $0.author = $1.writer
        },
        member("a reader removes a writer", .notEntitled, { .remove($0.writer.id) }, newKeys: true)
        { $0.author = $1.reader },
        member("a writer signs as the admin", .signature, { .setRole($0.writer.id, .admin) }) {
            ($0.author, $0.named) = ($1.writer, $1.admin.id)
        },
        member("an entry is left out", .chain, { .setRole($0.reader.id, .writer) }) { draft, _ in
            draft.number += 1
        },
        member("another line of members", .chain, { .setRole($0.reader.id, .writer) }) {
            draft,
            fixture in
            draft.previous = fixture.trust.membership.moments[1].hash
        },
        member("removed, with the old keys", .noNewKeys, { .remove($0.writer.id) }),
        member("rotated, with the old keys", .noNewKeys, { _ in .rotate }),
        member("another log at the same place", .position, { .setRole($0.reader.id, .writer) }) {
            draft,
            _ in
            draft.position.hash = [UInt8](repeating: 9, count: 32)
        },
        Attack(name: "members from before what was read", alarm: .position) { fixture in
            var draft = fixture.draft(.setRole(fixture.reader.id, .writer))
            try fixture.trust.append(fixture.entry(), rules: .standard)
            draft.position = .start
            return .member(try draft.entry(in: fixture.vault))
        },
        Attack(name: "members from before those that came first", alarm: .position) { fixture in
            // A newcomer has read nothing of the log yet.
            var draft = fixture.draft(.setRole(fixture.reader.id, .writer))
            draft.position = .init(sequence: 2, hash: [UInt8](repeating: 2, count: 32))
            try fixture.trust.append(draft.entry(in: fixture.vault), rules: .standard)
            draft = fixture.draft(.setRole(fixture.reader.id, .reader))
            draft.position = .init(sequence: 1, hash: [UInt8](repeating: 1, count: 32))
            return .member(try draft.entry(in: fixture.vault))
        },
        Attack(name: "a removed device comes back", alarm: .returned) { fixture in
            try fixture.append(.remove(fixture.reader.id), newKeys: true)
            let change = MembershipEntry.Change.add(fixture.reader.certificate, .reader, name: [])
            return .member(try fixture.draft(change).entry(in: fixture.vault))
        },
        Attack(name: "the members of another vault", alarm: .otherVault) { fixture in
            let other = try TrustFixture(seed: 2)
            fixture.trust = VaultTrust(vault: fixture.vault)
            let random = other.entropy.bytes(32)
            let genesis = MembershipEntry.Change.genesis(
                random: random,
                other.admin.certificate,
                name: []
            )
            var draft = fixture.draft(genesis, newKeys: true)
            draft.author = other.admin
            return .member(try draft.entry(in: fixture.vault))
        },
        Attack(name: "the vault's beginning, by another author", alarm: .notEntitled) { fixture in
            let genesis = try #require(fixture.chain.first)
            fixture.trust = VaultTrust(vault: fixture.vault)
            var draft = fixture.draft(genesis.change, newKeys: true)
            draft.named = fixture.writer.id
            return .member(try draft.entry(in: fixture.vault))
        },
        Attack(name: "the vault begins again", alarm: .chain) { fixture in
            let genesis = try #require(fixture.chain.first)
            let draft = fixture.draft(genesis.change, newKeys: true)
            return .member(try draft.entry(in: fixture.vault))
        },
        Attack(name: "a reader commits", alarm: .notEntitled) { fixture in
            .log(try fixture.entry(by: fixture.reader))
        },
        Attack(name: "a reader commits as a writer", alarm: .signature) { fixture in
            .log(try fixture.entry(by: fixture.reader, named: fixture.writer.id))
        },
        Attack(name: "an entry again", alarm: .chain) { fixture in
            let entry = try fixture.entry()
            try fixture.trust.append(entry, rules: .standard)
            let number = fixture.trust.written[fixture.writer.id, default: 0] + 1
            return .log(try fixture.entry(sequence: 1, number: number))
        },
        Attack(name: "an entry of another line", alarm: .chain) { fixture in
            .log(try fixture.entry(previous: [UInt8](repeating: 3, count: 32)))
        },
        Attack(name: "a commit is counted twice", alarm: .number) { fixture in
            .log(try fixture.entry(number: 2))
        },
        Attack(name: "a removed device writes for the members of before", alarm: .membership) {
            fixture in
            let before = fixture.trust.membership.moments.last?.hash
            try fixture.append(.setRole(fixture.reader.id, .writer))
            return .log(try fixture.entry(membership: before))
        },
        Attack(name: "the members name another log", alarm: .position) { fixture in
            // A newcomer reads the members first.
            var draft = fixture.draft(.setRole(fixture.reader.id, .writer))
            draft.position = .init(sequence: 1, hash: [UInt8](repeating: 4, count: 32))
            let before = fixture.trust.membership.moments.last?.hash
            try fixture.trust.append(draft.entry(in: fixture.vault), rules: .standard)
            return .log(try fixture.entry(membership: before))
        },
    ]

    @Test(arguments: attacks) func isRefused(_ attack: Attack) throws {
        #expect(try verdict(attack, .standard) == attack.alarm)
    }

    /// Each check is needed: without it the attack succeeds.
    @Test(arguments: attacks) func isRefusedByOneCheck(_ attack: Attack) throws {
        #expect(try verdict(attack, .without(attack.alarm)) == nil)
    }

    private func verdict(_ attack: Attack, _ rules: TrustRules) throws -> TrustAlarm? {
        var fixture = try TrustFixture()
        switch try attack.forge(&fixture) {
        case .member(let entry): return fixture.alarm(entry, rules)
        case .log(let entry): return fixture.alarm(entry, rules)
        }
    }

    @Test func acceptsWhatMembersDo() throws {
        var fixture = try TrustFixture()
        for _ in 0..<3 { try fixture.trust.append(fixture.entry(), rules: .standard) }
        try fixture.append(.remove(fixture.writer.id), newKeys: true)
        #expect(fixture.alarm(try fixture.entry()) == .notEntitled)
        #expect(fixture.alarm(try fixture.entry(by: fixture.admin)) == nil)
        #expect(fixture.trust.membership.epoch == 2)
        #expect(fixture.trust.epoch(at: 3) == 1)
        #expect(fixture.trust.epoch(at: 4) == 2)
    }

    /// S6: members that name an entry which the engine does not show.
    @Test func refusesALogThatEndsTooEarly() throws {
        var fixture = try TrustFixture()
        let entry = try fixture.entry()
        var draft = fixture.draft(.setRole(fixture.reader.id, .writer))
        draft.position = .init(sequence: 1, hash: entry.hash)
        try fixture.trust.append(draft.entry(in: fixture.vault), rules: .standard)
        let alarm = fixture.alarm { next throws(TrustAlarm) in
            try next.checkEnd(rules: .standard)
        }
        #expect(alarm == .wentBack)
        let before = fixture.trust.membership.moments.dropLast().last?.hash
        try fixture.trust.append(fixture.entry(membership: before), rules: .standard)
        try fixture.trust.checkEnd(rules: .standard)
    }

    @Test func refusesAnAdminThatWasRemoved() throws {
        var fixture = try TrustFixture()
        try fixture.append(.setRole(fixture.writer.id, .admin))
        var draft = fixture.draft(.setRole(fixture.reader.id, .admin))
        draft.author = fixture.writer
        #expect(fixture.alarm(try draft.entry(in: fixture.vault)) == nil)
        try fixture.append(.remove(fixture.writer.id), newKeys: true)
        draft = fixture.draft(.setRole(fixture.reader.id, .admin))
        draft.author = fixture.writer
        #expect(fixture.alarm(try draft.entry(in: fixture.vault)) == .notEntitled)
    }

    @Test func refusesChangesThatMeanNothing() throws {
        let fixture = try TrustFixture()
        let stranger = try DeviceKeys(entropy: fixture.entropy)
        let changes: [(MembershipEntry.Change, newKeys: Bool)] = [
            (.remove(stranger.id), true), (.setRole(stranger.id, .reader), false),
            (.add(stranger.certificate, .reader, name: []), true),
            (.setRole(fixture.reader.id, .writer), true),
        ]
        for (change, newKeys) in changes {
            let entry = try fixture.draft(change, newKeys: newKeys).entry(in: fixture.vault)
            #expect(fixture.alarm(entry) == .malformed)
        }
    }

    /// A recovery key is on paper: it never becomes the key of a device, nor a device's one of these.
    @Test func aRecoveryKeyStaysOne() throws {
        var fixture = try TrustFixture()
        let paper = try DeviceKeys(entropy: fixture.entropy)
        try fixture.append(.add(paper.certificate, .recovery, name: []))
        let changes: [(DeviceID, SyncRole, TrustAlarm?)] = [
            (paper.id, .admin, .malformed), (fixture.reader.id, .recovery, .malformed),
            (fixture.reader.id, .writer, nil),
        ]
        for (device, role, alarm) in changes {
            let entry = try fixture.draft(.setRole(device, role)).entry(in: fixture.vault)
            #expect(fixture.alarm(entry) == alarm, "\(role)")
        }
    }

    @Test func refusesAVaultThatNobodyCanChange() throws {
        var fixture = try TrustFixture()
        let drafts = { (fixture: TrustFixture) in
            [SyncRole.writer, .publisher].map { fixture.draft(.setRole(fixture.admin.id, $0)) }
                + [fixture.draft(.remove(fixture.admin.id), newKeys: true)]
        }
        for draft in drafts(fixture) {
            #expect(fixture.alarm(try draft.entry(in: fixture.vault)) == .malformed)
        }
        // The key on paper can change them.
        let paper = try DeviceKeys(entropy: fixture.entropy)
        try fixture.append(.add(paper.certificate, .recovery, name: []))
        for draft in drafts(fixture) {
            #expect(fixture.alarm(try draft.entry(in: fixture.vault)) == nil)
        }
    }
}
