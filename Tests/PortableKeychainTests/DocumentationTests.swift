import Crypto
import Foundation
import KeychainTesting
import PortableKeychain
import Testing

/// The code of the articles in Documentation.docc, as a reader would run it.
@Suite struct DocumentationTests {
    struct Login: Codable, Equatable {
        var token: String
        var expires: Date
    }

    let token = GenericPassword(service: "com.example.api", account: "ci", label: "CI token")
    let match: KeychainQuery = .genericPassword(service: "com.example.api", account: "ci")

    @Test func keepsAndFinds() throws {
        let keychain = try Keychain.inMemory()
        try keychain.set("s3cret", for: token)
        let secret = try keychain.secret(matching: match)?.string()
        #expect(secret == "s3cret")
        try keychain.delete(matching: match)
        #expect(try !keychain.contains(match))
    }

    @Test func keepsCodableValues() throws {
        let keychain = try Keychain.inMemory()
        let login = Login(token: "t", expires: Date(timeIntervalSinceReferenceDate: 1))
        try keychain.set(SecretBytes(json: login), for: token)
        let stored = try keychain.secret(matching: .exactly(token))?.decode(Login.self)
        #expect(stored == login)
    }

    @Test func listsAndChanges() throws {
        let keychain = try Keychain.inMemory()
        try keychain.set("s3cret", for: token)
        let items = try keychain.items(matching: .genericPassword(service: "com.example.api"))
        #expect(items.map(\.account) == ["ci"])
        #expect(items.map(\.label) == ["CI token"])
        let changed = try keychain.update(matching: match) {
            $0.label = "Old CI token"
            $0.setSecret("r0tated")
        }
        #expect(changed == 1)
        let rotated = try keychain.secret(matching: match)?.string()
        #expect(rotated == "r0tated")
    }

    @Test func distinguishesFailures() throws {
        let keychain = try Keychain.inMemory()
        try keychain.add("s3cret", for: token)
        do {
            try keychain.add("s3cret", for: token)
            Issue.record("The item was there already.")
        } catch KeychainError.Code.duplicateItem {}
    }

    @Test func keysAndCertificates() throws {
        let keychain = try Keychain.inMemory()
        try keychain.keys.generate(
            .p256,
            for: KeyItem(tag: "com.example.server")
        )
        let new = P256.Signing.PrivateKey()
        try keychain.keys.add(new, for: KeyItem(tag: "com.example.signing"))
        let key = try keychain.keys.only(
            matching: .key(tag: "com.example.signing"),
            as: P256.Signing.PrivateKey.self
        )
        #expect(key?.rawRepresentation == new.rawRepresentation)
        #expect(try keychain.delete(matching: .key(tag: "com.example.signing")) == 1)
        try keychain.keys.add(P256.Signing.PrivateKey(), for: KeyItem(tag: "com.example.signing"))
    }

    @Test func whoMayReadAnItem() async throws {
        struct Prompt: Authenticator {
            func answer(
                _ question: AuthenticationQuestion
            ) throws(KeychainError) -> AuthenticationAnswer {
                guard question.reason == "Sign the release" else {
                    throw KeychainError(.userCanceled)
                }
                return .confirmed
            }
        }
        var configuration = Keychain.Configuration.quick
        configuration.authenticator = Prompt()
        let keychain = try Keychain.inMemory(configuration)
        var key = KeyItem(tag: "com.example.release")
        key.accessControl = .userPresence()
        try keychain.keys.generate(for: key)
        await #expect(throws: KeychainError(.userCanceled)) {
            try await keychain.inBackground { keychain throws(KeychainError) in
                try keychain.keys.only(matching: .key(tag: "com.example.release"))
            }
        }
        let context = AuthenticationContext()
        context.reason = "Sign the release"
        let unlocked = keychain.authenticating(with: context)
        #expect(try unlocked.keys.only(matching: .key(tag: "com.example.release")) != nil)
        context.reason = ""
        #expect(try unlocked.keys.only(matching: .key(tag: "com.example.release")) != nil)
        context.invalidate()
        #expect(throws: KeychainError(.authenticationRequired)) {
            try unlocked.keys.only(matching: .key(tag: "com.example.release"))
        }
    }

    @Test func testingYourCode() async throws {
        let keychain = try Keychain.inMemory(.quick)
        try keychain.set("s3cret", for: GenericPassword(service: "api"))
        try keychain.setPasscode(SecretBytes(utf8: "1234"))
        try keychain.lock()
        #expect(throws: KeychainError(.locked)) {
            _ = try keychain.secret(matching: .genericPassword(service: "api"))
        }
        try await keychain.inBackground { keychain throws(KeychainError) in
            try keychain.unlock(passcode: SecretBytes(utf8: "1234"), for: .seconds(900))
        }
        #expect(try keychain.contains(.genericPassword(service: "api")))

        try await Keychain.withCurrent(.inMemory()) {
            await Task.yield()
            let isThere = try Keychain.current.contains(.genericPassword(service: "api"))
            #expect(!isThere)
        }

        let full = FailingKeeper(
            try Keychain.inMemory(),
            failing: 1,
            with: KeychainError(.diskFull)
        )
        #expect(throws: KeychainError(.diskFull)) {
            try Keychain(keeper: full).add("s3cret", for: GenericPassword(service: "api"))
        }
    }
}

extension Keychain.Configuration {
    /// With passcodes that cost next to nothing.
    static var quick: Self {
        var configuration = Self(applicationIdentifier: "app", accessGroups: [])
        // swift-format-ignore: NeverUseForceTry
        configuration.passcodeHashing = try! PasscodeHashing(
            rounds: 1 << 10,
            blockSize: 1,
            parallelism: 1
        )
        return configuration
    }
}
