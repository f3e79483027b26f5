import AgentSockets
import Foundation
import TestRounds
import Testing

@testable import SSHAgent

/// Clients that obstruct others, on real sockets.
@Suite(.thorough) struct AgentSiegeTests {
    /// The longest time for an answer while the agent is besieged: far less than the 10 seconds
    /// that it gives each client.
    private static let patience = Duration.seconds(5)

    private enum Besieger: CaseIterable {
        case silent
        /// Sends half of a message.
        case halting
        /// Asks again and again, and never reads an answer.
        case deaf

        func besiege(_ client: RawClient) {
            switch self {
            case .silent: break
            case .halting: client.say([0, 0, 1, 0, 13])
            case .deaf:
                client.say((0..<4000).flatMap { _ in RawClient.identities })
            }
        }
    }

    @Test(arguments: Besieger.allCases) private func servesOthers(_ besieger: Besieger) throws {
        try Tool.inFolder { tool in
            #expect(try tool.run(["create", "empty"]).status == 0)
            try tool.withSocket(["--keychain", "empty"]) { _, socket in
                var besiegers: [RawClient] = []
                for _ in 0..<AgentSeats.most {
                    let client = try RawClient(socket)
                    besieger.besiege(client)
                    besiegers.append(client)
                }
                let time = try ContinuousClock().measure {
                    for _ in 0..<10 {
                        let client = try RawClient(socket)
                        client.say(RawClient.identities)
                        #expect(client.hear() == RawClient.noIdentities)
                    }
                }
                #expect(time < Self.patience)
                #expect(besiegers.count == AgentSeats.most)
            }
        }
    }

    /// A client that reads answers and sends whole messages stays connected.
    @Test func dropsOthersFirst() throws {
        try Tool.inFolder { tool in
            #expect(try tool.run(["create", "empty"]).status == 0)
            try tool.withSocket(["--keychain", "empty"]) { _, socket in
                let honest = try RawClient(socket)
                honest.say(RawClient.identities)
                #expect(honest.hear() == RawClient.noIdentities)
                var others: [RawClient] = []
                for _ in 0..<AgentSeats.most - 1 {
                    let client = try RawClient(socket)
                    Besieger.halting.besiege(client)
                    others.append(client)
                }
                // Until the halves count as such.
                usleep(300_000)
                for _ in 0..<10 {
                    let client = try RawClient(socket)
                    client.say(RawClient.identities)
                    #expect(client.hear() == RawClient.noIdentities)
                    others.append(client)
                }
                honest.say(RawClient.identities)
                #expect(honest.hear() == RawClient.noIdentities)
            }
        }
    }

    /// Others are served while the user is asked, also when more clients want to ask than may.
    @Test func servesOthersWhileTheUserIsAsked() throws {
        try Tool.inFolder { tool in
            try tool.makeKeys([
                ("guarded", ["--type", "ed25519", "--require", "presence", "--pair"])
            ])
            let line = try String(contentsOfFile: "\(tool.folder)/guarded.pub", encoding: .utf8)
            let words = line.split(separator: " ")
            let blob = try #require(Data(base64Encoded: String(words[1])))
            let request = SSHWriter.bytes {
                $0.string(
                    SSHWriter.bytes {
                        $0.byte(13)
                        $0.string(blob)
                        $0.string(Self.fileText)
                        $0.number(0)
                    }
                )
            }
            try tool.withSocket { agent, socket in
                var asking: [RawClient] = []
                for _ in 0..<AgentSeats.most {
                    let client = try RawClient(socket)
                    client.say(request)
                    asking.append(client)
                }
                try agent.see("[y/N] ")
                let time = try ContinuousClock().measure {
                    for _ in 0..<10 {
                        let client = try RawClient(socket)
                        client.say(RawClient.identities)
                        #expect(client.hear().starts(with: [0, 0]))
                    }
                }
                #expect(time < Self.patience)
                agent.type("y\n")
                // The user is not asked for clients that have hung up, nor for those that were too
                // many.
                let isSigned = asking.contains { $0.has(answer: 14) }
                #expect(isSigned)
                asking = []
            }
        }
    }

    private static let fileText =
        Array("SSHSIG".utf8)
        + SSHWriter.bytes {
            for text in ["file", "", "sha512"] { $0.text(text) }
            $0.string([UInt8](repeating: 7, count: 64))
        }
}
