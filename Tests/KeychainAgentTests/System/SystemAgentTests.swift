import AgentSockets
import CKeychainPlatform
import Dispatch
import Foundation
import KeychainLibC
import Synchronization
import TestRounds
import Testing
@testable import KeychainAgent
@_spi(Keepers) @testable import PortableKeychain

/// The agent of a machine on a real socket; `SystemDoorTests` has users with other numbers.
@Suite struct SystemAgentTests {
    private final class Stage {
        let folder: String
        let socket: AgentSocket
        let agent: SystemAgent
        let openings = OpeningCount()

        init(
            mostIdle: Int = SystemAgent.mostIdle,
            exists: @escaping @Sendable (UInt32) -> Bool = { _ in true }
        ) throws {
            folder = NSTemporaryDirectory() + "/s-" + UUID().uuidString.prefix(8)
            try #require(mkdir(folder, 0o755) == 0)
            try #require(mkdir(folder + "/state", 0o700) == 0)
            socket = try AgentSocket(folder + "/agent", for: .everybody)
            var configuration = Keychain.Configuration(folder: folder + "/state")
            configuration.accessGroups = ["app"]
            agent = SystemAgent(
                configuration,
                exists: exists,
                mostIdle: mostIdle
            ) { [openings] owner, own throws(KeychainError) in
                openings.value.add(1, ordering: .relaxed)
                return try SystemAgentTests.opens(owner, own)
            }
            try agent.start(socket.listener)
        }

        deinit {
            socket.remove()
            try? FileManager.default.removeItem(atPath: folder)
        }

        func keychain(of owner: String? = nil) -> Keychain {
            let line = AgentLine(system: socket.path, owner: owner)
            return Keychain(keeper: AgentKeeper(line, groups: AccessGroups(["app"])))
        }
    }

    /// The number of times that an agent has opened keychains.
    private final class OpeningCount: Sendable { let value = Atomic(0) }

    private static let item = GenericPassword(service: "api", account: "ci")

    @Test func nobodyIsAskedForTheirOwnItems() throws {
        let stage = try Stage()
        try stage.keychain().add(SecretBytes(utf8: "mine"), for: Self.item)
        #expect(try stage.keychain().secret(for: Self.item)?.text == "mine")
        let own = try stage.agent.keychain(of: .user(geteuid()))
        #expect(try own.items(matching: .genericPassword()).count == 1)
    }

