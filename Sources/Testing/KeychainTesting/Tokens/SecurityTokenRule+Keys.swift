internal import PortableKeychain

extension SecurityTokenRule {
    /// Keys work as other keys on P-256 do, for every holder of their authorization.
    static let keys = [
        SecurityTokenRule("key/new", "a key is new, and on the curve") { trial in
            let keys = try (0..<2).map { _ in try trial.token.makeKey(authorization: nil) }
            trial.expect(keys[0].publicKey != keys[1].publicKey, "two keys")
            for key in keys {
                trial.expect(key.blob.count <= 1024, "a blob of at most 1,024 bytes")
                _ = try peer(key)
            }
        },
        SecurityTokenRule("key/sign", "signatures of digests of each length are right") { trial in
            let authorization = SecretBytes.random(count: 32)
            for authorization in [nil, authorization] {
                let key = try trial.token.makeKey(authorization: authorization)
                for count in [20, 32, 48, 64] {
                    let digest = SecretBytes.random(count: count).withUnsafeBytes { [UInt8]($0) }
                    let signature = try trial.token.sign(
                        digest,
                        key: key.blob,
                        authorization: authorization
                    )
                    try peer(key).verify(signature, of: digest, .ecdsaSignatureDigestX962)
                }
            }
        },
        SecurityTokenRule("key/digests", "bytes that are not a digest are not signed") { trial in
            let key = try trial.token.makeKey(authorization: nil)
            for count in [0, 19, 31, 33, 65, 1024] {
                trial.refuses("a digest of \(count) bytes") {
                    try trial.token.sign(
                        [UInt8](repeating: 1, count: count),
                        key: key.blob,
                        authorization: nil
                    )
                }
            }
        },
        SecurityTokenRule("key/agree", "both sides agree on the same secret") { trial in
            let authorization = SecretBytes.random(count: 32)
            let key = try trial.token.makeKey(authorization: authorization)
            for _ in 0..<3 {
                let other = try KeyMaterial.generate(.p256)
                let secret = try trial.token.agree(
                    with: bytes(other.publicKey),
                    key: key.blob,
                    authorization: authorization
                )
                let theirs = try other.keyExchange(.ecdhKeyExchangeStandard, with: peer(key))
                trial.expect(secret.matches(theirs), "the secret of the other side")
            }
        },
        SecurityTokenRule("key/points", "a point that is not on the curve is refused") { trial in
            let key = try trial.token.makeKey(authorization: nil)
            var point = try bytes(KeyMaterial.generate(.p256).publicKey)
            point[64] ^= 1
            for wrong in [point, [], [4], [UInt8](repeating: 0, count: 65), point + [0]] {
                trial.refuses("a point that is not on the curve", as: [.invalidParameter]) {
                    try trial.token.agree(with: wrong, key: key.blob, authorization: nil)
                }
            }
        },
        SecurityTokenRule("key/authorization", "a key is not used without its authorization") {
            trial in
            let authorization = SecretBytes.random(count: 32)
            let key = try trial.token.makeKey(authorization: authorization)
            let digest = [UInt8](repeating: 3, count: 32)
            let point = try bytes(KeyMaterial.generate(.p256).publicKey)
            for wrong in [nil, SecretBytes.random(count: 32)] {
                trial.refuses("a wrong authorization", as: [.authenticationFailed]) {
                    try trial.token.sign(digest, key: key.blob, authorization: wrong)
                }
                trial.refuses("a wrong authorization", as: [.authenticationFailed]) {
                    try trial.token.agree(with: point, key: key.blob, authorization: wrong)
                }
            }
            _ = try trial.token.sign(digest, key: key.blob, authorization: authorization)
        },
        SecurityTokenRule("key/damage", "a damaged blob signs nothing") { trial in
            let key = try trial.token.makeKey(authorization: nil)
            for damaged in trial.damaged(key.blob) {
                trial.refuses("a damaged key", as: [.corrupt]) {
                    try trial.token.sign(
                        [UInt8](repeating: 5, count: 32),
                        key: damaged,
                        authorization: nil
                    )
                }
            }
        },
        SecurityTokenRule("key/other", "another token uses no key of this one") { trial in
            let key = try trial.token.makeKey(authorization: nil)
            let other = try trial.suite.makeToken()
            trial.refuses("a key of another token", as: [.corrupt]) {
                try other.sign([UInt8](repeating: 5, count: 32), key: key.blob, authorization: nil)
            }
        },
        SecurityTokenRule("key/kinds", "a key is not a sealed secret, nor the other way round") {
            trial in
            let sealed = try trial.token.seal(.random(count: 32), policy: .init(), pin: nil)
            let key = try trial.token.makeKey(authorization: nil)
            trial.refuses("a key in place of a secret") {
                try trial.token.unseal(key.blob, pin: nil)
            }
            trial.refuses("a secret in place of a key") {
                try trial.token.sign(
                    [UInt8](repeating: 5, count: 32),
                    key: sealed,
                    authorization: nil
                )
            }
        },
    ]

    /// The public half of a key, as the library reads it.
    private static func peer(_ key: SecurityTokenKey) throws(KeychainError) -> KeyMaterial {
        try KeyMaterial(
            externalRepresentation: SecretBytes(key.publicKey),
            type: .ellipticCurve,
            keyClass: .publicKey
        )
    }

    private static func bytes(_ key: KeyMaterial) -> [UInt8] {
        key.externalRepresentation.withUnsafeBytes { [UInt8]($0) }
    }
}
