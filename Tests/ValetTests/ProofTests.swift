import Foundation
import KeeperRuns
import KeychainTesting
import PortableKeychain
import Testing
import enum Valet.KeychainError

@testable import Valet

/// Values that ask for their user.
@Suite(.throughEachKeeper) struct ProofTests {
    // Valets of one name are one object, and a single-prompt valet remembers what was proven.
    private let vault = name("Vault \(UUID())")
    private var valet: SecureEnclaveValet { .valet(with: vault, accessControl: .userPresence) }
    private let single: SinglePromptSecureEnclaveValet

    init() {
        single = .valet(with: vault, accessControl: .userPresence)
    }

    @Test func asksWheneverAValueIsRead() throws {
        let user = ScriptedAuthenticator([.secret("1234"), .secret("1234"), .canceled])
        try isolated(user, passcode: "1234") {
            try valet.setString("s3cret", forKey: "k")
            #expect(user.questions.isEmpty)
            #expect(try valet.string(forKey: "k", withPrompt: "Open the vault") == "s3cret")
            #expect(user.questions.last?.reason == "Open the vault")
            #expect(try valet.object(forKey: "k", withPrompt: "") == Data("s3cret".utf8))
            #expect(user.questions.last?.reason == "")
            #expect(throws: KeychainError.userCancelled) {
                try valet.string(forKey: "k", withPrompt: "Again")
            }
            #expect(user.questions.count == 3)
        }
    }

    @Test(arguments: [
        SecureEnclaveAccessControl.userPresence, .biometricAny, .biometricCurrentSet,
        .devicePasscode,
    ])
    func thePasscodeProvesBiometry(accessControl: SecureEnclaveAccessControl) throws {
        let user = ScriptedAuthenticator([.secret("1234")])
        try isolated(user, passcode: "1234") {
            let valet = SecureEnclaveValet.valet(with: vault, accessControl: accessControl)
            try valet.setString("s3cret", forKey: "k")
            #expect(try valet.string(forKey: "k", withPrompt: "Open") == "s3cret")
            #expect(user.questions.count == 1)
        }
    }

    @Test func asksOnceForASinglePrompt() throws {
        let user = ScriptedAuthenticator([.secret("1234"), .secret("1234")])
        try isolated(user, passcode: "1234") {
            try single.setString("one", forKey: "1")
            try single.setString("two", forKey: "2")
            #expect(try single.allKeys(userPrompt: "Look") == ["1", "2"])
            #expect(user.questions.last?.reason == "Look")
            #expect(try single.string(forKey: "1", withPrompt: "Open") == "one")
            #expect(try single.string(forKey: "2", withPrompt: "Open") == "two")
            #expect(user.questions.count == 1)
            single.requirePromptOnNextAccess()
            #expect(try single.object(forKey: "1", withPrompt: "Open") == Data("one".utf8))
            #expect(user.questions.count == 2)
            single.requirePromptOnNextAccess()
            #expect(throws: KeychainError.couldNotAccessKeychain) {
                try single.string(forKey: "1", withPrompt: "Nobody is here")
            }
        }
    }

    @Test func writesAndLooksWithoutAsking() throws {
        let user = ScriptedAuthenticator()
        try isolated(user, passcode: "1234") {
            for value in ["one", "two"] {
                try valet.setString(value, forKey: "k")
                try single.setString(value, forKey: "k")
            }
            #expect(try valet.containsObject(forKey: "k"))
            #expect(try single.containsObject(forKey: "k"))
            #expect(try !valet.containsObject(forKey: "other"))
            #expect(valet.canAccessKeychain())
            #expect(single.canAccessKeychain())
            try valet.removeObject(forKey: "k")
            try single.removeAllObjects()
            #expect(try !valet.containsObject(forKey: "k"))
            #expect(try !single.containsObject(forKey: "k"))
            #expect(user.questions.isEmpty)
        }
    }

    @Test func keepsTheOldValueWhenTheNewOneIsRefused() throws {
        let user = ScriptedAuthenticator([.secret("1234"), .secret("1234")])
        try isolated(user, passcode: "1234") {
            try valet.setString("old", forKey: "k")
            try single.setString("old", forKey: "k")
            #expect(throws: KeychainError.emptyValue) { try valet.setObject(Data(), forKey: "k") }
            #expect(throws: KeychainError.emptyValue) { try single.setString("", forKey: "k") }
            #expect(try valet.string(forKey: "k", withPrompt: "") == "old")
            #expect(try single.string(forKey: "k", withPrompt: "") == "old")
        }
    }

    @Test func cannotBeUsedWithoutAPasscode() throws {
        try isolated(ScriptedAuthenticator([.confirmed])) {
            #expect(!valet.canAccessKeychain())
            #expect(throws: KeychainError.couldNotAccessKeychain) {
                try valet.setString("v", forKey: "k")
            }
        }
    }

    @Test(.onlyDirect("removes the passcode"))
    func isDestroyedWithThePasscode() throws {
        let user = ScriptedAuthenticator([.secret("1234")])
        try isolated(user, passcode: "1234") {
            try valet.setString("v", forKey: "k")
            try Keychain.current.removePasscode(SecretBytes(utf8: "1234"))
            #expect(throws: KeychainError.itemNotFound) {
                try valet.string(forKey: "k", withPrompt: "")
            }
            #expect(!valet.canAccessKeychain())
        }
    }

    @Test func keepsFlavoursApart() throws {
        let user = ScriptedAuthenticator()
        try isolated(user, passcode: "1234") {
            let other = SecureEnclaveValet.valet(
                with: vault,
                accessControl: .devicePasscode
            )
            let shared = SecureEnclaveValet.sharedGroupValet(
                with: group("AppID", "Shared"),
                accessControl: .userPresence
            )
            let named = SinglePromptSecureEnclaveValet.sharedGroupValet(
                with: group("AppID", "Shared"),
                identifier: name("I"),
                accessControl: .userPresence
            )
            try valet.setString("v", forKey: "k")
            for contains in [
                try single.containsObject(forKey: "k"), try other.containsObject(forKey: "k"),
                try shared.containsObject(forKey: "k"), try named.containsObject(forKey: "k"),
            ] {
                #expect(!contains)
            }
            #expect(named.identifier.description == "I")
            #expect(shared.identifier.description == "AppID.Shared")
            #expect(shared.accessControl == .userPresence)
        }
    }

    @Test func takesTheValuesOfAPlainValet() throws {
        let user = ScriptedAuthenticator([.secret("1234"), .secret("1234")])
        try isolated(user, passcode: "1234") {
            let plain = Valet.valet(with: name("Plain"), accessibility: .whenUnlocked)
            try plain.setString("v", forKey: "k")
            try valet.migrateObjects(from: plain, removeOnCompletion: false)
            try single.migrateObjects(
                matching: ["class": "genp", "svce": plain.sandbox.service],
                removeOnCompletion: true
            )
            #expect(try valet.string(forKey: "k", withPrompt: "") == "v")
            #expect(try single.string(forKey: "k", withPrompt: "") == "v")
            #expect(try plain.allKeys().isEmpty)
            #expect(throws: MigrationError.invalidQuery) {
                try valet.migrateObjects(matching: [:], removeOnCompletion: true)
            }
        }
    }
}
