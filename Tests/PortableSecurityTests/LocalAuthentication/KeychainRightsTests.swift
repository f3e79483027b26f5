import KeychainTesting
import PortableKeychain
import Testing

@testable import PortableLocalAuthentication

/// The items of a right, and that the keychain itself guards them.
@Suite struct KeychainRightsTests {
    private let user = ScriptedAuthenticator()

    private func rights(_ token: (any SecurityToken)? = nil) throws -> KeychainRights {
        KeychainRights(try keychainWithRights(user, token: token))
    }

    /// Code that knows the items, and not the rights, is refused as well.
    @Test func leavesNoOtherWay() throws {
        let rights = try rights()
        try rights.save("r", secret: SecretBytes(utf8: "s"))
        let keychain = rights.keychain
        #expect(throws: KeychainError(.authenticationRequired)) {
            try keychain.secret(matching: .genericPassword(account: "r"))
        }
        #expect(throws: KeychainError(.authenticationRequired)) {
            try keychain.keys.only(matching: .key(tag: "r", keyClass: .privateKey))
        }
        #expect(try keychain.keys.only(matching: .key(tag: "r", keyClass: .publicKey)) != nil)
    }

    @Test func keepsItsKeyInTheToken() throws {
        let rights = try rights(SoftwareToken())
        try rights.save("r", secret: nil)
        let item = try rights.keychain.item(matching: .key(tag: "r", keyClass: .privateKey))
        #expect(item?.tokenID == "com.apple.setoken")
        let key = try rights.privateKey("r", in: AuthenticationContext())
        #expect(throws: KeychainError(.authenticationRequired)) {
            try key.sign([1], .ecdsaSignatureMessageX962SHA256)
        }
    }

    /// No right is left half stored.
    @Test func savesAllOrNothing() throws {
        let rights = try rights()
        try rights.save("r", secret: nil)
        #expect(throws: KeychainError(.duplicateItem)) { try rights.save("r", secret: nil) }
        #expect(try rights.keychain.keys.all(matching: .key(keyClass: .publicKey)).count == 1)
    }

    @Test func staysOnThisDevice() throws {
        let rights = try rights()
        try rights.save("r", secret: nil)
        let item = try rights.keychain.item(matching: .key(tag: "r", keyClass: .publicKey))
        #expect(item?.accessibility == .whenUnlockedThisDeviceOnly)
    }
}
