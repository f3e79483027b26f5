import Foundation
import KeychainTesting
import PortableCryptoKit
import PortableKeychain
import PortableLocalAuthentication
import PortableSecurity
import Testing

@Suite struct SecureEnclaveTests {
    private typealias SigningKey = SecureEnclave.P256.Signing.PrivateKey
    private typealias AgreementKey = SecureEnclave.P256.KeyAgreement.PrivateKey

    private let user = ScriptedAuthenticator()
    private let keychain: Keychain

    init() throws { keychain = try Self.keychain(SoftwareToken(), user) }

    private static func keychain(
        _ token: (any SecurityToken)?,
        _ user: ScriptedAuthenticator? = nil
    ) throws -> Keychain {
        var configuration = Keychain.Configuration(applicationIdentifier: "com.example.enclave")
        configuration.token = token
        configuration.authenticator = user
        configuration.passcodeHashing = try PasscodeHashing(
            rounds: 1 << 10,
            blockSize: 1,
            parallelism: 1
        )
        return try .inMemory(configuration)
    }

    private func control(
        _ flags: SecAccessControlCreateFlags,
        _ accessible: CFString = kSecAttrAccessibleWhenUnlockedThisDeviceOnly
    ) throws -> SecAccessControl {
        try #require(SecAccessControlCreateWithFlags(nil, accessible, flags, nil))
    }

    /// The code of the error that a body ends with.
    private func code(_ body: () throws -> Void) -> KeychainError.Code? {
        do {
            try body()
            return nil
        } catch {
            return (error as? KeychainError)?.code
        }
    }

    private let message = Data("message".utf8)

    @Test func isAvailableWhereThereIsATokenThatMakesKeys() throws {
        #expect(Keychain.withCurrent(keychain) { SecureEnclave.isAvailable })
        let without = try Self.keychain(nil)
        Keychain.withCurrent(without) {
            #expect(!SecureEnclave.isAvailable)
            #expect(code { _ = try SigningKey() } == .unimplemented)
            #expect(code { _ = try AgreementKey() } == .unimplemented)
        }
    }

    @Test func signsMessagesAndDigests() throws {
        try Keychain.withCurrent(keychain) {
            let key = try SigningKey()
            #expect(key.publicKey.isValidSignature(try key.signature(for: message), for: message))
            let digest = SHA384.hash(data: message)
            #expect(key.publicKey.isValidSignature(try key.signature(for: digest), for: digest))
            #expect(!key.publicKey.isValidSignature(try key.signature(for: digest), for: message))
        }
    }

