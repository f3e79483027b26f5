import NIOCore
import NIOPosix
import Synchronization

/// Stands in for a database: counts for each client that knows one of its passwords.
public final class StandInDatabase: Sendable {
    private struct State {
        var passwords: Set<String>
        var count = 0
        var refusals = 0
    }

    private let state: Mutex<State>

    public init(password: String) { state = Mutex(State(passwords: [password])) }

    /// Accepts a further password.
    public func add(password: String) {
        state.withLock { _ = $0.passwords.insert(password) }
    }

    /// No longer accepts a password.
    public func remove(password: String) {
        state.withLock { _ = $0.passwords.remove(password) }
    }

    /// The number of visits with a wrong password.
    public var refusals: Int { state.withLock { $0.refusals } }

    /// Serves until the task is cancelled.
    ///
    /// - Parameter started: Called with the port on this machine.
    public func run(started: @Sendable (Int) -> Void) async throws {
        let server = try await ServerBootstrap(group: .singletonMultiThreadedEventLoopGroup)
            .bind(host: "127.0.0.1", port: 0) { channel in
                channel.eventLoop.makeCompletedFuture {
                    try NIOAsyncChannel<ByteBuffer, ByteBuffer>(
                        wrappingChannelSynchronously: channel
                    )
                }
            }
        started(server.channel.localAddress?.port ?? 0)
        try await withThrowingDiscardingTaskGroup { group in
            try await server.executeThenClose { connections in
                for try await connection in connections {
                    group.addTask { try? await self.answer(connection) }
                }
            }
        }
    }

    private func answer(_ connection: NIOAsyncChannel<ByteBuffer, ByteBuffer>) async throws {
        try await connection.executeThenClose { questions, answers in
            var text = ""
            for try await part in questions {
                text += String(buffer: part)
                let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
                guard lines.count > 2 else { continue }
                let answer = state.withLock { state in
                    guard state.passwords.contains(String(lines[0])) else {
                        state.refusals += 1
                        return "refused"
                    }
                    state.count += 1
                    return "\(state.count)"
                }
                try await answers.write(ByteBuffer(string: answer))
                break
            }
        }
    }
}
