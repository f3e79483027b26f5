import Foundation
@_spi(Keepers) import PortableKeychain
import SyncSimulation
import Testing

@testable import KeychainSync

/// Readers without the remote: a member publishes, and any server shows the files.
@Suite struct MirrorTests {
    typealias Device = SyncedVaultTests.Device

    let base = SyncedVaultTests()
    let mirror = MemoryMirror()
    let settings = VaultSettings(remote: "mirror+https://keys.example/team")

    func first() async throws -> Device {
        let first = try await base.first()
        first.write("a", "1")
        try await round(first)
        return first
    }

    func round(_ device: Device) async throws {
        #expect(try await device.vault.round(on: device.view).end == .upToDate(waiting: 0))
    }

    func publish(_ device: Device, validity: UInt32 = 86_400) async throws {
        let publication = try await device.vault.publication(
            validity: validity,
            over: mirror,
            on: device.view
        )
        mirror.take(publication)
    }

    /// A reader that has joined through the mirror alone.
    func reader(_ seed: UInt64, by admin: Device, _ role: SyncRole = .reader) async throws -> Device
    {
        let reader = try base.device(seed)
        let engine = MirrorEngine(mirror)
        let code = try await admin.vault.invite(role, hours: 24, on: admin.view)
        try await publish(admin)
        try await reader.vault.join(settings, with: code, name: "reader", on: engine)
        #expect(await base.problem { _ = try await reader.vault.round(on: engine) } == "waiting")
        try await admin.vault.bring([reader.vault.joinRequest()], to: admin.view)
        #expect(try await admin.vault.round(on: admin.view).added == ["reader"])
        try await publish(admin)
        return reader
    }

    func secrets(_ device: Device) throws -> [String: String] {
        var secrets: [String: String] = [:]
        for case .live(let item, _) in try device.keychain.content().entries.values {
            if let plain = SimItem(item) { secrets[plain.account] = plain.secret }
        }
        return secrets
    }

    func end(_ device: Device, _ engine: MirrorEngine) async throws -> SyncRound.End {
        try await device.vault.round(on: engine).end
    }

    // MARK: The way of an item

    @Test func readsWhatWasPublished() async throws {
        let first = try await first()
        let reader = try await reader(2, by: first)
        let engine = MirrorEngine(mirror)
        #expect(try await end(reader, engine) == .upToDate(waiting: 0))
        #expect(try secrets(reader) == ["a": "1"])
        first.write("a", "2")
        first.write("b", "3")
        try await round(first)
        #expect(try await end(reader, engine) == .upToDate(waiting: 0))
        #expect(try secrets(reader) == ["a": "1"])
        try await publish(first)
        #expect(try await end(reader, engine) == .upToDate(waiting: 0))
        #expect(try secrets(reader) == ["a": "2", "b": "3"])
    }

