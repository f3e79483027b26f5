import Foundation
import Testing

@testable import AgentSockets

/// The file of a socket, from its making to its end.
@Suite struct AgentSocketTests {
    /// Runs code with the path of a socket in a folder of its own.
    private func inFolder(_ body: (String) throws -> Void) throws {
        let folder = NSTemporaryDirectory() + "/s-" + UUID().uuidString.prefix(8)
        try #require(mkdir(folder, 0o700) == 0)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        try body(folder + "/agent")
    }

    @Test func removesItsFile() throws {
        try inFolder { path in
            let socket = try AgentSocket(path)
            defer { close(socket.listener) }
            #expect(access(path, F_OK) == 0)
            socket.remove()
            #expect(access(path, F_OK) != 0)
        }
    }

    /// A service manager puts a socket of its own in the place of one that was started by hand.
    @Test func leavesTheFileOfAnother() throws {
        try inFolder { path in
            let first = try AgentSocket(path)
            defer { close(first.listener) }
            try #require(unlink(path) == 0)
            let second = try AgentSocket(path)
            defer { close(second.listener) }
            first.remove()
            #expect(access(path, F_OK) == 0)
            second.remove()
            #expect(access(path, F_OK) != 0)
        }
    }

    /// An agent that was killed leaves a socket file without a listener.
    @Test func takesThePlaceOfOneThatHasEnded() throws {
        try inFolder { path in
            let first = try AgentSocket(path)
            #expect(throws: AgentSocket.Refusal.self) { try AgentSocket(path) }
            // A process that another test starts at this moment has the listener, too, until it runs its program.
            shutdown(first.listener, Int32(SHUT_RDWR))
            close(first.listener)
            let second = try AgentSocket(path)
            defer { close(second.listener) }
            #expect(access(path, F_OK) == 0)
        }
    }

    /// Threads that make sockets at the same time leave the mask for new files as it was.
    ///
    /// In a process of its own, whose mask other tests do not use.
    @Test func changesNoMaskOfTheProcess() async {
        await #expect(processExitsWith: .success) {
            umask(0o022)
            let folder = NSTemporaryDirectory() + "/s-" + UUID().uuidString.prefix(8)
            try #require(mkdir(folder, 0o700) == 0)
            defer { try? FileManager.default.removeItem(atPath: folder) }
            await withTaskGroup { group in
                for thread in 0..<4 {
                    group.addTask {
                        for number in 0..<500 {
                            let path = "\(folder)/\(thread)-\(number)"
                            guard let socket = try? AgentSocket(path) else { continue }
                            var facts = stat()
                            #expect(lstat(path, &facts) == 0 && facts.st_mode & 0o777 == 0o600)
                            close(socket.listener)
                            socket.remove()
                        }
                    }
                }
            }
            #expect(umask(0o022) == 0o022)
        }
    }
}
