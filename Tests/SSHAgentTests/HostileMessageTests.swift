@_spi(Keepers) import PortableKeychain
import Testing

@testable import SSHAgent

/// Messages that no well-meaning client sends.
@Suite struct HostileMessageTests {
    private static func agent() throws -> (agent: Agent, messages: [[UInt8]]) {
        let keychain = try Keychain.inMemory()
        let (kept, added) = (try newKey(), try newKey())
        try keychain.keys.add(kept, for: KeyItem(attributes: [.alias: .string("ssh")]))
        let publicKey = try #require(SSHPublicKey(kept))
        let agent = Agent(
            StoredKeys(keychain: keychain, pattern: [:]),
            authenticator: TerminalAuthenticator(),
            pause: { _ in }
        )
        return (
            agent,
            [
                AgentMessages.sign(publicKey, AgentMessages.file()),
                AgentMessages.add(added),
                AgentMessages.add(added, constraints: [1, 0, 0, 0, 9]),
                AgentMessages.remove(publicKey), AgentMessages.unlock("pass"),
            ]
        )
    }

    private static func newKey() throws -> KeyMaterial {
        try KeyMaterial.generate(.ed25519)
    }

    @Test func refusesMessagesCutShortOrLengthened() throws {
        let (agent, messages) = try Self.agent()
        for message in messages {
            for count in 0..<message.count {
                let cut = Array(message.prefix(count))
                // A constraint may be absent as a whole.
                if message.first == 25, message.count - count == 5 { continue }
                #expect(agent.answer(cut) == .failure, "\(message[0]) at \(count)")
            }
            #expect(agent.answer(message + [0]) == .failure)
        }
    }

    /// Every length in a message, made as large as can be.
    @Test func refusesLengthsThatReachBeyondTheMessage() throws {
        let (agent, messages) = try Self.agent()
        for message in messages {
            for place in 1..<max(1, message.count - 4)
            where message[place...].starts(with: [0, 0, 0]) {
                for start: UInt8 in [0xFF, 0x7F, 0x01] {
                    var hostile = message
                    hostile[place] = start
                    #expect(agent.answer(hostile) == .failure || message[0] == 25)
                }
            }
        }
    }

    /// Numbers of requests that there are not here: old ones, smart cards, extensions, replies.
    @Test func refusesOtherRequests() throws {
        let agent = try Self.agent().agent
        let known: [UInt8] = [11, 13, 17, 18, 19, 22, 23, 25]
        for number in UInt8.min...UInt8.max where !known.contains(number) {
            #expect(agent.answer([number]) == .failure)
            let named = SSHWriter.bytes {
                $0.byte(number)
                $0.text("session-bind@openssh.com")
                $0.string([])
            }
            #expect(agent.answer(named) == .failure)
        }
    }

    /// Some thousand messages with a few bytes changed: the same ones at each run.
    @Test func survivesNoise() throws {
        let (agent, messages) = try Self.agent()
        var state: UInt64 = 0x5DEE_CE66
        func next(_ bound: Int) -> Int {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Int(state >> 33) % bound
        }
        for round in 0..<2000 {
            var message = messages[round % messages.count]
            for _ in 0...next(4) { message[next(message.count)] = UInt8(next(256)) }
            // A passphrase that locks would make all that follows a failure.
            guard message[0] != AgentRequest.Number.lock.rawValue else { continue }
            _ = agent.answer(message)
        }
        guard case .identities = agent.answer(AgentMessages.identities) else {
            Issue.record("it answers no more")
            return
        }
    }

    /// A key whose halves do not belong together, and numbers that are not a key.
    @Test func refusesInvalidKeys() throws {
        let (agent, _) = try Self.agent()
        var mixed = AgentMessages.add(try Self.newKey())
        // In the first of both public keys.
        mixed[24] ^= 1
        #expect(agent.answer(mixed) == .failure)
        for (modulus, prime) in [([], []), ([7], [3]), (Array(repeating: 0x55, count: 9000), [3])]
            as [([UInt8], [UInt8])]
        {
            let message = SSHWriter.bytes {
                $0.byte(17)
                $0.text("ssh-rsa")
                for number in [modulus, [3], [3], [1], prime, prime] { $0.natural(number) }
                $0.text("")
            }
            #expect(agent.answer(message) == .failure)
        }
    }
}
