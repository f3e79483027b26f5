import Foundation
import PortableKeychain
import Testing

/// The code of the article on who may read an item; see `DocumentationTests`.
@Suite struct AuthenticationDocumentationTests {
    typealias PasswordWindow = @Sendable (_ sentence: String, _ reason: String) -> SecretBytes?

    struct Prompt: Authenticator {
        let readPassword: PasswordWindow

        func answer(
            _ question: AuthenticationQuestion
        ) throws(KeychainError) -> AuthenticationAnswer {
            guard let typed = readPassword(question.sentence, question.reason) else {
                throw KeychainError(.userCanceled)
            }
            // Some questions are only confirmed.
            return question.kind == .presence ? .confirmed : .secret(typed)
        }
    }

    /// A user who agrees to sign releases only.
    static let window: PasswordWindow = { _, reason in
        reason == "Sign the release" ? passcode : nil
    }

    static let passcode = SecretBytes(utf8: "1234")

    @Test func whoMayReadAnItem() async throws {
        var configuration = Keychain.Configuration.quick
        configuration.authenticator = Prompt(readPassword: Self.window)
        let keychain = try Keychain.inMemory(configuration)
        try keychain.setPasscode(Self.passcode)
        var item = KeyItem(tag: "com.example.release")
        item.accessControl = .passcode()
        try keychain.keys.generate(for: item)
        await #expect(throws: KeychainError(.userCanceled)) {
            let key = try await keychain.inBackground { keychain throws(KeychainError) in
                try keychain.keys.only(matching: .key(tag: "com.example.release"))
            }
            Issue.record("The key was read: \(key == nil)")
        }
        let context = AuthenticationContext()
        context.reason = "Sign the release"
        let unlocked = keychain.authenticating(with: context)
        let first = try unlocked.keys.only(matching: .key(tag: "com.example.release"))
        context.reason = ""
        let second = try unlocked.keys.only(matching: .key(tag: "com.example.release"))
        #expect(first != nil && first == second)
        context.invalidate()
        #expect(throws: KeychainError(.authenticationRequired)) {
            try unlocked.keys.only(matching: .key(tag: "com.example.release"))
        }
    }

    /// In a process of its own, because it opens the default keychain.
    @Test func opensTheKeychainWithAWindow() async {
        await #expect(processExitsWith: .success) {
            let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
            defer { try? FileManager.default.removeItem(at: folder) }
            setenv("XDG_DATA_HOME", folder.path, 1)
            func openKeychain(asking window: @escaping PasswordWindow) throws -> Keychain {
                var configuration = Keychain.Configuration.fromEnvironment()
                configuration.authenticator = Prompt(readPassword: window)
                return try Keychain.openOrCreate(.standard, configuration: configuration)
            }
            let keychain = try openKeychain(asking: Self.window)
            #expect(try !keychain.contains(.genericPassword()))
        }
    }

    @Test func knowsThePasswordInAdvance() throws {
        let keychain = try Keychain.inMemory(.quick)
        let password = SecretBytes(utf8: "passw0rd")
        let context = AuthenticationContext()
        context.setCredential(password, for: .applicationPassword)
        var item = GenericPassword(service: "com.example.api", account: "ci")
        item.accessControl = .applicationPassword()
        try keychain.authenticating(with: context).set("s3cret", for: item)
        #expect(throws: KeychainError(.authenticationRequired)) { try keychain.secret(for: item) }
        let secret = try keychain.authenticating(with: context).secret(for: item)
        #expect(secret?.string() == "s3cret")
    }
}
