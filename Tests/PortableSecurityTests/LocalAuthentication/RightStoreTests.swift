import Foundation
import KeeperRuns
import KeychainTesting
import PortableKeychain
import PortableLocalAuthentication
import PortableSecurity
import Testing

/// Rights that are kept with a key and a secret.
@Suite(.throughEachKeeper) struct RightStoreTests {
    private let store = LARightStore.shared
    private let message = Data("message".utf8)
    private let signing = SecKeyAlgorithm.ecdsaSignatureMessageX962SHA256
    private let sealing = SecKeyAlgorithm.eciesEncryptionCofactorVariableIVX963SHA256AESGCM

    @Test(.onlyDirect("asks the user before requests"), arguments: [false, true])
    func givesKeyAndSecretWhileAuthorized(isInToken: Bool) async throws {
        let token = isInToken ? SoftwareToken() : nil
        try await withRights([.secret("1234")], token: token) { user in
            let saved = try await store.saveRight(
                LARight(),
                identifier: "r",
                secret: Data("s3cret".utf8)
            )
            #expect(saved.state == .unknown)
            #expect(user.questions.isEmpty)
            let right = try await store.right(forIdentifier: "r")
            try await right.authorize(localizedReason: "r")
            #expect(try await right.secret.rawData == Data("s3cret".utf8))
            let signature = try await right.key.sign(message, algorithm: signing)
            let publicKey = saved.key.publicKey
            try await publicKey.verify(message, signature: signature, algorithm: signing)
            let sealed = try await publicKey.encrypt(message, algorithm: sealing)
            #expect(try await right.key.decrypt(sealed, algorithm: sealing) == message)
            #expect(try await agrees(right.key))
            // The user was asked once for everything.
            #expect(user.questions.map(\.kind) == [.passcode])
            #expect(isInToken == holdsTokenKey())
        }
    }

