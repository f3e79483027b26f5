import AgentSockets
import CKeychainPlatform
import Foundation
import TestPrograms
import TestRounds
import Testing
@testable import KeychainAgent
@_spi(Keepers) @testable import PortableKeychain

/// Programs that obstruct others, on a real socket.
@Suite(.thorough) struct SiegeTests {
    private enum Besieger: CaseIterable {
        case silent
        /// Knows nothing of the protocol.
        case babbling
        /// Sends half of a message.
        case halting
        /// Asks again and again, and never reads an answer.
        case deaf
    }

    @Test(arguments: Besieger.allCases) private func servesOthers(_ besieger: Besieger) throws {
        OpenFiles.allowMany()
        let folder = NSTemporaryDirectory() + "/s-" + UUID().uuidString.prefix(8)
        let socket = try AgentSocket(folder + "/agent")
        defer {
            socket.remove()
            rmdir(folder)
        }
        let stage = try AgentStage(saying: [.says(.always)])
        try stage.service.start(socket.listener)
        var files: [Int32] = []
        defer { files.forEach { close($0) } }
        for _ in 0..<500 {
            var user = UInt32(0)
            let file = pk_socket_connect(socket.path, &user)
            #expect(file >= 0 && user == geteuid())
            files.append(file)
            besiege(file, besieger)
        }
        let time = try ContinuousClock().measure {
            for number in 0..<5 {
                let keeper = AgentKeeper(AgentLine(socket.path), groups: AccessGroups(["app"]))
                _ = try keeper.perform(.add("\(number)"))
                #expect(keeper.outcome(.find("\(number)")) == "of \(number)")
            }
        }
        // Far less than the 10 seconds that each client has.
        #expect(time < .seconds(5))
        #expect(stage.service.clientCount <= AgentSeats.most)
    }

    private func besiege(_ file: Int32, _ besieger: Besieger) {
        let stream = FrameStream(file, patience: .milliseconds(2))
        switch besieger {
        case .silent: break
        case .babbling: _ = stream.send(SecretBytes([UInt8](repeating: 0x41, count: 4096)))
        case .halting: _ = stream.send(SecretBytes([0, 0, 0, 20, 1, 0]))
        case .deaf:
            let nonce = try? stream.receive(atMost: 100) { _, body in Array(body.dropFirst(2)) }
            guard let nonce else { return }
            var hello = SecretEncoder()
            hello.integer(Frame.version)
            hello.raw(nonce)
            guard let message = try? Frame.bytes(.hello, hello) else { return }
            _ = stream.send(message)
            let call = [0, 0, 0, 2, Frame.Kind.administer.rawValue, 1]
            _ = stream.send(SecretBytes((0..<5000).flatMap { _ in call }))
        }
    }
}
