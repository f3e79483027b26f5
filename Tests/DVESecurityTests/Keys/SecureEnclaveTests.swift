import AppleVocabulary
import DVESecurity
import Foundation
import KeeperRuns
import KeychainTesting
@_spi(Keepers) import PortableKeychain
import Testing

private typealias Keychain = DVESecurity.Keychain
private typealias KeychainError = DVESecurity.KeychainError
private typealias EnclaveKey = Crypto.ECC.SecureEnclaveKey

/// Without a Secure Enclave nothing pretends to be one.
@Suite(.throughEachKeeper) struct SecureEnclaveTests {
    @Test func keysCannotBeMade() throws {
        try isolated {
            #expect(throws: Crypto.ECC.SecureEnclaveUnavailableError()) { try EnclaveKey() }
            #expect(throws: Crypto.ECC.SecureEnclaveUnavailableError()) {
                try EnclaveKey(inKeychainWithTag: "t")
            }
            let left = try Keychain.deleteAllItems(ofClass: .key)
            #expect(!left)
        }
    }

    @Test func keysInMemoryAreNoEnclaveKeys() throws {
        let table: [(SecKey, any Error & Equatable)] = [
            (Crypto.ECC.PrivateKey(curve: .p256).secKey, Crypto.KeyError.invalidSecKey),
            (Crypto.ECC.PrivateKey(curve: .p256).publicKey().secKey, Crypto.KeyError.invalidSecKey),
            (rsaKeys[0].secKey, Crypto.KeyError.invalidSecKey),
            (
                Crypto.ECC.PrivateKey(curve: .p384).secKey,
                Crypto.ECC.SecureEnclaveKeyError.unsupportedCurve
            ),
        ]
        for (key, error) in table {
            #expect { try EnclaveKey(secKey: key) } throws: { "\($0)" == "\(error)" }
        }
    }

    @Test func keysInMemoryAreNotStoredAsEnclaveKeys() throws {
        struct Pretender: ECCSecureEnclaveKey, ConvertibleToSecKey {
            let secKey = Crypto.ECC.PrivateKey(curve: .p256).secKey
        }
        try isolated {
            #expect(throws: Crypto.KeyError.invalidSecKey) {
                try Keychain.saveKey(Pretender(), withTag: "t")
            }
            let left = try Keychain.deleteAllItems(ofClass: .key)
            #expect(!left)
        }
    }

    @Test func nothingIsFoundBesideKeysInMemory() async throws {
        try await isolatedAsync {
            let key = Crypto.ECC.PrivateKey(curve: .p256)
            try Keychain.saveKey(key, withTag: "t")
            let found: [EnclaveKey?] = [
                try Keychain.queryKey(withTag: "t"),
                try Keychain.queryKey(for: key.publicKey()),
                try Keychain.queryKey(withPublicKeySHA1: sha1(key), tag: "t"),
                try await completed { Keychain.queryKey(withTag: "t", completion: $0) },
            ]
            #expect(found.allSatisfy { $0 == nil })
            #expect(try !Keychain.deleteSecureEnclaveKey(withTag: "t"))
            let own: Crypto.ECC.PrivateKey? = try Keychain.queryKey(withTag: "t")
            #expect(own != nil)
        }
    }

    @Test func foreignItemsUnderTheNameOfTheEnclaveAreRefused() async throws {
        let keychain = PortableKeychain.Keychain(
            keeper: TokenBlindKeeper(
                keeper: try PortableKeychain.Keychain.inMemory(
                    PortableKeychain.Keychain.Configuration(applicationIdentifier: "team")
                )
            )
        )
        try await PortableKeychain.Keychain.withCurrent(keychain) {
            let keys = (0..<2).map { _ in Crypto.ECC.PrivateKey(curve: .p256) }
            try store(keys[0])
            #expect(throws: Crypto.KeyError.invalidSecKey) {
                let _: EnclaveKey? = try Keychain.queryKey(withTag: "t")
            }
            await #expect(throws: Crypto.KeyError.invalidSecKey) {
                let _: EnclaveKey? = try await completed {
                    Keychain.queryKey(withTag: "t", completion: $0)
                }
            }
            try store(keys[1])
            #expect(throws: KeychainError.ambiguousQueryResult) {
                let _: EnclaveKey? = try Keychain.queryKey(withTag: "t")
            }
            #expect(try Keychain.deleteSecureEnclaveKey(withTag: "t"))
            #expect(try !Keychain.deleteSecureEnclaveKey(withTag: "t"))
        }
    }

    @Test func failuresAreReported() throws {
        let broken = FixedFailure(error: .init(.corrupt))
        PortableKeychain.Keychain.withCurrent(.init(keeper: broken)) {
            #expect(throws: KeychainError.itemQueryFailed(status: errSecDecode)) {
                let _: EnclaveKey? = try Keychain.queryKey(withTag: "t")
            }
            #expect(throws: KeychainError.itemDeletionFailed(status: errSecDecode)) {
                try Keychain.deleteSecureEnclaveKey(withTag: "t")
            }
        }
    }

    private func store(_ key: Crypto.ECC.PrivateKey) throws {
        let query: [CFString: Any] = [
            kSecValueRef: key.secKey, kSecAttrApplicationTag: "t",
            kSecAttrTokenID: kSecAttrTokenIDSecureEnclave,
        ]
        try #require(SecItemAdd(query as CFDictionary, nil) == errSecSuccess)
    }

    private func completed<R: Sendable>(
        _ form: (@escaping @Sendable (Result<R, any Error>) -> Void) -> Void
    ) async throws -> R {
        try await withCheckedThrowingContinuation { continuation in
            form { continuation.resume(with: $0) }
        }
    }
}

