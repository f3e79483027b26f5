import Foundation
@_spi(Keepers) import PortableKeychain
import SyncSimulation
import Synchronization
import Testing

@testable import KeychainSync

/// The files that a member publishes.
extension MirrorTests {
    /// An object that is there is neither read from the remote nor written again; a damaged one is.
    @Test func writesWhatIsNew() async throws {
        let first = try await first()
        for number in 0..<200 { first.write("item \(number)", "\(number)") }
        try await round(first)
        try await publish(first)
        let watched = WatchedEngine(first.view)
        let again = try await first.vault.publication(validity: 60, over: mirror, on: watched)
        #expect(again.files.isEmpty)
        #expect(again.present == again.former)
        #expect(again.present.count == mirror.files.count - 1)
        let path = try #require(again.present.sorted().first)
        mirror.files[path]?[0] ^= 1
        let mended = try await first.vault.publication(validity: 60, over: mirror, on: first.view)
        #expect(mended.files.keys.contains(path))
        mirror.take(mended)
        let reader = try await reader(2, by: first)
        #expect(try await end(reader, MirrorEngine(mirror)) == .upToDate(waiting: 0))
        #expect(try secrets(reader).count == 201)
    }

    /// Requests to join are for members.
    @Test func publishesNoRequest() async throws {
        let first = try await first()
        let second = try base.device(2)
        try await base.join(second, try await base.code(first))
        try await publish(first)
        let engine = MirrorEngine(mirror)
        #expect(try await engine.list("join", of: try await engine.snapshot()).isEmpty)
    }

    /// A record that is another one than the log names is not signed.
    @Test func refusesToPublishALie() async throws {
        let first = try await first()
        first.view.lie = { files in
            files.mapValues { $0 }.merging(
                files.filter { $0.key.hasPrefix("items/") }.mapValues { $0 + [0] }
            ) { $1 }
        }
        #expect(await base.problem { try await publish(first) } == "\(SyncProblem.alarm(.record))")
        #expect(mirror.files.isEmpty)
    }

    /// It is published again after a change, before it expires, and if its stamp is from the future.
    @Test func isPublishedForATime() async throws {
        let first = try await first()
        func isPublished(for time: UInt32) async throws -> Bool {
            try await first.vault.isPublished(in: mirror, for: time, on: first.view)
        }
        #expect(try await !isPublished(for: 0))
        try await publish(first, validity: 3600)
        #expect(try await isPublished(for: 3600))
        #expect(try await !isPublished(for: 3601))
        base.clock.now -= 3601
        #expect(try await !isPublished(for: 0))
        base.clock.now += 3601
        first.write("b", "1")
        try await round(first)
        #expect(try await !isPublished(for: 0))
    }

    /// A refused request keeps none of the others from being brought later.
    @Test func bringsAllRequestsOrNone() async throws {
        let first = try await first()
        let member = try await reader(2, by: first)
        let code = try await first.vault.invite(.reader, hours: 1, uses: 2, on: first.view)
        let engine = MirrorEngine(mirror)
        var requests: [[UInt8]] = []
        for seed in [UInt64(3), 4] {
            let device = try base.device(seed)
            try await device.vault.join(
                VaultSettings(remote: "mirror+https://keys.example/team"),
                with: code,
                name: "\(seed)",
                on: engine
            )
            requests.append(try device.vault.joinRequest())
        }
        let before = base.remote.tip
        let known = try member.vault.joinRequest()
        for (others, problem) in [([known], "isMember"), ([[1, 2]], "malformedRequest")] {
            let all = requests + others
            #expect(
                await base.problem { try await first.vault.bring(all, to: first.view) } == problem
            )
        }
        #expect(base.remote.tip == before)
        try await first.vault.bring(requests, to: first.view)
        #expect(try await first.vault.round(on: first.view).added.sorted() == ["3", "4"])
    }

    /// A person can bring the request of a machine that waits.
    @Test func announcesTheRequestOfAMachineThatWaits() async throws {
        let first = try await first()
        let waiting = try base.device(3)
        let code = try await first.vault.invite(.reader, hours: 1, on: first.view)
        try await publish(first)
        let engine = MirrorEngine(mirror)
        for _ in 0..<2 {
            let announced = Announced()
            let problem = await base.problem {
                try await waiting.vault.join(
                    VaultSettings(remote: "mirror+https://keys.example/team"),
                    with: code,
                    name: "waiting",
                    on: engine,
                    within: .milliseconds(600)
                ) {
                    let isThere = (try? waiting.vault.joinRequest()) != nil
                    announced.all.withLock { $0.append(isThere) }
                }
            }
            #expect(problem == "waiting")
            // Also after the service was started again.
            #expect(announced.all.withLock { $0 } == [true])
        }
    }

    private final class Announced: Sendable { let all = Mutex<[Bool]>([]) }

    /// Readers would find it, and blame the mirror.
    @Test(arguments: ["log/00000000000000/0000000000000001", "members/0000000000000000", "keys/"])
    func refusesToPublishWhatNoReaderTakes(_ path: String) async throws {
        let first = try await first()
        first.write("b", "1")
        try await round(first)
        first.view.lie = { files in
            files.mapValues { $0 }.filter { !$0.key.hasPrefix("join") }.merging(
                files.filter { $0.key.hasPrefix(path) }.mapValues { $0 + [0] }
            ) { $1 }
        }
        let problem = await base.problem { try await publish(first) }
        #expect(problem?.hasPrefix("alarm") == true, "\(problem ?? "published")")
        #expect(mirror.files.isEmpty)
        first.view.lie = nil
        try await publish(first)
    }

    /// A clock that was a year ahead for a while leaves neither a mirror nor a reader behind.
    @Test func recoversFromAWrongClock() async throws {
        let first = try await first()
        let reader = try await reader(2, by: first)
        let engine = MirrorEngine(mirror)
        _ = try await end(reader, engine)
        let year = 31_536_000.0
        base.clock.now += year
        first.keychain.setLocked(false)
        reader.keychain.setLocked(false)
        try await publish(first)
        // Its clock was wrong, too.
        #expect(try await end(reader, engine) == .upToDate(waiting: 0))
        base.clock.now -= year - 10
        first.write("a", "2")
        try await round(first)
        try await publish(first)
        #expect(try await end(reader, engine) == .upToDate(waiting: 0))
        #expect(try secrets(reader)["a"] == "2")
        let signed = try #require(try await reader.vault.status().mirrored?.lowerBound)
        #expect(signed.timeIntervalSince1970 < base.clock.now + 1)
    }

    /// Two mirrors that were published at different times show the same state, or one that is older.
    @Test func takesTheSameStateFromAnotherMirror() async throws {
        let first = try await first()
        let reader = try await reader(2, by: first)
        let earlier = mirror.files
        base.clock.now += 10
        try await publish(first)
        let engine = MirrorEngine(mirror)
        #expect(try await end(reader, engine) == .upToDate(waiting: 0))
        let signed = try await reader.vault.status().mirrored
        mirror.files = earlier
        #expect(try await end(reader, engine) == .upToDate(waiting: 0))
        #expect(try await reader.vault.status().mirrored == signed)
    }
}
