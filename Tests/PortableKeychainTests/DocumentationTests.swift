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

    @Test func gettingStarted() throws {
        let keychain = try Keychain.inMemory()
        let token = GenericPassword(service: "com.example.api", account: "ci", label: "CI token")
        try keychain.set("s3cret", for: token)
        let match: Matching = .genericPassword(service: "com.example.api", account: "ci")
        let secret = try keychain.secret(match)
        #expect(secret?.string() == "s3cret")

        let login = Login(token: "t", expires: Date(timeIntervalSinceReferenceDate: 1))
        try keychain.set(SecretBytes(json: login), for: token)
        let stored = try keychain.secret(.identity(of: token))?.decode(Login.self)
        #expect(stored == login)

        let items = try keychain.items(.genericPassword(service: "com.example.api"))
        #expect(items.map(\.account) == ["ci"])
        #expect(items.map(\.label) == ["CI token"])

        let changed = try keychain.update(match) {
            $0.label = "Old CI token"
            $0.setSecret("r0tated")
        }
        #expect(changed == 1)
        let rotated = try keychain.secret(match)
        #expect(rotated?.string() == "r0tated")

        do {
            try keychain.add(token, secret: "s3cret")
            Issue.record("The item was there already.")
        } catch KeychainError.Code.duplicateItem {}
        try keychain.delete(match)
        #expect(try keychain.secret(match) == nil)
    }

    @Test func testingYourCode() async throws {
        let keychain = try Keychain.inMemory(.quick)
        try keychain.set("s3cret", for: GenericPassword(service: "api"))
        try keychain.setPasscode(SecretBytes(utf8: "1234"))
        try keychain.lock()
        #expect(throws: KeychainError(.interactionNotAllowed)) {
            _ = try keychain.secret(.genericPassword(service: "api"))
        }
        try await keychain.unlock(passcode: SecretBytes(utf8: "1234"), for: .seconds(900))
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
            try Keychain(keeper: full).add(GenericPassword(service: "api"), secret: "s3cret")
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