    /// A log that is cut, new keys, and a removal reach a reader as through the remote.
    @Test func followsCutsAndNewKeys() async throws {
        let first = try await first()
        let reader = try await reader(2, by: first)
        let engine = MirrorEngine(mirror)
        _ = try await end(reader, engine)
        _ = try await first.vault.rotate(on: first.view)
        first.write("a", "2")
        try await round(first)
        try await publish(first)
        #expect(try await end(reader, engine) == .upToDate(waiting: 0))
        #expect(try secrets(reader) == ["a": "2"])
        let id = try await reader.vault.status().devices.first { $0.isOwn }?.id
        _ = try await first.vault.remove(#require(id), on: first.view)
        try await publish(first)
        #expect(try await end(reader, engine) == .notMember)
    }

    /// An edit of a reader stays with it, as with any reader.
    @Test(arguments: [SyncRole.reader, .writer]) func sendsNothing(_ role: SyncRole) async throws {
        let first = try await first()
        let reader = try await reader(2, by: first, role)
        let engine = MirrorEngine(mirror)
        _ = try await end(reader, engine)
        reader.write("c", "mine")
        #expect(try await end(reader, engine) == .upToDate(waiting: 0))
        #expect(try secrets(reader) == ["a": "1", "c": "mine"])
        #expect(try await reader.vault.status().unsent == 1)
        // It is sent as soon as the machine has the remote itself.
        if role == .writer {
            try await round(reader)
            try await round(first)
            #expect(try secrets(first)["c"] == "mine")
        }
    }

    /// Everything that would have to write says so, and changes nothing.
    @Test func refusesWhatWouldWrite() async throws {
        let first = try await first()
        try await publish(first)
        let engine = MirrorEngine(mirror)
        let before = first.view.vault.tip
        let fresh = try base.device(5)
        let key = base.recovery(7)
        let attempts: [(String, () async throws -> Void)] = [
            (
                "set up",
                { try await fresh.vault.setUp(settings, name: "x", recovery: key, on: engine) }
            ),
            ("look", { try await fresh.vault.requireNoVault(on: engine) }),
            ("invite", { _ = try await first.vault.invite(.reader, hours: 1, on: engine) }),
            ("rotate", { _ = try await first.vault.rotate(on: engine) }),
            ("bring", { try await first.vault.bring([Self.request(fresh)], to: engine) }),
            (
                "publish",
                {
                    _ = try await first.vault.publication(validity: 60, over: mirror, on: engine)
                }
            ),
            ("cut", { try await Self.translated { try await first.vault.log(on: engine).cut() } }),
            (
                "recover",
                {
                    _ = try await fresh.vault.recover(settings, with: key, name: "x", on: engine)
                }
            ),
            (
                "compare",
                {
                    _ = try await fresh.vault.compare(on: engine, within: .seconds(1)) { _ in }
                }
            ),
        ]
        for (name, attempt) in attempts {
            #expect(await base.problem(attempt) == "mirrored", "\(name)")
        }
        #expect(first.view.vault.tip == before)
        #expect(try fresh.vault.settings() == nil)
    }

    private static func translated(_ body: () async throws -> Bool) async throws {
        do { _ = try await body() } catch let failure as EngineFailure {
            throw SyncProblem(failure)
        }
    }

    /// A request of a device that is not in the vault.
    private static func request(_ device: Device) throws -> [UInt8] {
        let entropy = SeededSource.entropy(44)
        let keys = try DeviceKeys(entropy: entropy)
        let secret = SyncSecret.random(entropy)
        return try JoinRequest(
            keys.certificate,
            name: "x",
            secret,
            to: VaultID(1, 1),
            entropy: entropy
        )
        .encoded
    }

    @Test func bringsRequestsOnce() async throws {
        let first = try await first()
        let reader = try await reader(2, by: first)
        let engine = MirrorEngine(mirror)
        _ = try await end(reader, engine)
        #expect(await base.problem { _ = try reader.vault.joinRequest() } == "notWaiting")
        #expect(
            await base.problem { try await first.vault.bring([[1, 2]], to: first.view) }
                == "malformedRequest"
        )
        let other = try base.device(3)
        #expect(await base.problem { _ = try other.vault.joinRequest() } == "notSetUp")
        let code = try await first.vault.invite(.reader, hours: 1, on: first.view)
        try await publish(first)
        try await other.vault.join(settings, with: code, name: "other", on: engine)
        let request = try other.vault.joinRequest()
        try await first.vault.bring([request], to: first.view)
        try await round(first)
        #expect(
            await base.problem { try await first.vault.bring([request], to: first.view) }
                == "isMember"
        )
    }

    @Test(arguments: [(SyncRole.reader, false), (.publisher, true), (.writer, true)])
    func isPublishedBySomeRoles(_ role: SyncRole, _ isAllowed: Bool) async throws {
        let first = try await first()
        let second = try base.device(2)
        let code = try await first.vault.invite(role, hours: 1, on: first.view)
        try await base.join(second, code)
        try await round(first)
        try await round(second)
        let problem = await base.problem { try await publish(second) }
        #expect(problem == (isAllowed ? nil : "notPublisher"))
        guard isAllowed else { return }
        let reader = try await reader(3, by: first)
        try await round(second)
        try await publish(second)
        #expect(try await end(reader, MirrorEngine(mirror)) == .upToDate(waiting: 0))
        // A publisher sends no items.
        second.write("b", "2")
        try await round(second)
        try await round(first)
        #expect(try secrets(first)["b"] == (role == .publisher ? nil : "2"))
    }

    // MARK: The age of a mirror

    /// A mirror that shows an old state is noticed when its stamp expires, and nothing is lost.
    @Test func noticesAFrozenMirror() async throws {
        let first = try await first()
        let reader = try await reader(2, by: first)
        let engine = MirrorEngine(mirror)
        try await publish(first, validity: 3600)
        _ = try await end(reader, engine)
        let frozen = mirror.files
        first.write("a", "2")
        try await round(first)
        base.clock.now += 3600
        try await publish(first)
        let fresh = mirror.files
        mirror.files = frozen
        #expect(try await end(reader, engine) == .upToDate(waiting: 0))
        base.clock.now += 1
        #expect(try await end(reader, engine) == .outdated)
        #expect(try secrets(reader) == ["a": "1"])
        #expect(try await reader.vault.status().alarm == nil)
        mirror.files = fresh
        #expect(try await end(reader, engine) == .upToDate(waiting: 0))
        #expect(try secrets(reader) == ["a": "2"])
    }

    /// Caches of different ages are no alarm; a stamp that is newer and shows less is one.
    @Test func tellsCachesFromLies() async throws {
        let first = try await first()
        let reader = try await reader(2, by: first)
        let engine = MirrorEngine(mirror)
        let old = mirror.files
        let before = first.view.vault.tip
        base.clock.now += 10
        first.write("a", "2")
        try await round(first)
        try await publish(first)
        #expect(try await end(reader, engine) == .upToDate(waiting: 0))
        mirror.files = old
        #expect(try await end(reader, engine) == .outdated)
        #expect(try await reader.vault.status().alarm == nil)
        // The publisher's remote went back, and a publisher that has read less signs that.
        base.clock.now += 10
        first.view.vault.restore(before)
        let other = try base.device(1)
        _ = try await other.vault.recover(
            base.settings,
            with: base.recovery(7),
            name: "again",
            on: other.view
        )
        try await round(other)
        try await publish(other)
        #expect(try await end(reader, engine) == .alarm(.wentBack))
        #expect(try secrets(reader) == ["a": "2"])
    }

    /// A clock that is wrong does not make a mirror look newer than it is.
    @Test func refusesAStampFromTheFuture() async throws {
        let first = try await first()
        let reader = try await reader(2, by: first)
        let engine = MirrorEngine(mirror)
        _ = try await end(reader, engine)
        base.clock.now += 3601
        try await publish(first)
        base.clock.now -= 3601
        #expect(try await end(reader, engine) == .outdated)
        base.clock.now += 1
        #expect(try await end(reader, engine) == .upToDate(waiting: 0))
    }

    @Test func showsTheAgeOfWhatWasRead() async throws {
        let first = try await first()
        let reader = try await reader(2, by: first)
        _ = try await end(reader, MirrorEngine(mirror))
        let status = try await reader.vault.status()
        // Three stamps of one moment.
        let signed = Date(timeIntervalSince1970: base.clock.now + 0.001)
        #expect(status.mirrored == signed...signed.addingTimeInterval(86_400))
        #expect(try await first.vault.status().mirrored == nil)
    }

    // MARK: Other lies

    /// Files of two states, a stamp of another state, or of a stranger: nothing of it is taken.
    @Test(arguments: ["mixed", "other root", "stranger", "missing stamp"])
    func refusesLies(_ lie: String) async throws {
        let first = try await first()
        let reader = try await reader(2, by: first)
        let engine = MirrorEngine(mirror)
        _ = try await end(reader, engine)
        let old = mirror.files
        first.write("a", "2")
        try await round(first)
        try await publish(first)
        let new = mirror.files
        let stamps = try [old, new].map { try #require(MirrorStamp($0[MirrorPath.stamp] ?? [])) }
        let expected: SyncRound.End
        switch lie {
        case "mixed":
            mirror.files = old.merging([MirrorPath.stamp: new[MirrorPath.stamp] ?? []]) { $1 }
            expected = .busy
        case "other root", "stranger":
            var forged = stamps[1]
            if lie == "other root" {
                forged = MirrorStamp(
                    vault: forged.vault,
                    time: forged.time,
                    validity: forged.validity,
                    members: forged.members,
                    end: forged.end,
                    root: stamps[0].root,
                    author: forged.author
                )
                forged.signature = stamps[1].signature
                expected = .alarm(.chain)
            } else {
                forged.signature[0] ^= 1
                expected = .alarm(.signature)
            }
            mirror.files = old.merging(new) { $1 }
            mirror.files[MirrorPath.stamp] = forged.encoded
        default:
            mirror.files[MirrorPath.stamp] = nil
            expected = .offline
        }
        #expect(try await end(reader, engine) == expected)
        #expect(try secrets(reader) == ["a": "1"])
        // An honest state ends it.
        mirror.files = new
        #expect(try await end(reader, engine) == .upToDate(waiting: 0))
        #expect(try secrets(reader) == ["a": "2"])
    }

    /// The helper could forget it; the log does not take a state without.
    @Test func needsAStamp() async throws {
        let first = try await first()
        let reader = try await reader(2, by: first)
        let without = Unstamped(MirrorEngine(mirror))
        #expect(try await reader.vault.round(on: without).end == .alarm(.malformed))
        #expect(try await end(reader, MirrorEngine(mirror)) == .upToDate(waiting: 0))
    }
}

/// A mirror whose engine says nothing about its stamp.
private struct Unstamped: VaultEngine {
    private let base: MirrorEngine

    init(_ base: MirrorEngine) { self.base = base }

    var isMirror: Bool { true }

    func snapshot() async throws(EngineFailure) -> VaultSnapshot { try await base.snapshot() }

    func read(
        _ paths: [String],
        of snapshot: VaultSnapshot
    ) async throws(EngineFailure) -> [String: [UInt8]] {
        var files = try await base.read(paths, of: snapshot)
        files["stamp"] = nil
        return files
    }

    func list(
        _ folder: String,
        of snapshot: VaultSnapshot
    ) async throws(EngineFailure) -> [String] { try await base.list(folder, of: snapshot) }

    func commit(
        _ changes: [VaultFileChange],
        onto snapshot: VaultSnapshot
    ) async -> CommitOutcome { .refused }
}
