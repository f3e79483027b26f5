import Configuration
import Foundation
import KeychainConfiguration
import PortableKeychain
import ServerKit
import Testing

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// The password changes, and no visitor notices.
@Suite(.timeLimit(.minutes(1))) struct RotationTests {
    private let password = GenericPassword(service: "visits", account: "database.password")

    private func visit(_ port: Int) async throws -> (status: Int, text: String) {
        let address = try #require(URL(string: "http://127.0.0.1:\(port)/"))
        let (data, response) = try await URLSession.shared.data(from: address)
        let status = (response as? HTTPURLResponse)?.statusCode ?? 0
        return (status, String(decoding: data, as: UTF8.self))
    }

    /// Runs a server with a database, on a keychain on disk that is open twice.
    private func withServer(
        _ body: (Keychain, StandInDatabase, Int) async throws -> Void
    ) async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        defer { try? FileManager.default.removeItem(at: folder) }
        let configuration = Keychain.Configuration(folder: folder.path)
        let keychain = try Keychain.openOrCreate(configuration: configuration)
        try keychain.set("first", for: password)
        let database = StandInDatabase(password: "first")
        let ports = AsyncStream<Int>.makeStream()
        try await withThrowingTaskGroup { group in
            group.addTask { try await database.run { ports.continuation.yield($0) } }
            var started = ports.stream.makeAsyncIterator()
            let port = try #require(await started.next())
            let secrets = try KeychainProvider(
                requiringUnlocked: Keychain.open(configuration: configuration),
                service: "visits",
                every: .milliseconds(5)
            )
            let plain = InMemoryProvider(
                values: ["database.port": ConfigValue(.int(port), isSecret: false)]
            )
            let server = VisitServer(ConfigReader(providers: [secrets, plain]))
            group.addTask { try await server.run { ports.continuation.yield($0) } }
            try await body(keychain, database, #require(await started.next()))
            group.cancelAll()
        }
    }

    @Test func rotatesWithoutARefusal() async throws {
        try await withServer { keychain, database, port in
            #expect(try await visit(port).text == "visit 1\n")
            database.add(password: "second")
            try keychain.set("second", for: password)
            // Until the server uses the new one, the old one must work.
            for number in 2..<50 {
                let answer = try await visit(port)
                #expect(answer.status == 200 && answer.text == "visit \(number)\n")
            }
            try await Task.sleep(for: .milliseconds(500))
            database.remove(password: "first")
            #expect(try await visit(port).text == "visit 50\n")
            #expect(database.refusals == 0)
        }
    }

    @Test func recoversFromAPasswordThatCameLate() async throws {
        try await withServer { keychain, database, port in
            database.add(password: "second")
            database.remove(password: "first")
            #expect(try await visit(port).status == 503)
            try keychain.set("second", for: password)
            while try await visit(port).status != 200 {
                try await Task.sleep(for: .milliseconds(5))
            }
        }
    }

    @Test func doesNotStartOnALockedKeychain() async throws {
        let keychain = try Keychain.inMemory()
        try keychain.set("first", for: password)
        try keychain.setPasscode(SecretBytes(utf8: "1234"))
        try keychain.lock()
        #expect(throws: KeychainError.self) {
            try KeychainProvider(requiringUnlocked: keychain, service: "visits")
        }
        let server = VisitServer(
            ConfigReader(providers: [
                KeychainProvider(keychain, service: "visits"),
                InMemoryProvider(values: ["database.port": 1]),
            ])
        )
        await #expect(throws: KeychainError.self) { try await server.run { _ in } }
    }
}
