@_spi(Keepers) import PortableKeychain
import SyncSimulation
import Testing

@testable import KeychainSync

/// The lies that an engine shows a member that has read everything, one file at a time.
///
/// Simulations draw such lies by chance (`VaultSimulationTests`); these happen each time.
@Suite struct VaultLieTests {
    /// Two members that have read a vault with an item that has two versions.
    static func members(_ vault: MemoryVault) async throws -> [VaultMember] {
        let members = try await VaultMember.two(vault)
        for secret in ["1", "2"] {
            let item = SimItem(account: "a0", secret: secret, accessible: "ck")
            #expect(members[0].device.write([item]))
            for member in members { try await member.synchronize() }
        }
        return members
    }

    struct Lie: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let alarm: TrustAlarm
        /// Changes the files; the second ones are those of an older state.
        let tell: @Sendable (inout VaultView.Files, _ old: VaultView.Files) -> Void

        init(
            _ name: String,
            _ alarm: TrustAlarm,
            _ tell: @escaping @Sendable (inout VaultView.Files, VaultView.Files) -> Void
        ) {
            (testDescription, self.alarm, self.tell) = (name, alarm, tell)
        }

        /// Shows a member the changed files from now on; the older state is that of one commit ago.
        func begin(_ vault: MemoryVault, to member: VaultMember) {
            let old = vault.state(vault.tip - 1).files
            member.view.lie = { files in
                var files = files
                tell(&files, old)
                return files
            }
        }
    }

    static let lies = [
        Lie("nothing", .wentBack) { files, _ in files = [:] },
        Lie("a shorter log", .wentBack) { files, _ in
            files["head"] = VaultHead(sequence: 1, membership: 3).encoded
        },
        Lie("fewer members", .wentBack) { files, _ in
            files["head"] = VaultHead(sequence: 2, membership: 2).encoded
        },
        Lie("a longer log", .malformed) { files, _ in
            files["head"] = VaultHead(sequence: .max, membership: 3).encoded
        },
        Lie("more members", .malformed) { files, _ in
            files["head"] = VaultHead(sequence: 2, membership: .max).encoded
        },
        Lie("a head of another version", .malformed) { files, _ in files["head"]?[0] = 1 },
        Lie("a last member that is another one", .chain) { files, _ in
            files[VaultPath.membership(2)]?[2000] ^= 1
        },
        Lie("no last member", .malformed) { files, _ in files[VaultPath.membership(2)] = nil },
        Lie("a last entry that is another one", .malformed) { files, old in
            files[VaultPath.entry(2)] = old[VaultPath.entry(1)]
        },
    ]

    @Test(arguments: lies) func isNoticed(_ lie: Lie) async throws {
        let vault = MemoryVault()
        let members = try await Self.members(vault)
        lie.begin(vault, to: members[1])
        #expect(try await members[1].synchronize() == .alarm(lie.alarm))
        #expect(members[1].device.items().map(\.secret) == ["2"])
    }

    /// S11: the record that an older entry named.
    @Test func showsNoOlderRecord() async throws {
        let vault = MemoryVault()
        let members = try await Self.members(vault)
        let old = vault.state(vault.tip).files
        #expect(
            members[0].device.write([SimItem(account: "a0", secret: "3", accessible: "ck")])
        )
        try await members[0].synchronize()
        members[1].view.lie = { files in
            files.merging(old.filter { $0.key.hasPrefix("items/") }) { $1 }
        }
        #expect(try await members[1].synchronize() == .alarm(.record))
        #expect(members[1].device.items().map(\.secret) == ["2"])
    }

    /// An engine that answers differently when it is asked again, with an entry that no member
    /// signed: any reader can seal one.
    private actor TwoFaced: VaultEngine {
        let base: VaultView
        let path: String
        let later: VaultView.Files
        private var hasShown = false

        init(_ base: VaultView, _ path: String, later: VaultView.Files) {
            (self.base, self.path, self.later) = (base, path, later)
        }

        func snapshot() async throws(EngineFailure) -> VaultSnapshot { try await base.snapshot() }

        func read(
            _ paths: [String],
            of snapshot: VaultSnapshot
        ) async throws(EngineFailure) -> [String: [UInt8]] {
            let files = try await base.read(paths, of: snapshot)
            let wasShown = hasShown
            if paths.contains(path) { hasShown = true }
            return wasShown ? files.merging(later.filter { files[$0.key] != nil }) { $1 } : files
        }

        func list(
            _ folder: String,
            of snapshot: VaultSnapshot
        ) async throws(EngineFailure) -> [String] { try await base.list(folder, of: snapshot) }

        func commit(
            _ changes: [VaultFileChange],
            onto snapshot: VaultSnapshot
        ) async -> CommitOutcome { await base.commit(changes, onto: snapshot) }
    }

    @Test func readsOnlyWhatItHasVerified() async throws {
        let vault = MemoryVault()
        let members = try await Self.members(vault)
        let log = try members[0].log()
        _ = try await log.head()
        #expect(
            members[0].device.write([SimItem(account: "a0", secret: "3", accessible: "ck")])
        )
        try await members[0].synchronize()
        let id = log.sealing.id(of: SimItem.key("a0"))
        let date = members[0].device.now
        let evil = SimItem(account: "a0", secret: "evil", accessible: "ck")
        let state = LocalEdits(device: log.device)
            .state(of: evil.backup(created: date, modified: date), since: nil)
        let record = try log.sealing.seal(state.encoded, of: id, whenUnlocked: false)
        let attempt = CommitAttempt(
            author: log.device,
            number: 3,
            sequence: 3,
            changes: [.init(id: id, record: record)]
        )
        var entry = SignedEntry(
            attempt,
            previous: await log.trust.position.hash,
            membership: SyncDigest.zero
        )
        entry.signature = [UInt8](repeating: 0, count: MembershipEntry.signatureLength)
        let key = try #require(await log.ring.epochs[1]?.log)
        let sealed = try entry.sealed(under: key, in: await log.trust.vault, entropy: .system)
        let engine = TwoFaced(
            members[1].view,
            VaultPath.entry(3),
            later: [VaultPath.entry(3): sealed, VaultPath.record(id): record]
        )
        let found = try VaultLog(engine: engine, store: members[1].device)
        let other = try #require(found)
        let end = try await Synchronizer(
            store: members[1].device,
            engine: other,
            device: other.device,
            sealing: other.sealing
        ).synchronize()
        #expect(end == .alarm(.chain))
        #expect(members[1].device.items().map(\.secret) == ["2"])
    }
}
