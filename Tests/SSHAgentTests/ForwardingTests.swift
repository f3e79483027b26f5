import KeychainTesting
import PortableKeychain
import Testing

@testable import SSHAgent

/// The statements of ssh to the agent about a connection (`session-bind@openssh.com`).
@Suite struct ForwardingTests {
    private let world: AgentTests.World
    private let local: KeyMaterial
    private let forwarded: KeyMaterial
    private let host: KeyMaterial
    private let client = AgentClient(program: "/usr/bin/ssh")

    init() throws {
        world = try AgentTests.World()
        local = try world.add("local")
        forwarded = try world.add("forwarded", .ed25519, .forwarded)
        host = try KeyMaterial.generate(.ed25519)
    }

    private func bind(
        _ host: KeyMaterial? = nil,
        session: [UInt8] = [1],
        isForwarded: Bool,
        signs signed: [UInt8]? = nil
    ) throws -> Bool {
        let message = try AgentMessages.bind(
            host ?? self.host,
            session: session,
            isForwarded: isForwarded,
            signs: signed
        )
        return world.agent.answer(message, for: client) == .success
    }

    private func login(_ material: KeyMaterial, session: [UInt8], host: KeyMaterial? = nil) throws
        -> Bool
    {
        let key = try #require(SSHPublicKey(material))
        let hostKey = try host.map { try #require(SSHPublicKey($0)).blob }
        let text = AgentMessages.login(key, session: session, hostKey: hostKey)
        return try world.sign(material, text, for: client) != .failure
    }

    @Test func letsOtherHostsUseOnlyKeysForThem() throws {
        #expect(try bind(isForwarded: true))
        #expect(world.comments(for: client) == ["forwarded"])
        #expect(try world.sign(local, for: client) == .failure)
        #expect(try world.sign(forwarded, for: client) != .failure)
        #expect(try login(forwarded, session: [7]))
        // Other connections do not change.
        #expect(world.comments == ["local", "forwarded"])
        #expect(try world.sign(local) != .failure)
    }

    /// Added keys have no mark.
    @Test func letsOtherHostsUseNoAddedKeys() throws {
        let added = try KeyMaterial.generate(.ed25519)
        #expect(world.agent.answer(AgentMessages.add(added)) == .success)
        #expect(try bind(isForwarded: true))
        #expect(world.comments(for: client) == ["forwarded"])
        #expect(try world.sign(added, for: client) == .failure)
        #expect(try world.sign(added) != .failure)
    }

    /// Other hosts could lock every user out.
    @Test func letsOtherHostsChangeNothing() throws {
        let key = try #require(SSHPublicKey(forwarded))
        #expect(try bind(isForwarded: true))
        for message in [
            AgentMessages.remove(key), AgentMessages.removeAll, AgentMessages.lock("pass"),
            AgentMessages.unlock("pass"), AgentMessages.add(try KeyMaterial.generate(.ed25519)),
        ] { #expect(world.agent.answer(message, for: client) == .failure) }
        #expect(world.comments == ["local", "forwarded"])
    }

    @Test func letsThemUseAllWhenTold() throws {
        let open = try AgentTests.World(Agent.Rules(forwardsAlways: true))
        let key = try open.add("local")
        let message = try AgentMessages.bind(host, session: [1], isForwarded: true)
        #expect(open.agent.answer(message, for: client) == .success)
        #expect(open.comments(for: client) == ["local"])
        #expect(try open.sign(key, for: client) != .failure)
    }

    /// A statement that is not true makes the connection one of which nothing is known.
    @Test func believesOnlyTheHost() throws {
        #expect(try !bind(isForwarded: false, signs: [2]))
        #expect(world.comments(for: client) == ["forwarded"])
        #expect(try world.sign(local, for: client) == .failure)
    }

    @Test(arguments: [[], [0, 0, 0, 9], [0, 0, 0, 1, 1]] as [[UInt8]])
    func distrustsStatementsThatAreNone(_ rest: [UInt8]) throws {
        let message = SSHWriter.bytes {
            $0.byte(27)
            $0.text("session-bind@openssh.com")
        }
        #expect(world.agent.answer(message + rest, for: client) == .failure)
        #expect(world.comments(for: client) == ["forwarded"])
    }

    /// A connection that serves a login serves that login only.
    @Test func signsForTheLoginThatWasStated() throws {
        #expect(try bind(isForwarded: false))
        #expect(world.comments(for: client) == ["local", "forwarded"])
        #expect(try login(local, session: [1]))
        #expect(try login(local, session: [1], host: host))
        #expect(try !login(local, session: [2]))
        #expect(try !login(local, session: [1], host: KeyMaterial.generate(.ed25519)))
        #expect(try world.sign(local, for: client) == .failure)
        // It leads nowhere else.
        #expect(try !bind(session: [2], isForwarded: true))
    }

    /// ssh on this machine, then ssh on the first host, which states the second.
    @Test func followsTheWayOfAForwardedAgent() throws {
        let second = try KeyMaterial.generate(.p256)
        #expect(try bind(isForwarded: true))
        #expect(try bind(isForwarded: true))
        #expect(try !bind(second, session: [1], isForwarded: true))
        let other = AgentClient(program: "/usr/bin/ssh")
        for (host, session, isForwarded) in [(host, [1], true), (second, [2], false)]
            as [(KeyMaterial, [UInt8], Bool)]
        {
            let message = try AgentMessages.bind(host, session: session, isForwarded: isForwarded)
            #expect(world.agent.answer(message, for: other) == .success)
        }
        let key = try #require(SSHPublicKey(forwarded))
        for (session, isSigned) in [([1], false), ([2], true)] as [([UInt8], Bool)] {
            let text = AgentMessages.login(key, session: session)
            #expect(try (world.sign(forwarded, text, for: other) != .failure) == isSigned)
        }
    }

    @Test func recordsSoManyHosts() throws {
        for session in 1...UInt8(AgentClient.mostBindings) {
            #expect(try bind(session: [session], isForwarded: true))
        }
        #expect(try !bind(session: [0], isForwarded: true))
    }

    @Test func namesTheHostsInQuestions() throws {
        let asking = try AgentTests.World(Agent.Rules(confirmsAlways: true, forwardsAlways: true))
        let key = try asking.add("one")
        let message = try AgentMessages.bind(host, session: [1], isForwarded: true)
        #expect(asking.agent.answer(message, for: client) == .success)
        #expect(try asking.sign(key, for: client) == .failure)
        let reason = try #require(asking.user.questions.first?.reason)
        #expect(reason.contains("'one', requested by the host with the key SHA256:"))
        #expect(reason.hasSuffix(", to which the agent is forwarded"))
    }
}
