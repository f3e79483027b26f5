import AppleVocabulary
import DVESecurity
import Foundation
import KeeperRuns
import KeychainTesting
import PortableKeychain
import Testing

private typealias Keychain = DVESecurity.Keychain
private typealias KeychainError = DVESecurity.KeychainError

/// Keys that ask for their user, or have a password of their own.
@Suite(.throughEachKeeper) struct KeyAuthenticationTests {
    private let present = Keychain.AccessControl(
        itemAccessibility: .whenUnlocked,
        flags: [.userPresence]
    )
    private let password = Keychain.AccessControl(
        itemAccessibility: .whenUnlocked,
        flags: [.applicationPassword()]
    )

    @Test func anUpdatePromptsOnce() throws {
        let user = ScriptedAuthenticator([.secret("1234"), .secret("1234")])
        try isolated(user, passcode: "1234") {
            try Keychain.saveKey(
                KeyData(copyFrom: [1]),
                withTag: "t",
                applicationLabel: nil,
                accessControl: present
            )
            try Keychain.updateKey(
                newKey: KeyData(copyFrom: [2]),
                withTag: "t",
                applicationLabel: nil,
                authentication: .init(userInterface: .allow(prompt: "to change the key"))
            )
            #expect(user.questions.map(\.reason) == ["to change the key"])
            let found = try Keychain.queryKey(withTag: "t", applicationLabel: nil)
            #expect(found?.bytes == [2])
            #expect(user.questions.count == 2)
        }
    }

    @Test func neverPromptsWithoutPermission() throws {
        let user = ScriptedAuthenticator([.secret("1234")])
        try isolated(user, passcode: "1234") {
            let pair = Crypto.ECC.PrivateKey(curve: .p256)
            try Keychain.saveKey(pair, withTag: "t", accessControl: present)
            try Keychain.saveKey(
                KeyData(copyFrom: [1]),
                withTag: "t",
                applicationLabel: nil,
                accessControl: present
            )
            let quiet = Keychain.QueryAuthentication(userInterface: .disallow)
            let status = errSecInteractionNotAllowed
            #expect(throws: KeychainError.itemQueryFailed(status: status)) {
                let _: Crypto.ECC.PrivateKey? = try Keychain.queryKey(
                    withTag: "t",
                    authentication: quiet
                )
            }
            #expect(throws: KeychainError.itemQueryFailed(status: status)) {
                try Keychain.queryKey(withTag: "t", applicationLabel: nil, authentication: quiet)
            }
            #expect(throws: KeychainError.itemUpdateFailed(status: status)) {
                try Keychain.updateKey(
                    newKey: KeyData(copyFrom: [2]),
                    withTag: "t",
                    applicationLabel: nil,
                    authentication: quiet
                )
            }
            let skip = Keychain.QueryAuthentication(userInterface: .skip)
            let skipped: Crypto.ECC.PrivateKey? = try Keychain.queryKey(
                withTag: "t",
                authentication: skip
            )
            #expect(skipped == nil)
            #expect(user.questions.isEmpty)
        }
    }

    @Test func contextsAreHonouredWhenAKeyIsStored() throws {
        let user = ScriptedAuthenticator([])
        try isolated(user, passcode: "1234") {
            let key = KeyData(copyFrom: [1])
            let pair = Crypto.ECC.PrivateKey(curve: .p256)
            try Keychain.saveKey(
                key,
                withTag: "t",
                applicationLabel: nil,
                accessControl: password,
                authenticationContext: context("right")
            )
            try Keychain.GenericPassword.saveKey(
                key,
                forAccount: "a",
                service: "s",
                accessControl: password,
                authenticationContext: context("right")
            )
            try Keychain.saveKey(
                pair,
                withTag: "t",
                accessControl: password,
                authenticationContext: context("right")
            )
            func find(_ word: String) throws -> [Bool] {
                let proof = Keychain.QueryAuthentication(authenticationContext: context(word))
                let found: Crypto.ECC.PrivateKey? = try Keychain.queryKey(
                    withTag: "t",
                    authentication: proof
                )
                return [
                    try Keychain.queryKey(
                        withTag: "t",
                        applicationLabel: nil,
                        authentication: proof
                    ) == key,
                    try Keychain.GenericPassword.queryKey(
                        forAccount: "a",
                        service: "s",
                        authentication: proof
                    ) == key,
                    found?.x963Representation == pair.x963Representation,
                ]
            }
            #expect(try find("right") == [true, true, true])
            #expect(throws: KeychainError.itemQueryFailed(status: errSecAuthFailed)) {
                try find("wrong")
            }
            #expect(user.questions.isEmpty)
        }
    }

    @Test func keysInMemoryAreNotStoredForUseInHardware() throws {
        try isolated(passcode: "1234") {
            #expect(throws: KeychainError.itemSavingFailed(status: errSecAuthFailed)) {
                try Keychain.saveKey(
                    Crypto.ECC.PrivateKey(curve: .p256),
                    withTag: "t",
                    accessControl: .defaultSecureEnclaveAccessControl
                )
            }
        }
    }

    private func context(_ password: String) -> LAContext {
        let context = LAContext()
        context.setCredential(Data(password.utf8), type: .applicationPassword)
        return context
    }
}
