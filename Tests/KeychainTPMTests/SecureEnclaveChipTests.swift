#if TPM && os(Linux)
    import Foundation
    import PortableCryptoKit
    import PortableKeychain
    import Testing

    @testable import KeychainTPM

    @Suite("Keys of CryptoKit's SecureEnclave in a TPM", .needsSimulator)
    struct SecureEnclaveChipTests {
        private let message = Data("message".utf8)

        private func keychain(_ chip: TPMSimulator) throws -> Keychain {
            var configuration = Keychain.Configuration(applicationIdentifier: "com.example.chip")
            configuration.token = chip.token
            return try .inMemory(configuration)
        }

        @Test("sign and agree, also after the machine was off, and in no other chip")
        func use() throws {
            let chip = try TPMSimulator()
            let peer = P256.KeyAgreement.PrivateKey()
            let (signing, agreement) = try Keychain.withCurrent(keychain(chip)) {
                #expect(SecureEnclave.isAvailable)
                return (
                    try SecureEnclave.P256.Signing.PrivateKey(),
                    try SecureEnclave.P256.KeyAgreement.PrivateKey()
                )
            }
            try chip.restart()
            try Keychain.withCurrent(keychain(chip)) {
                let key = try SecureEnclave.P256.Signing.PrivateKey(
                    dataRepresentation: signing.dataRepresentation
                )
                let signature = try key.signature(for: message)
                #expect(signing.publicKey.isValidSignature(signature, for: message))
                let agreed = try SecureEnclave.P256.KeyAgreement.PrivateKey(
                    dataRepresentation: agreement.dataRepresentation
                )
                #expect(
                    try agreed.sharedSecretFromKeyAgreement(with: peer.publicKey)
                        == peer.sharedSecretFromKeyAgreement(with: agreement.publicKey)
                )
            }
            try Keychain.withCurrent(keychain(TPMSimulator())) {
                let key = try SecureEnclave.P256.Signing.PrivateKey(
                    dataRepresentation: signing.dataRepresentation
                )
                #expect(throws: KeychainError.self) { try key.signature(for: message) }
            }
        }
    }
#endif
