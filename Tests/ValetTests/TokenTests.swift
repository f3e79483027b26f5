import Foundation
import KeeperRuns
import KeychainTesting
@_spi(Keepers) import PortableKeychain
import Testing
import enum Valet.KeychainError

@testable import Valet

/// Values that a token wraps, inside of the protection that their user proves.
@Suite(.throughEachKeeper) struct TokenTests {
    private static let reason: Comment = "only the keychain itself has a token"

    private let vault = name("Vault \(UUID())")
    private var valet: SecureEnclaveValet { .valet(with: vault, accessControl: .userPresence) }
    private let user = ScriptedAuthenticator()
    private let token = SoftwareToken()

    private func keychain(_ token: SoftwareToken?) throws -> Keychain {
        let keychain = try Keychain.inMemory(KeychainFile.configuration(token, user))
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

    /// The token in reach, instead of the one to which a valet encrypted its values.
    enum Present: CaseIterable {
        case other, absent, none
    }

    /// Values are not stored if they could not be read, or if the token should have encrypted them.
    @Test(.onlyDirect(reason), arguments: Present.allCases)
    func storesNothingWithoutItsToken(_ present: Present) throws {
        let folder = try KeychainFile()
        try Keychain.withCurrent(folder.keychain(token, user)) {
            try valet.setString("s3cret", forKey: "k")
        }
        let other = SoftwareToken()
        token.isAbsent = present == .absent
        let now: SoftwareToken? =
            switch present {
            case .other: other
            case .absent: token
            case .none: nil
            }
        try Keychain.withCurrent(folder.keychain(now, user)) {
            // Looking writes an item of its own.
            #expect(!valet.canAccessKeychain())
            let before = try folder.bytes()
            for key in ["k", "new"] {
                #expect(throws: KeychainError.couldNotAccessKeychain) {
                    try valet.setString("lost", forKey: key)
                }
            }
            #expect(try folder.bytes() == before)
            #expect(try !valet.containsObject(forKey: "new"))
        }
        token.isAbsent = false
        try Keychain.withCurrent(folder.keychain(token, user)) {
            user.reply([.secret("1234")])
            let value = try valet.string(forKey: "k", withPrompt: "")
            #expect(value == "s3cret")
        }
    }

    /// Removing all values is the way to start over, which a person asks for.
    @Test(.onlyDirect(reason), arguments: Present.allCases)
    func startsOver(_ present: Present) throws {
        let folder = try KeychainFile()
        try Keychain.withCurrent(folder.keychain(token, user)) {
            try valet.setString("s3cret", forKey: "k")
        }
        token.isAbsent = true
        let now: SoftwareToken? =
            switch present {
            case .other: SoftwareToken()
            case .absent: token
            case .none: nil
            }
        let keychain = try folder.keychain(now, user)
        try Keychain.withCurrent(keychain) {
            try valet.removeAllObjects()
            #expect(try keychain.items(matching: .key()).isEmpty)
            token.isAbsent = false
            try valet.setString("again", forKey: "k")
            user.reply([.secret("1234")])
            #expect(try valet.string(forKey: "k", withPrompt: "") == "again")
            #expect(try keychain.items(matching: .key()).count == (present == .none ? 0 : 1))
            #expect(valet.canAccessKeychain())
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