    @Test func agreesAsOtherKeysDo() throws {
        try Keychain.withCurrent(keychain) {
            for _ in 0..<16 {
                let (own, other) = (try AgreementKey(), P256.KeyAgreement.PrivateKey())
                let here = try own.sharedSecretFromKeyAgreement(with: other.publicKey)
                let there = try other.sharedSecretFromKeyAgreement(with: own.publicKey)
                #expect(here == there)
                #expect(
                    here.x963DerivedSymmetricKey(
                        using: SHA256.self,
                        sharedInfo: message,
                        outputByteCount: 32
                    )
                        == there.x963DerivedSymmetricKey(
                            using: SHA256.self,
                            sharedInfo: message,
                            outputByteCount: 32
                        )
                )
            }
        }
    }

    @Test func opensWhatWasEncryptedByHPKE() throws {
        try Keychain.withCurrent(keychain) {
            let key = try AgreementKey()
            let suite = HPKE.Ciphersuite.P256_SHA256_AES_GCM_256
            var sender = try HPKE.Sender(
                recipientKey: key.publicKey,
                ciphersuite: suite,
                info: Data()
            )
            let sealed = try sender.seal(message)
            var recipient = try HPKE.Recipient(
                privateKey: key,
                ciphersuite: suite,
                info: Data(),
                encapsulatedKey: sender.encapsulatedKey
            )
            #expect(try recipient.open(sealed) == message)
        }
    }

    @Test func comesBackFromItsRepresentation() throws {
        try Keychain.withCurrent(keychain) {
            let key = try SigningKey()
            let again = try SigningKey(dataRepresentation: key.dataRepresentation)
            #expect(again.publicKey.rawRepresentation == key.publicKey.rawRepresentation)
            #expect(again.dataRepresentation == key.dataRepresentation)
            #expect(key.publicKey.isValidSignature(try again.signature(for: message), for: message))
            // Nothing is in the keychain.
            #expect(try keychain.keys.all().isEmpty)
            let agreement = try AgreementKey(dataRepresentation: key.dataRepresentation)
            #expect(agreement.publicKey.rawRepresentation == key.publicKey.rawRepresentation)
        }
    }

    @Test func refusesWhatIsNoRepresentation() throws {
        try Keychain.withCurrent(keychain) {
            let right = try SigningKey().dataRepresentation
            var other = right
            other[0] = 3
            let long = Data(repeating: 1, count: 100_000)
            for wrong in [Data(), Data([1]), Data([2]), right.prefix(90), other, long, [2] + long] {
                #expect(code { _ = try SigningKey(dataRepresentation: wrong) } != nil, "\(wrong)")
                #expect(code { _ = try AgreementKey(dataRepresentation: wrong) } != nil, "\(wrong)")
            }
            #expect(code { _ = try SigningKey(dataRepresentation: other) } == .undecodable)
            #expect(code { _ = try SigningKey(dataRepresentation: Data([1, 1])) } == .undecodable)
        }
    }

    /// An ordinary item would give its key away, and a password is none.
    @Test func refusesItemsThatAreNoKeysOfAToken() throws {
        try Keychain.withCurrent(keychain) {
            for attributes in [
                [kSecClass: kSecClassGenericPassword, kSecValueData: Data([1])],
                [
                    kSecClass: kSecClassKey, kSecAttrKeyClass: kSecAttrKeyClassPrivate,
                    kSecAttrKeyType: kSecAttrKeyTypeECSECPrimeRandom,
                    kSecValueData: P256.Signing.PrivateKey().x963Representation,
                ],
            ] as [[CFString: Any]] {
                let query = attributes.merging([kSecReturnPersistentRef: true]) { $1 }
                var reference: CFTypeRef?
                #expect(SecItemAdd(query as CFDictionary, &reference) == errSecSuccess)
                let representation = [2] + (try #require(reference as? Data))
                #expect(
                    code { _ = try SigningKey(dataRepresentation: Data(representation)) }
                        == .undecodable
                )
            }
        }
    }

    @Test func isOfNoUseWithAnotherTokenOrAuthorization() throws {
        let representation = try Keychain.withCurrent(keychain) {
            try SigningKey().dataRepresentation
        }
        try Keychain.withCurrent(try Self.keychain(SoftwareToken())) {
            let key = try SigningKey(dataRepresentation: representation)
            #expect(code { _ = try key.signature(for: message) } == .corrupt)
        }
        Keychain.withCurrent(try Self.keychain(nil)) {
            #expect(
                code { _ = try SigningKey(dataRepresentation: representation) } == .unimplemented
            )
        }
        try Keychain.withCurrent(keychain) {
            var guessed = representation
            guessed[guessed.endIndex - 1] ^= 1
            let key = try SigningKey(dataRepresentation: guessed)
            #expect(code { _ = try key.signature(for: message) } == .authenticationFailed)
        }
    }

    @Test func isCompactIfThatIsAskedFor() throws {
        try Keychain.withCurrent(keychain) {
            for _ in 0..<16 {
                #expect(try SigningKey().publicKey.compactRepresentation != nil)
            }
            let others = try (0..<64).map { _ in
                try SigningKey(compactRepresentable: false).publicKey.compactRepresentation
            }
            #expect(others.contains(nil))
        }
    }

    @Test func asksItsUserBeforeEachUse() throws {

        try keychain.setPasscode(SecretBytes(utf8: "1234"))
        try Keychain.withCurrent(keychain) {
            let key = try SigningKey(
                accessControl: control([.privateKeyUsage, .userPresence])
            )
            #expect(try keychain.keys.all().count == 1)
            user.reply([.secret("1234"), .canceled])
            #expect(key.publicKey.isValidSignature(try key.signature(for: message), for: message))
            #expect(code { _ = try key.signature(for: message) } == .userCanceled)

            let again = try SigningKey(dataRepresentation: key.dataRepresentation)
            #expect(again.publicKey.rawRepresentation == key.publicKey.rawRepresentation)
            user.reply([.secret("1234")])
            #expect(key.publicKey.isValidSignature(try again.signature(for: message), for: message))
            // A context asks once.
            let context = LAContext()
            user.reply([.secret("1234")])
            let once = try SigningKey(
                dataRepresentation: key.dataRepresentation,
                authenticationContext: context
            )
            for _ in 0..<2 { _ = try once.signature(for: message) }

            try keychain.deleteAll(KeyItem.self)
            #expect(
                code { _ = try SigningKey(dataRepresentation: key.dataRepresentation) }
                    == .itemNotFound
            )
        }
    }

    @Test func refusesAProtectionThatNoKeyCanHave() throws {
        try Keychain.withCurrent(keychain) {
            let untilReboot = try control([], "f" as NSString)
            #expect(code { _ = try SigningKey(accessControl: untilReboot) } == .invalidParameter)
            let withPasscode = try control([], kSecAttrAccessibleWhenPasscodeSetThisDeviceOnly)
            #expect(code { _ = try SigningKey(accessControl: withPasscode) } == .notAvailable)
        }
    }
}