/// Keys of the enclave are keys in the token.
@Suite(.throughEachKeeper) struct TokenEnclaveTests {
    private static let reason: Comment = "only the keychain itself has a token"

    private func withToken(_ body: () throws -> Void) throws {
        var configuration = PortableKeychain.Keychain.Configuration(applicationIdentifier: "team")
        configuration.token = SoftwareToken()
        let keychain = try PortableKeychain.Keychain.inMemory(configuration)
        try PortableKeychain.Keychain.withCurrent(keychain, operation: body)
    }

    @Test(.onlyDirect(reason)) func keysSignAndDecrypt() throws {
        try withToken {
            for key in [try EnclaveKey(), try EnclaveKey(inKeychainWithTag: "t")] {
                let message = Data("message".utf8)
                let publicKey: Crypto.ECC.PublicKey = key.publicKey()
                let signature = try key.signature(for: message, algorithm: .ecdsaX962SHA256)
                #expect(
                    try publicKey.isValidSignature(
                        signature,
                        for: message,
                        algorithm: .ecdsaX962SHA256
                    )
                )
                let sealed = try publicKey.encrypt(
                    message,
                    using: .eciesStandardVariableIVX963SHA256AESGCM
                )
                #expect(
                    try key.decrypt(sealed, using: .eciesStandardVariableIVX963SHA256AESGCM)
                        == message
                )
            }
        }
    }

    @Test(.onlyDirect(reason)) func keysAreStoredFoundAndDeleted() throws {
        try withToken {
            let made = try EnclaveKey(inKeychainWithTag: "made")
            let found: EnclaveKey? = try Keychain.queryKey(withTag: "made")
            #expect(found?.secKey == made.secKey)
            let free = try EnclaveKey()
            try Keychain.saveKey(free, withTag: "saved")
            let saved: EnclaveKey? = try Keychain.queryKey(withTag: "saved")
            #expect(saved?.secKey == free.secKey)
            _ = try saved?.signature(for: Data([1]), algorithm: .ecdsaX962SHA256)
            let publicKey: Crypto.ECC.PublicKey = made.publicKey()
            let same: EnclaveKey? = try Keychain.queryKey(for: publicKey)
            #expect(same?.secKey == made.secKey)
            #expect(try Keychain.deleteSecureEnclaveKey(withTag: "made"))
            let gone: EnclaveKey? = try Keychain.queryKey(withTag: "made")
            #expect(gone == nil)
        }
    }

    @Test(.onlyDirect(reason)) func keysStayWhereTheyAre() throws {
        try withToken {
            let key = try EnclaveKey().secKey
            #expect(throws: Crypto.KeyError.invalidSecKey) {
                try Crypto.ECC.PrivateKey(secKey: key)
            }
        }
    }
}

/// A keeper that takes items of every hardware token, as one with tokens does.
private struct TokenBlindKeeper: ManagedKeeper {
    let keeper: any ItemKeeper
    let accessGroups = AccessGroups(["team"])

    func perform(
        _ request: ItemRequest
    ) throws(PortableKeychain.KeychainError) -> ItemAnswer {
        var request = request
        request.attributes[.tokenID] = nil
        return try keeper.perform(request)
    }
}
