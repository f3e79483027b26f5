import Crypto
import Foundation
import Testing

@testable import PortableKeychain

/// Keys, signatures and ciphertexts, from the openssl command to us and from us to it.
@Suite(.enabled(if: OpenSSL.isPresent, "needs openssl 3")) struct OpenSSLTests {
    @Test(
        arguments: [
            ("p256", ["-algorithm", "EC", "-pkeyopt", "ec_paramgen_curve:P-256"]),
            ("p384", ["-algorithm", "EC", "-pkeyopt", "ec_paramgen_curve:P-384"]),
            ("p521", ["-algorithm", "EC", "-pkeyopt", "ec_paramgen_curve:P-521"]),
            ("ed25519", ["-algorithm", "ed25519"]), ("x25519", ["-algorithm", "x25519"]),
            ("rsa1024", ["-algorithm", "RSA", "-pkeyopt", "rsa_keygen_bits:1024"]),
        ]
    )
    func sharesKeys(name: String, arguments: [String]) throws {
        let openssl = try OpenSSL()
        let sample = try TestKeys.key(name)
        // Theirs to us.
        try openssl.run(["genpkey", "-out", "theirs"] + arguments)
        let theirs = try openssl.key("theirs")
        #expect(theirs.type == sample.type)
        #expect(theirs.sizeInBits == sample.sizeInBits)
        let ofTheirs = try openssl.run("pkey", "-in", "theirs", "-pubout")
        #expect(try theirs.publicKey.pem().array == ofTheirs)
        #expect(try openssl.run("pkey", "-in", "theirs") == theirs.pem().array)
        // Ours to them.
        let ours =
            sample.type == .rsa
            ? sample : try sample.another()
        try openssl.write(ours, "ours")
        let ofOurs = try openssl.run("pkey", "-in", "ours", "-check", "-pubout", "-outform", "DER")
        #expect(
            try ofOurs.suffix(ours.publicKey.subjectPublicKeyInfo().count)
                .elementsEqual(ours.subjectPublicKeyInfo())
        )
    }

    @Test(
        arguments: [
            ("p256", .ecdsaSignatureMessageX962SHA256, ["-sha256"]),
            ("p384", .ecdsaSignatureMessageX962SHA1, ["-sha1"]),
            ("p521", .ecdsaSignatureMessageX962SHA512, ["-sha512"]),
            ("rsa2048", .rsaSignatureMessagePKCS1v15SHA384, ["-sha384"]),
            ("rsa1024", .rsaSignatureMessagePKCS1v15SHA1, ["-sha1"]),
            (
                "rsa2048", .rsaSignatureMessagePSSSHA256,
                [
                    "-sha256", "-sigopt", "rsa_padding_mode:pss", "-sigopt",
                    "rsa_pss_saltlen:digest",
                ]
            ),
        ] as [(String, KeyAlgorithm, [String])]
    )
    func sharesSignatures(name: String, algorithm: KeyAlgorithm, arguments: [String]) throws {
        let openssl = try OpenSSL()
        let key = try TestKeys.key(name)
        let message = KnownAnswers.message
        try openssl.write(key, "key")
        try openssl.write(key.publicKey, "public")
        try openssl.write(message, "message")
        try openssl.write(key.sign(message, algorithm), "signature")
        try openssl.run(
            ["dgst", "-verify", "public", "-signature", "signature"] + arguments + ["message"]
        )
        let theirs = try openssl.run(["dgst", "-sign", "key"] + arguments + ["message"])
        try key.publicKey.verify(theirs, of: message, algorithm)
        // They do look at it.
        try openssl.write(Array(message.dropLast()), "message")
        #expect(throws: OpenSSL.Failure.self) {
            try openssl.run(
                ["dgst", "-verify", "public", "-signature", "signature"] + arguments + ["message"]
            )
        }
    }

    @Test func sharesEd25519Signatures() throws {
        let openssl = try OpenSSL()
        let key = try TestKeys.key("ed25519")
        let algorithm = KeyAlgorithm.edDSASignatureMessageCurve25519SHA512
        try openssl.write(key, "key")
        try openssl.write(key.publicKey, "public")
        try openssl.write(KnownAnswers.message, "message")
        let signature = try key.sign(KnownAnswers.message, algorithm)
        try openssl.write(signature, "signature")
        try openssl.run(
            "pkeyutl",
            "-verify",
            "-rawin",
            "-pubin",
            "-inkey",
            "public",
            "-in",
            "message",
            "-sigfile",
            "signature"
        )
        let theirs = try openssl.run(
            "pkeyutl",
            "-sign",
            "-rawin",
            "-inkey",
            "key",
            "-in",
            "message"
        )
        #expect(theirs == signature)
    }

    @Test(
        arguments: [
            (.rsaEncryptionPKCS1, ["rsa_padding_mode:pkcs1"]),
            (.rsaEncryptionOAEPSHA1, ["rsa_padding_mode:oaep"]),
            (
                .rsaEncryptionOAEPSHA256,
                ["rsa_padding_mode:oaep", "rsa_oaep_md:sha256", "rsa_mgf1_md:sha256"]
            ),
        ] as [(KeyAlgorithm, [String])]
    )
    func sharesCiphertexts(algorithm: KeyAlgorithm, options: [String]) throws {
        let openssl = try OpenSSL()
        let key = try TestKeys.key("rsa2048")
        let message = KnownAnswers.message
        let arguments = options.flatMap { ["-pkeyopt", $0] }
        try openssl.write(key, "key")
        try openssl.write(key.publicKey, "public")
        try openssl.write(message, "message")
        try openssl.write(key.publicKey.encrypt(.bytes(message), algorithm), "ciphertext")
        let opened = try openssl.run(
            ["pkeyutl", "-decrypt", "-inkey", "key", "-in", "ciphertext"] + arguments
        )
        #expect(opened == message)
        let theirs = try openssl.run(
            ["pkeyutl", "-encrypt", "-pubin", "-inkey", "public", "-in", "message"] + arguments
        )
        #expect(try key.decrypt(theirs, algorithm).array == message)
    }

    /// Agreement, its derivation, and ECIES put together from both.
    @Test(arguments: ["p256", "p384", "p521", "x25519"])
    func sharesSecrets(name: String) throws {
        let openssl = try OpenSSL()
        let key = try TestKeys.key(name)
        let algorithm = KeyAlgorithm.eciesEncryptionStandardVariableIVX963SHA256AESGCM
        let ciphertext = try key.publicKey.encrypt(.bytes(KnownAnswers.message), algorithm)
        let point = Array(
            ciphertext.prefix(key.publicKey.externalRepresentation.count)
        )
        let peer = try KeyMaterial(
            externalRepresentation: .bytes(point),
            type: key.type,
            keyClass: .publicKey
        )
        try openssl.write(key, "key")
        try openssl.write(peer, "peer")
        let secret = try openssl.run("pkeyutl", "-derive", "-inkey", "key", "-peerkey", "peer")
        #expect(try key.keyExchange(.ecdhKeyExchangeStandard, with: peer).array == secret)

        let keyLength = name == "p384" || name == "p521" ? 32 : 16
        let derived = try openssl.run(
            "kdf",
            "-binary",
            "-keylen",
            "\(keyLength + 16)",
            "-kdfopt",
            "digest:SHA256",
            "-kdfopt",
            "hexsecret:\(hexadecimal(secret))",
            "-kdfopt",
            "hexinfo:\(hexadecimal(point))",
            "X963KDF"
        )
        let ours = try key.keyExchange(
            .ecdhKeyExchangeCofactorX963SHA256,
            with: peer,
            requestedSize: keyLength + 16,
            sharedInfo: point
        )
        #expect(ours.array == derived)

        let box = try AES.GCM.SealedBox(
            nonce: AES.GCM.Nonce(data: derived.suffix(16)),
            ciphertext: ciphertext.dropFirst(point.count).dropLast(16),
            tag: ciphertext.suffix(16)
        )
        let opened = try AES.GCM.open(box, using: SymmetricKey(data: derived.prefix(keyLength)))
        #expect([UInt8](opened) == KnownAnswers.message)
    }

    private func hexadecimal(_ bytes: [UInt8]) -> String {
        bytes.map { String(format: "%02x", $0) }.joined()
    }
}
