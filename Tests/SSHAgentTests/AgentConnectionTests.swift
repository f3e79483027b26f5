import Foundation
import KeychainLibC
import Testing
@testable import SSHAgent

/// Messages on their way.
@Suite struct AgentConnectionTests {
    /// Sends bytes to a connection, hangs up or not, and returns the answer.
    private func receive(_ bytes: [UInt8], hangsUp: Bool) -> [UInt8]? {
        var ends: [Int32] = [-1, -1]
        #expect(socketpair(AF_UNIX, streamSocket, 0, &ends) == 0)
        _ = send(ends[1], bytes, bytes.count, Int32(MSG_NOSIGNAL))
        if hangsUp { shutdown(ends[1], Int32(SHUT_WR)) }
        defer { ends.forEach { close($0) } }
        let connection = AgentConnection(file: ends[0], patience: .milliseconds(50))
        connection.waitForMessage()
        return connection.receive()
    }

    @Test(
        arguments: [
            ([0, 0, 0, 1, 11], [11]), ([0, 0, 0, 1, 11, 0, 0], [11]),
            ([0, 0, 0, 2, 7, 7], [7, 7]),
        ] as [([UInt8], [UInt8])]
    )
    func takesMessages(_ bytes: [UInt8], _ message: [UInt8]) {
        #expect(receive(bytes, hangsUp: false) == message)
    }

    /// A connection waits neither for ever nor for bytes that cannot come.
    @Test(
        arguments: [
            [0], [0, 0, 0, 2, 7], [0, 0, 0, 0], [0, 4, 0, 1], [0xFF, 0xFF, 0xFF, 0xFF],
        ] as [[UInt8]],
        [true, false]
    )
    func givesUp(_ bytes: [UInt8], _ hangsUp: Bool) {
        let clock = ContinuousClock()
        let time = clock.measure { #expect(receive(bytes, hangsUp: hangsUp) == nil) }
        #expect(time < .seconds(5))
    }

    /// A client that does not read an answer is not waited for.
    @Test func sendsNoLongerThanItWaits() throws {
        var ends: [Int32] = [-1, -1]
        #expect(socketpair(AF_UNIX, streamSocket, 0, &ends) == 0)
        defer { ends.forEach { close($0) } }
        let connection = AgentConnection(file: ends[0], patience: .milliseconds(50))
        let reply = AgentReply.signature([UInt8](repeating: 7, count: 200 << 10))
        let clock = ContinuousClock()
        let time = clock.measure {
            var sent = 0
            while connection.send(reply), sent < 100 { sent += 1 }
            #expect(sent < 100)
        }
        #expect(time < .seconds(5))
        #expect(connection.isOpen)
        shutdown(ends[1], Int32(SHUT_RDWR))
        #expect(!connection.isOpen)
    }

    @Test func writesReplies() throws {
        #expect(AgentReply.failure.bytes == [0, 0, 0, 1, 5])
        #expect(AgentReply.success.bytes == [0, 0, 0, 1, 6])
        #expect(AgentReply.identities([]).bytes == [0, 0, 0, 5, 12, 0, 0, 0, 0])
        #expect(AgentReply.signature([9]).bytes == [0, 0, 0, 6, 14, 0, 0, 0, 1, 9])
    }
}