    @Test func onlyRootNamesOthers() throws {
        let stage = try Stage()
        let unit = stage.keychain(of: "unit:web.service")
        guard geteuid() == 0 else {
            #expect(throws: KeychainError.self) { try unit.secret(for: Self.item) }
            return
        }
        try unit.add(SecretBytes(utf8: "of web"), for: Self.item)
        #expect(try stage.keychain().secret(for: Self.item) == nil)
        #expect(try stage.keychain(of: "unit:web.service").secret(for: Self.item) != nil)
        #expect(try stage.keychain(of: "unit:web.socket").secret(for: Self.item) == nil)
        let error = #expect(throws: KeychainError.self) {
            try stage.keychain(of: "unit:web").secret(for: Self.item)
        }
        #expect(error?.code == .missingEntitlement)
    }

    @Test func usersThatTheMachineDoesNotKnowGetNoKeychain() throws {
        let stage = try Stage { _ in false }
        #expect(throws: KeychainError.self) { try stage.keychain().secret(for: Self.item) }
        #expect(try FileManager.default.contentsOfDirectory(atPath: stage.folder + "/state") == [])
    }

    @Test func aUserHasSoManyClients() throws {
        let stage = try Stage()
        var files: [Int32] = []
        defer { files.forEach { close($0) } }
        var greeted = 0
        for _ in 0..<SystemAgent.mostClients + 8 {
            var user = UInt32(0)
            let file = pk_socket_connect(stage.socket.path, &user)
            files.append(file)
            let stream = FrameStream(file, patience: .seconds(5))
            let isGreeted = try? stream.receive(atMost: 100) { kind, _ in kind == .challenge }
            if isGreeted == true { greeted += 1 }
        }
        #expect(greeted == SystemAgent.mostClients)
        close(files.removeLast())
        close(files.removeFirst())
        // Room for another one, as soon as the agent has noticed.
        var isServed = false
        for _ in 0..<200 where !isServed {
            isServed = (try? stage.keychain().secret(for: Self.item)) != nil
            if !isServed { isServed = (try? stage.keychain().lockState) != nil }
            if !isServed { usleep(10_000) }
        }
        #expect(isServed)
    }

    @Test func aFullKeychainHasRoomAfterADeletion() throws {
        let folder = NSTemporaryDirectory() + "/q-" + UUID().uuidString.prefix(8)
        try #require(mkdir(folder, 0o700) == 0)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        var configuration = Keychain.Configuration(folder: folder)
        configuration.accessGroups = ["app"]
        let keychain = try Keychain.openOrCreate(.standard, configuration: configuration)
        try keychain.add(SecretBytes(utf8: "one"), for: Self.item)
        let service = try AgentService(
            keychain,
            AgentService.Surroundings(asker: nil),
            longestFile: 4 << 20
        )
        let line = AgentLine("the test") {
            let (client, server) = AgentStage.pair()
            Thread.detachNewThread {
                service.serve(server)
                close(server)
            }
            return client
        }
        let client = Keychain(keeper: AgentKeeper(line, groups: AccessGroups(["app"])))
        let large = GenericPassword(service: "large")
        try client.add(SecretBytes([UInt8](repeating: 1, count: 5 << 20)), for: large)
        let two = GenericPassword(service: "b")
        let error = #expect(throws: KeychainError.self) {
            try client.add(SecretBytes(utf8: "two"), for: two)
        }
        #expect(error?.code == .diskFull)
        // A change can make it longer too.
        #expect(throws: KeychainError(.diskFull)) {
            try client.set(SecretBytes(utf8: "other"), for: Self.item)
        }
        let change = ItemRequest(
            .update(ItemChanges(secret: SecretBytes(utf8: "other"))),
            itemClass: .genericPassword
        )
        #expect(throws: KeychainError(.diskFull)) { try client.perform(change) }
        #expect(try client.secret(for: Self.item)?.text == "one")
        // The file stays as long as it is, and its free pages are used again.
        #expect(try client.delete(large))
        try client.add(SecretBytes(utf8: "two"), for: two)
    }

    @Test func refusesALimitThatItCannotKeep() throws {
        let keeper = try #require(try Keychain.inMemory().keeper.parts.managed)
        let keychain = Keychain(keeper: UnmeasuredKeeper(keeper: keeper))
        #expect(try keychain.contentLength == nil)
        _ = try AgentService(keychain, AgentService.Surroundings(asker: nil))
        let error = #expect(throws: KeychainError.self) {
            try AgentService(
                keychain,
                AgentService.Surroundings(asker: nil),
                longestFile: 4 << 20
            )
        }
        #expect(error?.code == .unimplemented)
        #expect(error?.reason.contains("cannot say how large it is") == true)
    }

    private static let (slow, quick) = (KeychainOwner.user(4001), KeychainOwner.user(4002))

    /// A folder for keychains, and an agent that opens them as the test says.
    private func agent(
        mostIdle: Int = SystemAgent.mostIdle,
        _ open: @escaping SystemAgent.Opener
    ) throws -> (agent: SystemAgent, folder: String) {
        let folder = NSTemporaryDirectory() + "/o-" + UUID().uuidString.prefix(8)
        try #require(mkdir(folder, 0o700) == 0)
        let configuration = Keychain.Configuration(folder: folder)
        let agent = SystemAgent(
            configuration,
            exists: { _ in true },
            mostIdle: mostIdle,
            open: open
        )
        return (agent, folder)
    }

    /// The agent's own way to open a keychain.
    private static let opens: SystemAgent.Opener = { _, own throws(KeychainError) in
        try Keychain.openOrCreate(.standard, configuration: own)
    }

    @Test func aSlowOpeningKeepsNobodyElseWaiting() throws {
        let (begun, goesOn) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        let (agent, folder) = try agent { owner, own throws(KeychainError) in
            if owner == Self.slow {
                begun.signal()
                goesOn.wait()
            }
            return try Self.opens(owner, own)
        }
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let opened = DispatchGroup()
        DispatchQueue(label: "slow").async(group: opened) {
            #expect(throws: Never.self) { try agent.keychain(of: Self.slow) }
        }
        begun.wait()
        let served = DispatchGroup()
        DispatchQueue(label: "quick").async(group: served) {
            #expect(throws: Never.self) { try agent.keychain(of: Self.quick) }
        }
        #expect(served.wait(timeout: .now() + 20) == .success)
        #expect(opened.wait(timeout: .now()) == .timedOut)
        goesOn.signal()
        #expect(opened.wait(timeout: .now() + 20) == .success)
    }

    @Test func clientsOfOneOwnerOpenItsKeychainOnce() throws {
        let openings = Atomic(0)
        let (agent, folder) = try agent { owner, own throws(KeychainError) in
            openings.add(1, ordering: .relaxed)
            usleep(50_000)
            return try Self.opens(owner, own)
        }
        defer { try? FileManager.default.removeItem(atPath: folder) }
        DispatchQueue.concurrentPerform(iterations: 8) { _ in
            #expect(throws: Never.self) { try agent.keychain(of: Self.quick) }
        }
        #expect(openings.load(ordering: .relaxed) == 1)
    }

    @Test func aFailedOpeningIsTriedAgain() throws {
        let openings = Atomic(0)
        let (agent, folder) = try agent { owner, own throws(KeychainError) in
            guard openings.add(1, ordering: .relaxed).newValue > 1 else {
                throw KeychainError(.diskFull)
            }
            return try Self.opens(owner, own)
        }
        defer { try? FileManager.default.removeItem(atPath: folder) }
        #expect(throws: KeychainError(.diskFull)) { try agent.keychain(of: Self.quick) }
        #expect(agent.ownerCount == 0)
        #expect(throws: Never.self) { try agent.keychain(of: Self.quick) }
        #expect(throws: Never.self) { try agent.keychain(of: Self.quick) }
        #expect(openings.load(ordering: .relaxed) == 2 && agent.ownerCount == 1)
    }

    /// One keychain stays open, although it is not in use; a second one is closed.
    @Test func closesWhatNobodyUses() throws {
        let openings = Mutex<[KeychainOwner]>([])
        let (agent, folder) = try agent(mostIdle: 1) { owner, own throws(KeychainError) in
            openings.withLock { $0.append(owner) }
            return try Self.opens(owner, own)
        }
        defer { try? FileManager.default.removeItem(atPath: folder) }
        for owner in [Self.quick, Self.slow, Self.quick, Self.slow] {
            _ = try agent.keychain(of: owner)
            #expect(agent.ownerCount == 1)
        }
        #expect(openings.withLock { $0 } == [Self.quick, Self.slow, Self.slow])
    }

    @Test func closesNothingThatAClientUses() throws {
        let stage = try Stage(mostIdle: 0)
        var keychain: Keychain? = stage.keychain()
        try keychain?.add(SecretBytes(utf8: "mine"), for: Self.item)
        // Other clients of the same owner come and leave.
        for _ in 0..<5 {
            #expect(try stage.keychain().secret(for: Self.item)?.text == "mine")
            usleep(20_000)
        }
        #expect(stage.agent.ownerCount == 1)
        #expect(stage.openings.value.load(ordering: .relaxed) == 1)
        #expect(try keychain?.secret(for: Self.item)?.text == "mine")
        keychain = nil
        waits { stage.agent.ownerCount == 0 }
        #expect(stage.agent.ownerCount == 0)
        #expect(try stage.keychain().secret(for: Self.item)?.text == "mine")
    }

    @Test func saysHowAnAgentIsStarted() {
        let path = "/nonexistent/agent"
        let (system, own) = (AgentLine(system: path), AgentLine(path))
        for (line, advice, others) in [
            (system, "'systemctl enable --now keychaind-system.socket'", "--agent"),
            (own, "'keychaind --agent'", "systemctl"),
        ] {
            let keychain = Keychain(keeper: AgentKeeper(line, groups: AccessGroups(["app"])))
            let error = #expect(throws: KeychainError(.notAvailable)) { try keychain.lockState }
            #expect(error?.reason.contains(advice) == true, "\(error?.reason ?? "")")
            #expect(error?.reason.contains(others) == false)
        }
    }

    /// A folder in which others can put files could have any user's socket.
    @Test func trustsNoSocketInAFolderOfOthers() throws {
        let stage = try Stage()
        #expect(try stage.keychain().lockState == .unlocked)
        try #require(chmod(stage.folder, 0o777) == 0)
        #expect(throws: KeychainError.self) { try stage.keychain().lockState }
    }

    /// A variable can name any socket, and root would give it the secrets of the machine.
    @Test(
        .enabled(if: geteuid() == 0, "only root gives folders to others"),
        arguments: [
            // folder of, listener, client, is trusted
            (UInt32(0), UInt32(0), UInt32(0), true), (0, 0, 1, true),
            (1, 1, 0, false), (1, 0, 0, false), (0, 1, 0, false), (0, 1, 1, false),
            (1, 1, 1, true), (1, 1, 2, true), (1, 2, 2, false),
        ]
    )
    func rootTrustsFoldersOfRoot(
        _ folder: UInt32,
        _ server: UInt32,
        _ client: UInt32,
        _ isTrusted: Bool
    ) throws {
        let path = NSTemporaryDirectory() + "/t-" + UUID().uuidString.prefix(8)
        try #require(mkdir(path, 0o755) == 0 && chown(path, folder, folder) == 0)
        defer { rmdir(path) }
        let found = AgentLine.isTrusted(path + "/agent", server: server, client: client)
        #expect(found == isTrusted)
    }
}

extension SecretBytes {
    fileprivate var text: String { withUnsafeBytes { String(decoding: $0, as: UTF8.self) } }
}

/// A keeper with access groups that cannot say how many bytes it has in use.
private struct UnmeasuredKeeper: ManagedKeeper {
    let keeper: any ManagedKeeper

    var accessGroups: AccessGroups { keeper.accessGroups }

    func withAccessGroups(_ groups: AccessGroups) throws(KeychainError) -> any ItemKeeper {
        guard let other = try keeper.withAccessGroups(groups).parts.managed else { return self }
        return UnmeasuredKeeper(keeper: other)
    }

    func perform(_ request: ItemRequest) throws(KeychainError) -> ItemAnswer {
        try keeper.perform(request)
    }
}
