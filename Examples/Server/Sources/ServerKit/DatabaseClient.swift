import NIOCore
import NIOPosix

/// Asks the database, each time with the password that is right now.
actor DatabaseClient {
    struct Refused: Error {}

    private let port: Int
    private var password: String

    init(port: Int, password: String) {
        self.port = port
        self.password = password
    }

    /// Uses another password from now on.
    func logIn(_ password: String) { self.password = password }

    /// Counts a visit, and returns how many there were.
    func countVisit() async throws -> Int {
        let connection = try await ClientBootstrap(group: .singletonMultiThreadedEventLoopGroup)
            .connect(host: "127.0.0.1", port: port) { channel in
                channel.eventLoop.makeCompletedFuture {
                    try NIOAsyncChannel<ByteBuffer, ByteBuffer>(
                        wrappingChannelSynchronously: channel
                    )
                }
            }
        let question = ByteBuffer(string: "\(password)\ncount\n")
        let answer = try await connection.executeThenClose { answers, questions in
            try await questions.write(question)
            var answer = ByteBuffer()
            for try await part in answers { answer.writeImmutableBuffer(part) }
            return String(buffer: answer)
        }
        guard let number = Int(answer) else { throw Refused() }
        return number
    }
}
