import Configuration
import NIOCore
import NIOHTTP1
import NIOPosix

/// A server on HTTP that counts its visits in a database.
///
/// | key | value |
/// |---|---|
/// | `database.port` | where the database listens on this machine |
/// | `database.password` | what it wants to hear; a secret, which may change |
public struct VisitServer: Sendable {
    private let config: ConfigReader

    public init(_ config: ConfigReader) { self.config = config }

    /// Serves until the task is cancelled.
    ///
    /// - Parameter started: Called with the port on this machine.
    public func run(started: @escaping @Sendable (Int) -> Void) async throws {
        // `required`: a default would also be used for a password that cannot be read.
        let database = DatabaseClient(
            port: try config.requiredInt(forKey: "database.port"),
            password: try config.requiredString(forKey: "database.password")
        )
        try await withThrowingTaskGroup { group in
            group.addTask {
                try await config.watchString(forKey: "database.password") { passwords in
                    for try await password in passwords {
                        // Nothing while the keychain is locked: the last password stays.
                        guard let password else { continue }
                        await database.logIn(password)
                    }
                }
            }
            group.addTask { try await serve(database, started) }
            try await group.waitForAll()
        }
    }

    private typealias Connection = NIOAsyncChannel<HTTPServerRequestPart, HTTPServerResponsePart>

    private func serve(
        _ database: DatabaseClient,
        _ started: @Sendable (Int) -> Void
    ) async throws {
        let server = try await ServerBootstrap(group: .singletonMultiThreadedEventLoopGroup)
            .bind(host: "127.0.0.1", port: 0) { channel in
                channel.eventLoop.makeCompletedFuture {
                    try channel.pipeline.syncOperations.configureHTTPServerPipeline()
                    return try Connection(wrappingChannelSynchronously: channel)
                }
            }
        started(server.channel.localAddress?.port ?? 0)
        try await withThrowingDiscardingTaskGroup { group in
            try await server.executeThenClose { connections in
                for try await connection in connections {
                    group.addTask { try? await answer(connection, database) }
                }
            }
        }
    }

    private func answer(_ connection: Connection, _ database: DatabaseClient) async throws {
        try await connection.executeThenClose { requests, responses in
            for try await part in requests {
                guard case .end = part else { continue }
                let (status, text): (HTTPResponseStatus, String)
                do {
                    (status, text) = (.ok, "visit \(try await database.countVisit())\n")
                } catch {
                    (status, text) = (.serviceUnavailable, "no database\n")
                }
                let headers: HTTPHeaders = ["content-length": "\(text.utf8.count)"]
                try await responses.write(
                    .head(HTTPResponseHead(version: .http1_1, status: status, headers: headers))
                )
                try await responses.write(.body(.byteBuffer(ByteBuffer(string: text))))
                try await responses.write(.end(nil))
            }
        }
    }
}
