import Foundation
import Testing

@testable import KeychainAgent
@_spi(Keepers) @testable import PortableKeychain

/// Agents of other versions, and clients that mean no good, where they are about the history
/// (agent-protocol.md §13).
@Suite struct HostileHistoryTests {
    private static let allowed = Array(
        repeating: ScriptedConsent.Reply.says(.once),
        count: 20
    )

    /// An agent that knows no history is asked nothing about it, and keeps nothing.
    @Test func anOlderAgentIsNotAsked() throws {
        let stage = try AgentStage(saying: Self.allowed, features: [])
        let keychain = stage.keychain()
        try keychain.set("1", for: item())
        try keychain.set("2", for: item())
        #expect(try keychain.delete(item()))
        #expect(try stage.keychain.verify().historyCount == 0)
        for body in [
            { _ = try keychain.history.policy }, { _ = try keychain.history.versions() },
            { _ = try keychain.history.lastChange() }, { try keychain.history.removeAll() },
            { _ = try keychain.history.purge(item()) }, { try keychain.history.setPolicy(nil) },
        ] as [() throws -> Void] {
            let error = #expect(throws: KeychainError.self, performing: body)
            #expect(error?.code == .unimplemented)
            let help = "Restart it with 'systemctl --user restart keychaind-agent.service'."
            #expect(error?.reason.hasSuffix(help) == true)
        }
        #expect(keychain.history.lastChangeAtHand() == nil)
    }

    @Test func readsWelcomesOfAllVersions() {
        for (bytes, features) in [
            ([], []), ([0, 0, 0, 1], .history), ([0, 0, 0, 0], []), ([1], []),
            ([0xFF, 0xFF, 0xFF, 0xFF, 7, 7], AgentFeatures(rawValue: .max)),
        ] as [([UInt8], AgentFeatures)] {
            #expect(bytes.withUnsafeBytes { AgentFeatures(welcome: $0) } == features)
        }
    }

    /// The answer to a body, as kind; each time on a new connection with one view.
    private func answer(to bytes: [UInt8], _ stage: AgentStage) throws -> Frame.Kind? {
        let (client, server) = AgentStage.pair()
        defer { close(client) }
        Thread.detachNewThread {
            stage.service.serve(server)
            close(server)
        }
        let stream = FrameStream(client, patience: .seconds(5))
        func send(_ kind: Frame.Kind, _ bytes: [UInt8]) throws -> Frame.Kind? {
            var body = SecretEncoder()
            body.raw(bytes)
            #expect(stream.send(try Frame.bytes(kind, body)))
            return try? stream.receive(atMost: Frame.longestBody) { kind, _ in kind }
        }
        let nonce = try stream.receive(atMost: 100) { _, body in Array(body.dropFirst(2)) }
        #expect(try send(.hello, [0, 1] + nonce) == .answer)
        #expect(try send(.view, [0, 0, 0, 1, 0, 0, 0, 1, 0x61, 1]) == .answer)
        let kind = try send(.history, bytes)
        // It continues.
        #expect(try send(.manage, [2]) == .answer)
        return kind
    }

    @Test func strangeMessagesAreAnswered() throws {
        let stage = try AgentStage(saying: Array(repeating: .says(.once), count: 99))
        let view: [UInt8] = [0, 0, 0, 0]
        let id = [UInt8](repeating: 7, count: 16)
        let find = Array(try FuzzSeed.request("find"))
        for (bytes, kind) in [
            (view + [1], .answer), (view + [3], .answer), (view + [6, 1], .answer),
            // The user may not be asked for consent.
            (view + [6, 0], .failure),
            (view + [9, 1, 0, 0, 0, 0], .answer), (view + [9, 1, 0, 0, 0, 1] + id, .answer),
            // No view, a number that does not exist, no number.
            ([1], .failure), ([0, 0, 0, 1, 3], .failure), ([0, 0, 0, 1, 1], .failure),
            (view, .failure), (view + [0], .failure), (view + [10], .failure),
            // Too short, too long, flags that are none, more versions than there are bytes.
            (view + [3, 0], .failure), (view + [5] + id.dropLast(), .failure),
            (view + [5] + id + [0], .failure), (view + [7] + id.dropLast(), .failure),
            (view + [6], .failure), (view + [6, 2], .failure),
            (view + [9, 1, 0xFF, 0xFF, 0xFF, 0xFF], .failure),
            (view + [9, 1, 0, 0, 0, 2] + id, .failure), (view + [2, 1, 0, 0, 0, 1], .failure),
            // What is not kept, and a purge that is a search.
            (view + [5] + id, .failure), (view + [7] + id, .failure),
            (view + [8] + find, .failure), (view + [4] + id, .failure),
            (view + [4] + id + find, .failure),
        ] as [([UInt8], Frame.Kind)] {
            #expect(try answer(to: bytes, stage) == kind, "\(bytes)")
        }
    }

    /// A purge takes only a deletion, also where something would be found.
    @Test func purgesByDeletionsAlone() throws {
        let stage = try AgentStage(saying: Self.allowed)
        let keychain = stage.keychain()
        try keychain.set("1", for: item())
        for verb in [ItemRequest.Verb.add, .copyMatching, .update(ItemChanges())] {
            let request = ItemRequest(verb, itemClass: .genericPassword)
            #expect(code { _ = try keychain.history.purge(request) } == "notAvailable")
        }
        #expect(try keychain.secret(for: item())?.string() == "1")
    }

    @Test func aFullKeychainKeepsItsLimit() throws {
        let folder = NSTemporaryDirectory() + "/h-" + UUID().uuidString.prefix(8)
        try #require(mkdir(folder, 0o700) == 0)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let file = try Keychain.openOrCreate(
            .standard,
            configuration: Keychain.Configuration(folder: folder)
        )
        let stage = try AgentStage(file, saying: Self.allowed, longestFile: 4 << 20)
        let keychain = stage.keychain()
        try keychain.set("1", for: item())
        try keychain.set("2", for: item())
        let version = try #require(try keychain.history.versions().first)
        let large = item("large")
        try keychain.add(SecretBytes([UInt8](repeating: 1, count: 5 << 20)), for: large)
        // It is kept, so nothing is gained.
        #expect(try keychain.delete(large))
        let change = try #require(try keychain.history.lastChange())
        for body in [
            { try keychain.set("3", for: item()) }, { try keychain.history.undo(change) },
            { try keychain.history.restore(version) },
        ] as [() throws -> Void] { #expect(code(body) == "diskFull") }
        #expect(try keychain.secret(for: item())?.string() == "2")
        try keychain.history.remove(try keychain.history.versions(of: large))
        try keychain.history.restore(version)
        #expect(try keychain.secret(for: item())?.string() == "1")
        try keychain.add(SecretBytes([UInt8](repeating: 1, count: 5 << 20)), for: large)
        #expect(try keychain.history.purge(large))
        try keychain.set("3", for: item())
    }
}

/// Requests as the seeds of the fuzzers have them.
private enum FuzzSeed {
    /// A request after the kind and the view of its message.
    static func request(_ name: String) throws -> ArraySlice<UInt8> {
        let repository = URL(filePath: #filePath).deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent()
        let path = repository.appending(path: "Fuzzing/Corpus/agentCall/\(name)")
        return Array(try Data(contentsOf: path)).dropFirst(5)
    }
}
