import PortableKeychain
import Testing

/// The code of the articles for secrets that several programs renew; see `DocumentationTests`.
@Suite struct RenewalDocumentationTests {
    private let token = GenericPassword(service: "com.example.api", account: "ci")

    protocol TokenServer: Sendable {
        func renew(_ token: SecretBytes) async throws -> SecretBytes
    }

    /// Takes each token once, as servers do that notice stolen ones.
    private actor Watchful: TokenServer {
        private var number = 0
        private(set) var refusals = 0

        func renew(_ token: SecretBytes) async throws -> SecretBytes {
            if token.string() == "token \(number)" { number += 1 } else { refusals += 1 }
            return SecretBytes(utf8: "token \(number)")
        }
    }

    @Test func renewsWhatSeveralProgramsUse() async throws {
        let keychain = try Keychain.inMemory()
        let server = Watchful()
        let query: KeychainQuery = .genericPassword(service: "com.example.api", account: "ci")
        try keychain.set("token 0", for: token)
        func renewToken(at server: any TokenServer) async throws {
            while let entry = try keychain.first(matching: query) {
                let renewed = try await server.renew(entry.secret)
                if try entry.replaceSecret(with: renewed, in: keychain) { break }
            }
        }
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 1...8 {
                group.addTask { try await renewToken(at: server) }
            }
            try await group.waitForAll()
        }
        // The stored token is the one that the server takes next.
        let last = try #require(try keychain.secret(matching: query))
        let refusals = await server.refusals
        _ = try await server.renew(last)
        #expect(await server.refusals == refusals)
    }
}
