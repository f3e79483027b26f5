import AgentSockets
import CKeychainPlatform
import Dispatch
import Foundation
import KeychainLibC
import Synchronization
import TestRounds
import Testing

/// A server whose seats users share, on a real socket; `AgentSeatsTests` has the tables.
@Suite struct SharedServerTests {
    /// Eight seats, of which the last two are for users who have none.
    private static let (most, mostOfUser, common) = (8, 7, 6)

    /// The test's record of the clients.
    private final class Clients: Sendable {
        let served = Mutex(0)
        let goesOn = DispatchSemaphore(value: 0)

        func waitForServed(_ count: Int) -> Bool {
            waits { served.withLock({ $0 }) >= count }
            return served.withLock { $0 } == count
        }
    }

    /// A client that has to wait for a seat does not delay others: the next one is handled.
    @Test func whoWaitsKeepsNobodyElseWaiting() throws {
        let folder = NSTemporaryDirectory() + "/w-" + UUID().uuidString.prefix(8)
        let socket = try AgentSocket(folder + "/agent")
        defer {
            socket.remove()
            rmdir(folder)
        }
        let clients = Clients()
        ClientServer(socket.listener, most: Self.most, mostOfUser: Self.mostOfUser) { client in
            client.enter(.answering)
            clients.served.withLock { $0 += 1 }
            clients.goesOn.wait()
        }
        .start()
        var files: [Int32] = []
        defer {
            for _ in files { clients.goesOn.signal() }
            files.forEach { close($0) }
        }
        func connect() -> Int32 {
            var user = UInt32(0)
            files.append(pk_socket_connect(socket.path, &user))
            return files[files.count - 1]
        }
        for _ in 0..<Self.common { _ = connect() }
        #expect(clients.waitForServed(Self.common))
        let (waiting, tooMany) = (connect(), connect())
        // With the one who waits, the user has as many as one may have.
        #expect(Self.ends(tooMany, within: 2_000))
        #expect(!Self.ends(waiting, within: 0))
        #expect(clients.served.withLock { $0 } == Self.common)
        // A seat that becomes free is for the client that waits.
        clients.goesOn.signal()
        #expect(clients.waitForServed(Self.common + 1))
    }

    /// Whether the server closes a connection in so many milliseconds.
    private static func ends(_ file: Int32, within milliseconds: Int32) -> Bool {
        var request = pollfd(fd: file, events: Int16(POLLIN), revents: 0)
        var byte: UInt8 = 0
        return poll(&request, 1, milliseconds) > 0 && recv(file, &byte, 1, 0) <= 0
    }
}
