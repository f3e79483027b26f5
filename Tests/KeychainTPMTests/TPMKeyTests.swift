#if TPM && os(Linux)
    import Foundation
    import PortableKeychain
    import Testing

    @testable import KeychainTPM

    @Suite("Keys that never leave a TPM", .needsSimulator)
    struct TPMKeyTests {
        private let authorization = SecretBytes([UInt8](repeating: 9, count: 32))

        private func publicKey(_ key: SecurityTokenKey) throws -> KeyMaterial {
            try KeyMaterial(
                externalRepresentation: SecretBytes(key.publicKey),
                type: .ellipticCurve,
                keyClass: .publicKey
            )
        }

        @Test("sign digests of each length, also after the machine was off")
        func sign() throws {
            let chip = try TPMSimulator()
            for authorization in [nil, authorization] {
                let key = try chip.token.makeKey(authorization: authorization)
                for count in [20, 32, 48, 64] {
                    let digest = [UInt8](repeating: 200, count: count)
                    let signature = try chip.token.sign(
                        digest,
                        key: key.blob,
                        authorization: authorization
                    )
                    try publicKey(key).verify(
                        SecretBytes(signature).array,
                        of: digest,
                        .ecdsaSignatureDigestX962
                    )
                }
                try chip.restart()
            }
        }

        @Test("agree on secrets as other keys do")
        func agree() throws {
            let chip = try TPMSimulator()
            let key = try chip.token.makeKey(authorization: authorization)
            for _ in 0..<8 {
                let other = try KeyMaterial.generate(.p256)
                let shared = try chip.token.agree(
                    with: other.publicKey.externalRepresentation.array,
                    key: key.blob,
                    authorization: authorization
                )
                let theirs = try other.keyExchange(.ecdhKeyExchangeStandard, with: publicKey(key))
                #expect(shared.matches(theirs))
            }
            var point = try KeyMaterial.generate(.p256).publicKey.externalRepresentation.array
            point[64] ^= 1
            for wrong in [point, [], [UInt8](repeating: 4, count: 64)] {
                #expect(throws: KeychainError(.invalidParameter)) {
                    try chip.token.agree(with: wrong, key: key.blob, authorization: authorization)
                }
            }
        }

        @Test("need their authorization, and wrong values cause no lock-out")
        func authorize() throws {
            let chip = try TPMSimulator()
            let key = try chip.token.makeKey(authorization: authorization)
            let digest = [UInt8](repeating: 1, count: 32)
            for _ in 0..<8 {
                for wrong in [nil, SecretBytes([1])] {
                    #expect(throws: KeychainError(.authenticationFailed)) {
                        try chip.token.sign(digest, key: key.blob, authorization: wrong)
                    }
                }
            }
            _ = try chip.token.sign(digest, key: key.blob, authorization: authorization)
        }

        @Test("are not secrets, and secrets are not keys")
        func kinds() throws {
            let chip = try TPMSimulator()
            let key = try chip.token.makeKey(authorization: nil)
            let blob = try chip.token.seal(authorization, policy: .init(), pin: nil)
            #expect(throws: KeychainError(.corrupt)) { try chip.token.unseal(key.blob, pin: nil) }
            #expect(throws: KeychainError(.corrupt)) {
                try chip.token.sign([UInt8](repeating: 1, count: 32), key: blob, authorization: nil)
            }
        }
    }
#endif
