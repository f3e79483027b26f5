import Foundation
import KeychainLibC
import Synchronization
import Testing

@testable import KeychainAgent
@_spi(Keepers) @testable import PortableKeychain

/// The agents that a program believes, and the connections that it uses.
@Suite struct LineTests {
    /// A line to the agent of a stage, and how often it has connected.
    private func line(
        _ stage: AgentStage,
        owner: String? = nil,
        process: @escaping @Sendable () -> Int32 = { getpid() }
    ) -> (AgentLine, @Sendable () -> Int) {
        let count = Atomic(0)
        let line = AgentLine("the test", owner: owner, process: process) {
            count.add(1, ordering: .relaxed)
            return Self.connected(to: stage)
        }
        return (line, { count.load(ordering: .relaxed) })
    }

    private static func connected(to stage: AgentStage) -> Int32 {
        let (client, server) = AgentStage.pair()
        Thread.detachNewThread {
            stage.service.serve(server)
            close(server)
        }
        return client
    }

    private func stage() throws -> AgentStage {
        try AgentStage(saying: Array(repeating: .says(.once), count: 9))
    }

    /// Another user's agent would learn every secret that is stored.
    @Test(arguments: [(UInt32(1000), "done"), (1001, "notAvailable")])
    func onlyTheAgentOfItsUserIsBelieved(_ server: UInt32, _ outcome: String) throws {
        let stage = try stage()
        let line = AgentLine("the test", ofUser: 1000) { (Self.connected(to: stage), server) }
        #expect(AgentKeeper(line, groups: AccessGroups(["app"])).outcome(.add("ann")) == outcome)
    }

    /// The agent knows the process that connected, and a child is another one.
    @Test func aChildMakesAConnectionOfItsOwn() throws {
        let number = Mutex(Int32(7))
        let (line, count) = line(try stage(), process: { number.withLock { $0 } })
        let keeper = AgentKeeper(line, groups: AccessGroups(["app"]))
        #expect(keeper.outcome(.add("ann")) == "done")
        #expect(keeper.outcome(.find("ann")) == "of ann")
        #expect(count() == 1)
        number.withLock { $0 = 8 }
        #expect(keeper.outcome(.find("ann")) == "of ann")
        #expect(count() == 2)
    }

    /// The agent of a user has the keychain of that user alone.
    @Test(arguments: [(nil, "done"), ("user:0", "notAvailable")])
    func nobodyNamesAnotherKeychain(_ owner: String?, _ outcome: String) throws {
        let (line, _) = line(try stage(), owner: owner)
        #expect(AgentKeeper(line, groups: AccessGroups(["app"])).outcome(.add("ann")) == outcome)
    }

    /// The meaning of another version's messages is not known.
    @Test(arguments: [(Frame.version, true), (Frame.version + 1, false)])
    func anAgentOfAnotherVersionIsNotBelieved(_ version: UInt16, _ isBelieved: Bool) throws {
        let line = AgentLine("the test") {
            let (client, server) = AgentStage.pair()
            Thread.detachNewThread {
                Self.welcome(FrameStream(server), version)
                close(server)
            }
            return client
        }
        if isBelieved {
            #expect(try line.connectIfPresent())
        } else {
            #expect(throws: KeychainError(.notAvailable)) { try line.connectIfPresent() }
        }
    }

    /// No reader takes a longer message.
    @Test(arguments: [(Frame.longestBody, true), (Frame.longestBody + 1, false)])
    func aMessageHasALimit(_ length: Int, _ isSent: Bool) {
        var body = SecretEncoder()
        body.raw([UInt8](repeating: 0, count: length))
        #expect(((try? Frame.bytes(.answer, body)) != nil) == isSent)
    }

    /// Consent to a group is not consent to one of another spelling, which Swift takes for the same text.
    @Test func groupsAreTheirBytes() {
        #expect("\u{e9}" == "e\u{301}")
        #expect(GroupName("\u{e9}") != GroupName("e\u{301}"))
        #expect(GroupName("\u{e9}") == GroupName("\u{e9}"))
    }

    /// An agent that greets every client.
    private static func welcome(_ stream: FrameStream, _ version: UInt16) {
        var challenge = SecretEncoder()
        challenge.integer(version)
        challenge.raw([UInt8](repeating: 7, count: Frame.nonceLength))
        guard let message = try? Frame.bytes(.challenge, challenge), stream.send(message),
            (try? stream.receive(atMost: Frame.longestHello) { _, _ in }) != nil
        else { return }
        _ = stream.send(.ready)
    }
}
