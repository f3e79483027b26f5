import Testing

@testable import PortableKeychain

/// Private keys under a passphrase, from the openssl command to us and from us to it.
@Suite(.enabled(if: OpenSSL.isPresent, "needs openssl 3")) struct EncryptedKeyTests {
    private static let passphrase = SecretBytes(utf8: "Zurück")

    @Test(
        arguments: [
            ["-v2", "aes-128-cbc"], ["-v2", "aes-256-cbc", "-v2prf", "hmacWithSHA512"],
            ["-v2", "aes-192-cbc", "-v2prf", "hmacWithSHA1", "-iter", "1"],
            ["-v1", "PBE-SHA1-3DES"],
        ]
    )
    func readsTheirs(_ form: [String]) throws {
        let openssl = try OpenSSL()
        let key = try TestKeys.key("p256")
        try openssl.write(key, "plain")
        let words = ["pkcs8", "-topk8", "-in", "plain", "-passout", "pass:Zurück"] + form
        let text = SecretBytes(try openssl.run(words))
        #expect(try EncryptedKey(pem: text).key(passphrase: Self.passphrase) == key)
        let der = try openssl.run(words + ["-outform", "DER"])
        #expect(try EncryptedKey(der: der).key(passphrase: Self.passphrase) == key)
    }

    @Test(arguments: ["p521", "ed25519", "rsa2048"]) func writesForThem(_ name: String) throws {
        let openssl = try OpenSSL()
        let key = try TestKeys.key(name)
        for (isText, form) in [(true, "PEM"), (false, "DER")] {
            let file = try EncryptedKey.file(key, passphrase: Self.passphrase, isText: isText)
            try openssl.write(file.array, "ours")
            let read = try openssl.run(
                ["pkey", "-inform", form, "-in", "ours", "-passin", "pass:Zurück"]
            )
            #expect(read == (try key.pem().array))
        }
    }

    /// Two files of one key share nothing, and neither holds the key.
    @Test func isFreshEachTime() throws {
        let key = try TestKeys.key("p256")
        let files = try (0..<2).map { _ in
            try EncryptedKey.file(key, passphrase: Self.passphrase, isText: false).array
        }
        #expect(files[0].suffix(32) != files[1].suffix(32))
        let secret = key.externalRepresentation.array.suffix(32)
        #expect(files[0].firstRange(of: secret) == nil)
    }

    @Test func failsAsSpecified() throws {
        let key = try TestKeys.key("p256")
        let file = try EncryptedKey.file(key, passphrase: Self.passphrase, isText: false).array
        let wrong = [SecretBytes(utf8: "wrong"), SecretBytes([]), SecretBytes([0xFF])]
        for passphrase in wrong {
            #expect(throws: KeychainError(.authenticationFailed)) {
                try EncryptedKey(der: file).key(passphrase: passphrase)
            }
        }
        #expect(cause { _ = try EncryptedKey(der: file.dropLast()) } == .undecodable)
        #expect(cause { _ = try EncryptedKey(der: file + [0]) } == .undecodable)
        #expect(cause { _ = try EncryptedKey(pem: key.pem()) } == .undecodable)
        #expect(
            cause {
                _ = try EncryptedKey.file(
                    key.publicKey,
                    passphrase: Self.passphrase,
                    isText: true
                )
            } == .invalidParameter
        )
        let plain = try EncryptedKey.file(key, passphrase: Self.passphrase, isText: true)
        #expect(cause { _ = try KeyMaterial(pem: plain) } == .undecodable)
    }
}
