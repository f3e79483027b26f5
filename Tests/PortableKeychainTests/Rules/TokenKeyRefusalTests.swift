import Foundation
import KeychainTesting
import Testing

@_spi(Keepers) @testable import PortableKeychain

/// Refusals around keys that a token holds (item-semantics.md §6.9).
@Suite struct TokenKeyRefusalTests {
    private let token = SoftwareToken()
    private let keychain: Keychain
    private let message = Array("message".utf8)

    init() throws {
        var configuration = Keychain.Configuration(applicationIdentifier: "app")
        configuration.token = token
        keychain = try .inMemory(configuration)
    }

    @Test func withoutATokenNothingPretends() throws {
        let plain = try Keychain.inMemory(Keychain.Configuration(applicationIdentifier: "app"))
        let refusal = #expect(throws: KeychainError(.unimplemented)) {
            try plain.keys.generate(for: KeyItem(tag: "t"), heldBy: .token)
        }
        #expect(refusal?.reason.contains("no token") == true)
        #expect(try plain.items(matching: .key()).isEmpty)
        token.isAbsent = true
        #expect(throws: KeychainError(.notAvailable)) {
            try keychain.keys.generate(for: KeyItem(tag: "t"), heldBy: .token)
        }
        #expect(try keychain.items(matching: .key()).isEmpty)
        for kind in [KeySpecification.p384, .rsa(bits: 2048), .ed25519] {
            #expect(throws: KeychainError(.invalidParameter)) {
                try keychain.keys.generate(kind, for: KeyItem(tag: "t"), heldBy: .token)
            }
        }
    }

    @Test func anAbsentTokenLeavesThePublicHalf() throws {
        let made = try keychain.keys.generate(for: KeyItem(tag: "t"), heldBy: .token)
        let signature = try made.sign(message, .ecdsaSignatureMessageX962SHA256)
        let keeper = try #require(keychain.keeper as? LocalKeeper)
        let without = Keychain(
            keeper: LocalKeeper(vault: keeper.vault, groups: keeper.groups)
        )
        let found = try #require(try without.keys.only(matching: .key(tag: "t")))
        try found.publicKey.verify(signature, of: message, .ecdsaSignatureMessageX962SHA256)
        let refusal = #expect(throws: KeychainError(.notAvailable)) {
            try found.sign(message, .ecdsaSignatureMessageX962SHA256)
        }
        #expect(refusal?.reason.contains("not available") == true)
    }

    /// A copy of everything except the token, and tokens that do not work as they should.
    @Test func anotherTokenAndALyingOneAreNoticed() throws {
        let made = try keychain.keys.generate(for: KeyItem(tag: "t"), heldBy: .token)
        let keeper = try #require(keychain.keeper as? LocalKeeper)
        let tokens: [(any SecurityToken, KeychainError.Code)] = [
            (SoftwareToken(), .corrupt), (LyingToken(honest: token), .internalError),
        ]
        for (token, code) in tokens {
            let copy = LocalKeeper(vault: keeper.vault, groups: keeper.groups, token: token)
            let found = try #require(try Keychain(keeper: copy).keys.only(matching: .key(tag: "t")))
            #expect(found == made)
            #expect(throws: KeychainError(code)) {
                try found.sign(message, .ecdsaSignatureMessageX962SHA256)
            }
            #expect(throws: KeychainError(code)) {
                try found.keyExchange(.ecdhKeyExchangeStandard, with: made.publicKey)
            }
        }
        #expect(throws: KeychainError(.internalError)) {
            try Keychain(
                keeper: LocalKeeper(
                    vault: keeper.vault,
                    groups: keeper.groups,
                    token: LyingToken(honest: token)
                )
            ).keys.generate(for: KeyItem(tag: "lie"), heldBy: .token)
        }
    }

    @Test func onlyTheTokensOwnKeysAreStoredAsItsKeys() throws {
        let name = AttributeValue.string("com.apple.setoken")
        let key = try KeyMaterial.generate(.p256)
        let own = try KeyMaterial.generate(in: token)
        let stored = try keychain.keys.generate(for: KeyItem(tag: "there"), heldBy: .token)
        let table: [(String, ItemRequest, KeychainError.Code)] = [
            ("a key in memory", addition([.tokenID: name], .key(key)), .unimplemented),
            ("a public key", addition([.tokenID: name], .key(own.publicKey)), .unimplemented),
            ("bytes", addition([.tokenID: name], nil, secret: [1]), .unimplemented),
            ("another token", addition([.tokenID: .string("card")], .key(own)), .unimplemented),
            (
                "a blob of the caller",
                addition([.tokenObject: .data(Data([1]))], .key(own)), .noSuchAttribute
            ),
            (
                "a blob for a key in memory",
                addition([.tokenObject: .data(Data([1]))], .key(key)), .noSuchAttribute
            ),
            ("a payload", addition([:], .key(own), secret: [1]), .invalidParameter),
            (
                "a synchronized key", addition([.synchronizable: .number(1)], .key(own)),
                .invalidParameter
            ),
            ("a new payload", update(ItemChanges(secret: .init([1]))), .invalidParameter),
            (
                "no token", update(ItemChanges(attributes: [.tokenID: .string("")])),
                .invalidParameter
            ),
            (
                "synchronization",
                update(ItemChanges(attributes: [.synchronizable: .number(1)])), .invalidParameter
            ),
        ]
        for (name, request, code) in table {
            #expect(throws: KeychainError(code), "\(name)") { try keychain.perform(request) }
        }
        #expect(try keychain.items(matching: .key()).count == 1)
        _ = try stored.sign(message, .ecdsaSignatureMessageX962SHA256)
        try keychain.keys.add(own, for: KeyItem(tag: "own"))
        let found = try keychain.keys.only(matching: .key(tag: "own"))
        #expect(found == own)
    }

    private func addition(
        _ attributes: ItemAttributes,
        _ object: ItemObject?,
        secret: [UInt8]? = nil
    ) -> ItemRequest {
        ItemRequest(
            .add,
            itemClass: .key,
            attributes: attributes,
            secret: secret.map { SecretBytes($0) },
            object: object
        )
    }

    private func update(_ changes: ItemChanges) -> ItemRequest {
        ItemRequest(
            .update(changes),
            itemClass: .key,
            attributes: [.applicationTag: .data(Data("there".utf8))]
        )
    }
}

/// A token whose keys, signatures and secrets are wrong.
private struct LyingToken: SecurityToken {
    let honest: SoftwareToken

    func seal(
        _ secret: SecretBytes,
        policy: SecurityTokenPolicy,
        pin: SecretBytes?
    ) throws(KeychainError) -> [UInt8] { [] }

    func unseal(_ blob: [UInt8], pin: SecretBytes?) throws(KeychainError) -> SecretBytes {
        SecretBytes([])
    }

    func makeKey(authorization: SecretBytes?) throws(KeychainError) -> SecurityTokenKey {
        SecurityTokenKey(blob: [1], publicKey: [UInt8](repeating: 4, count: 65))
    }

    func sign(
        _ digest: [UInt8],
        key: [UInt8],
        authorization: SecretBytes?
    ) throws(KeychainError) -> [UInt8] {
        let other = digest.map { $0 ^ 1 }
        return try honest.sign(other, key: key, authorization: authorization)
    }

    func agree(
        with point: [UInt8],
        key: [UInt8],
        authorization: SecretBytes?
    ) throws(KeychainError) -> SecretBytes { .random(count: 31) }
}