    private func agrees(_ key: LAPrivateKey) async throws -> Bool {
        let own = try #require(
            SecKeyCreateRandomKey(
                [kSecAttrKeyType: kSecAttrKeyTypeEC, kSecAttrKeySizeInBits: 256]
                    as [CFString: Any] as CFDictionary,
                nil
            )
        )
        let ownPublic = try #require(SecKeyCopyPublicKey(own))
        let algorithm = SecKeyAlgorithm.ecdhKeyExchangeStandardX963SHA256
        let theirs = try await key.exchangeKeys(
            publicKey: #require(SecKeyCopyExternalRepresentation(ownPublic, nil)) as Data,
            algorithm: algorithm,
            parameters: [SecKeyKeyExchangeParameter.requestedSize.rawValue as String: 32]
        )
        let attributes: [CFString: Any] = [
            kSecAttrKeyType: kSecAttrKeyTypeEC, kSecAttrKeyClass: kSecAttrKeyClassPublic,
        ]
        let bytes = try await key.publicKey.bytes
        let other = try #require(
            SecKeyCreateWithData(bytes as CFData, attributes as CFDictionary, nil)
        )
        let parameters = [SecKeyKeyExchangeParameter.requestedSize.rawValue: 32]
        let ours = SecKeyCopyKeyExchangeResult(
            own,
            algorithm,
            other,
            parameters as CFDictionary,
            nil
        )
        return ours as Data? == theirs && theirs.count == 32
    }

    /// A search for a key of a token does not ask the user; other keys are not even shown without
    /// proof.
    private func holdsTokenKey() -> Bool {
        let found = try? Keychain.current.items(matching: .key(keyClass: .privateKey))
        return found?.first?.tokenID != nil
    }

    @Test(.onlyDirect("asks the user before requests"), arguments: [false, true])
    func givesNothingWithoutAuthorization(isInToken: Bool) async throws {
        let token = isInToken ? SoftwareToken() : nil
        try await withRights([.secret("1234")], token: token) { user in
            let right = try await store.saveRight(LARight(), identifier: "r", secret: message)
            try await refusesAll(right)
            #expect(user.questions.isEmpty)
            try await right.authorize(localizedReason: "r")
            _ = try await right.key.sign(message, algorithm: signing)
            await right.deauthorize()
            try await refusesAll(right)
            #expect(user.questions.count == 1)
        }
    }

    private func refusesAll(_ right: LAPersistedRight) async throws {
        let sealed = try await right.key.publicKey.encrypt(message, algorithm: sealing)
        let point = try await right.key.publicKey.bytes
        await #expect(throws: LAError(.notInteractive)) { try await right.secret.rawData }
        await #expect(throws: LAError(.notInteractive)) {
            try await right.key.sign(message, algorithm: signing)
        }
        await #expect(throws: LAError(.notInteractive)) {
            try await right.key.decrypt(sealed, algorithm: sealing)
        }
        await #expect(throws: LAError(.notInteractive)) {
            try await right.key.exchangeKeys(
                publicKey: point,
                algorithm: .ecdhKeyExchangeStandard,
                parameters: [:]
            )
        }
    }

    /// Another right does not give this one, nor does a context that was given up.
    @Test(.onlyDirect("asks the user before requests"))
    func isNotGivenByAnother() async throws {
        try await withRights([.secret("1234")]) { _ in
            let one = try await store.saveRight(LARight(), identifier: "1", secret: message)
            let other = try await store.saveRight(LARight(), identifier: "2", secret: message)
            try await one.authorize(localizedReason: "r")
            await #expect(throws: LAError(.notInteractive)) { try await other.secret.rawData }
        }
    }

    @Test(.onlyDirect("asks the user before requests"))
    func tellsAnEmptySecretFromNone() async throws {
        try await withRights([.secret("1234"), .secret("1234")]) { _ in
            let empty = try await store.saveRight(LARight(), identifier: "0", secret: Data())
            try await empty.authorize(localizedReason: "r")
            #expect(try await empty.secret.rawData == Data())
            let none = try await store.saveRight(LARight(), identifier: "none")
            try await none.authorize(localizedReason: "r")
            await #expect(throws: KeychainError(.itemNotFound)) { try await none.secret.rawData }
        }
    }

    /// Key and secret would not be under a passcode.
    @Test(.onlyDirect("knows whether there is a passcode"))
    func savesNothingWithoutAPasscode() async throws {
        try await withRights([], passcode: nil) { _ in
            await #expect(throws: LAError(.passcodeNotSet)) {
                try await store.saveRight(LARight(), identifier: "r", secret: message)
            }
            await #expect(throws: KeychainError(.itemNotFound)) {
                try await store.right(forIdentifier: "r")
            }
        }
    }

    @Test func refusesASecondRightOfOneName() async throws {
        try await withRights([]) { _ in
            let first = try await store.saveRight(LARight(), identifier: "r", secret: message)
            await #expect(throws: KeychainError(.duplicateItem)) {
                try await store.saveRight(LARight(), identifier: "r")
            }
            let found = try await store.right(forIdentifier: "r")
            #expect(try await found.key.publicKey.bytes == first.key.publicKey.bytes)
        }
    }

    @Test(.onlyDirect("removes several items together"))
    func removesRights() async throws {
        try await withRights([]) { _ in
            let right = try await store.saveRight(LARight(), identifier: "r", secret: message)
            _ = try await store.saveRight(LARight(), identifier: "s")
            try await store.removeRight(right)
            await #expect(throws: KeychainError(.itemNotFound)) {
                try await store.right(forIdentifier: "r")
            }
            await #expect(throws: KeychainError(.itemNotFound)) {
                try await store.removeRight(right)
            }
            try await store.removeRight(forIdentifier: "s")
            await #expect(throws: KeychainError(.itemNotFound)) {
                try await store.removeRight(forIdentifier: "s")
            }
            #expect(try Keychain.current.items(matching: .key()).isEmpty)
            _ = try await store.saveRight(LARight(), identifier: "r")
        }
    }

    /// Other items stay.
    @Test(.onlyDirect("removes several items together"))
    func removesAllRights() async throws {
        try await withRights([]) { _ in
            let keychain = try Keychain.current
            try keychain.set("x", for: GenericPassword(service: "other", account: "r"))
            try keychain.keys.generate(.p256, for: KeyItem(tag: "r", label: "other"))
            try await store.removeAllRights()
            for name in ["r", "s"] {
                _ = try await store.saveRight(LARight(), identifier: name, secret: message)
            }
            try await store.removeAllRights()
            for name in ["r", "s"] {
                await #expect(throws: KeychainError(.itemNotFound)) {
                    try await store.right(forIdentifier: name)
                }
            }
            #expect(try keychain.items(matching: .key()).map(\.label) == ["other"])
            #expect(try keychain.items(matching: .genericPassword()).map(\.account) == ["r"])
        }
    }

    @Test func knowsWhatItsKeyDoes() async throws {
        try await withRights([]) { _ in
            let right = try await store.saveRight(LARight(), identifier: "r")
            let key = right.key
            #expect(key.canSign(using: signing))
            #expect(key.publicKey.canVerify(using: signing))
            #expect(key.canDecrypt(using: sealing))
            #expect(key.publicKey.canEncrypt(using: sealing))
            #expect(key.canExchangeKeys(using: .ecdhKeyExchangeStandard))
            for wrong in [SecKeyAlgorithm.rsaSignatureMessagePSSSHA256, sealing] {
                #expect(!key.canSign(using: wrong))
                #expect(!key.publicKey.canVerify(using: wrong))
            }
            #expect(!key.canDecrypt(using: signing))
            #expect(!key.publicKey.canEncrypt(using: signing))
            #expect(!key.canExchangeKeys(using: signing))
        }
    }

    /// The code that the door's article prints.
    @Test(.onlyDirect("asks the user before requests"))
    func runsTheArticle() async throws {
        try await withRights([.secret("1234")]) { _ in
            let login = LARight()
            let token = Data("s3cret".utf8)
            let right = try await LARightStore.shared.saveRight(
                login,
                identifier: "login",
                secret: token
            )
            try await right.authorize(localizedReason: "to reach the server")
            let secret = try await right.secret.rawData
            let signature = try await right.key.sign(
                secret,
                algorithm: .ecdsaSignatureMessageX962SHA256
            )
            await right.deauthorize()
            #expect(secret == token)
            try await right.key.publicKey.verify(secret, signature: signature, algorithm: signing)
        }
    }

    @Test func refusesWrongSignatures() async throws {
        try await withRights([]) { _ in
            let right = try await store.saveRight(LARight(), identifier: "r")
            await #expect {
                try await right.key.publicKey.verify(
                    message,
                    signature: Data([1]),
                    algorithm: signing
                )
            } throws: { ($0 as NSError).code == Int(errSecVerifyFailed) }
        }
    }
}
