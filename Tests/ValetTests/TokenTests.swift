import Foundation
import KeeperRuns
import KeychainTesting
import PortableKeychain
import Testing
import enum Valet.KeychainError

@testable import Valet

/// Values that a token wraps, inside of what their user proves.
@Suite(.throughEachKeeper) struct TokenTests {
    private static let reason: Comment = "only the keychain itself has a token"

    private let vault = name("Vault \(UUID())")
    private var valet: SecureEnclaveValet { .valet(with: vault, accessControl: .userPresence) }
    private let user = ScriptedAuthenticator()
    private let token = SoftwareToken()

    private func keychain(_ token: SoftwareToken?) throws -> Keychain {
        var configuration = Keychain.Configuration(applicationIdentifier: "com.example.app")
        configuration.authenticator = user
        configuration.token = token
        configuration.passcodeHashing = try PasscodeHashing(
            rounds: 1 << 10,
            blockSize: 8,
            parallelism: 1
        )
        let keychain = try Keychain.inMemory(configuration)
        try keychain.setPasscode(SecretBytes(utf8: "1234"))
        return keychain
    }

    /// The bytes of a value as they are under the envelope.
    private func payload(_ keychain: Keychain, _ account: String) throws -> SecretBytes? {
        user.reply([.secret("1234")])
        let search = ItemRequest(
            .copyMatching,
            itemClass: .genericPassword,
            attributes: [.account: .string(account)],
            returning: .data
        )
        return try keychain.perform(search).items.first?.secret
    }

    @Test(.onlyDirect(reason)) func theTokenWrapsWhatItsUserProves() throws {
        let keychain = try keychain(token)
        try Keychain.withCurrent(keychain) {
            #expect(valet.canAccessKeychain())
            try valet.setString("s3cret", forKey: "k")
            try valet.setString("other", forKey: "l")
            #expect(user.questions.isEmpty)
            #expect(try payload(keychain, "k")?.string() != "s3cret")
            user.reply([.secret("1234"), .secret("1234")])
            #expect(try valet.string(forKey: "k", withPrompt: "Open") == "s3cret")
            #expect(user.questions.last?.reason == "Open")
            #expect(try valet.object(forKey: "l", withPrompt: "") == Data("other".utf8))
            #expect(user.questions.count == 3)
            // One key for all values of the sandbox.
            let keys = try keychain.items(matching: .key())
            #expect(keys.map(\.tokenID) == ["com.apple.setoken"])
            #expect(valet.canAccessKeychain())
            #expect(try valet.containsObject(forKey: "k"))
        }
    }

    @Test(.onlyDirect(reason)) func withoutTheTokenNothingOpens() throws {
        try Keychain.withCurrent(keychain(token)) {
            try valet.setString("s3cret", forKey: "k")
            token.isAbsent = true
            #expect(!valet.canAccessKeychain())
            user.reply([.secret("1234")])
            #expect(throws: KeychainError.couldNotAccessKeychain) {
                try valet.string(forKey: "k", withPrompt: "")
            }
            token.isAbsent = false
            #expect(valet.canAccessKeychain())
            user.reply([.secret("1234")])
            #expect(try valet.string(forKey: "k", withPrompt: "") == "s3cret")
        }
    }

    @Test(.onlyDirect(reason)) func valuesMoveInAndOut() throws {
        try Keychain.withCurrent(keychain(token)) {
            let plain = Valet.valet(with: vault, accessibility: .whenUnlocked)
            try plain.setString("s3cret", forKey: "k")
            try valet.migrateObjects(from: plain, removeOnCompletion: true)
            user.reply([.secret("1234")])
            #expect(try valet.string(forKey: "k", withPrompt: "") == "s3cret")
            let single = SinglePromptSecureEnclaveValet.valet(
                with: vault,
                accessControl: .userPresence
            )
            user.reply([.secret("1234")])
            try single.migrateObjects(
                matching: ["class": "genp", "acct": "k"],
                removeOnCompletion: true
            )
            user.reply([.secret("1234")])
            #expect(try single.string(forKey: "k", withPrompt: "") == "s3cret")
            #expect(try !valet.containsObject(forKey: "k"))
        }
    }

    @Test(.onlyDirect(reason)) func withoutATokenValuesAreAsBefore() throws {
        let keychain = try keychain(nil)
        try Keychain.withCurrent(keychain) {
            try valet.setString("s3cret", forKey: "k")
            #expect(try payload(keychain, "k")?.string() == "s3cret")
            #expect(try keychain.items(matching: .key()).isEmpty)
            #expect(valet.canAccessKeychain())
        }
    }
}
