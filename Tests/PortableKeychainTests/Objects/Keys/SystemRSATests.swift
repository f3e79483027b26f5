import Crypto
import Foundation
import Testing

@testable import PortableKeychain

/// The RSA operations of the system's OpenSSL, compared with the openssl command in both
/// directions.
@Suite(.enabled(if: OpenSSL.isPresent && SystemCrypto.isPresent, "needs openssl 3"))
struct SystemRSATests {
    private static let message = KnownAnswers.message

    /// Each algorithm with the options that make the command do the same.
    @Test(
        arguments: [
            (.rsaSignatureDigestPKCS1v15SHA224, 28, ["rsa_padding_mode:pkcs1", "digest:sha224"]),
            (
                .rsaSignatureDigestPSSSHA224, 28,
                ["digest:sha224", "rsa_padding_mode:pss", "rsa_pss_saltlen:digest"]
            ),
            (.rsaSignatureDigestPKCS1v15Raw, 33, ["rsa_padding_mode:pkcs1"]),
        ] as [(KeyAlgorithm, Int, [String])]
    )
    func sharesSignatures(algorithm: KeyAlgorithm, length: Int, options: [String]) throws {
        let (openssl, key) = (try OpenSSL(), try TestKeys.key("rsa2048"))
        // Smaller than the modulus.
        let digest = [UInt8](repeating: 0x5A, count: length)
        let arguments = options.flatMap { ["-pkeyopt", $0] }
        try openssl.write(key, "key")
        try openssl.write(key.publicKey, "public")
        try openssl.write(digest, "digest")
        try openssl.write(key.sign(digest, algorithm), "signature")
        let verify = [
            "pkeyutl", "-verify", "-pubin", "-inkey", "public", "-in", "digest", "-sigfile",
            "signature",
        ]
        try openssl.run(verify + arguments)
        let theirs = try openssl.run(
            ["pkeyutl", "-sign", "-inkey", "key", "-in", "digest"] + arguments
        )
        try key.publicKey.verify(theirs, of: digest, algorithm)
        for wrong in [Array(theirs.dropLast()), theirs + [0], [UInt8](theirs.reversed()), []] {
            #expect(throws: KeychainError(.verificationFailed)) {
                try key.publicKey.verify(wrong, of: digest, algorithm)
            }
        }
        let other = [digest[0] ^ 1] + digest.dropFirst()
        #expect(throws: KeychainError(.verificationFailed)) {
            try key.publicKey.verify(theirs, of: other, algorithm)
        }
    }

    @Test(arguments: ["sha224", "sha384", "sha512"])
    func sharesCiphertexts(hash: String) throws {
        let (openssl, key) = (try OpenSSL(), try TestKeys.key("rsa2048"))
        let algorithm = KeyAlgorithm(rawValue: "algid:encrypt:RSA:OAEP:\(hash.uppercased())")
        let options = ["rsa_padding_mode:oaep", "rsa_oaep_md:\(hash)", "rsa_mgf1_md:\(hash)"]
        try exchange(openssl, key, algorithm, options, Self.message)
        let length = Int(hash.dropFirst(3))! / 8
        let most = [UInt8](repeating: 9, count: 256 - 2 * length - 2)
        try exchange(openssl, key, algorithm, options, most)
        #expect(throws: KeychainError(.invalidParameter)) {
            try key.publicKey.encrypt(.bytes(most + [9]), algorithm)
        }
    }

    @Test func sharesRawBlocks() throws {
        let (openssl, key) = (try OpenSSL(), try TestKeys.key("rsa2048"))
        let block = [0] + [UInt8](repeating: 0x77, count: 255)
        try exchange(openssl, key, .rsaEncryptionRaw, ["rsa_padding_mode:none"], block)
        // The command signs no block that is longer than a digest. Decrypting is the same computation.
        let signature = try key.sign(block, .rsaSignatureRaw)
        let theirs = try openssl.run(
            "pkeyutl",
            "-decrypt",
            "-inkey",
            "key",
            "-in",
            "plain",
            "-pkeyopt",
            "rsa_padding_mode:none"
        )
        #expect(signature == theirs)
        try key.publicKey.verify(signature, of: block, .rsaSignatureRaw)
        // A number: zeroes in front do not count, and it is smaller than the modulus.
        let short = try key.publicKey.encrypt(.bytes([1, 2, 3]), .rsaEncryptionRaw)
        let zeroes = [UInt8](repeating: 0, count: 253)
        #expect(try key.decrypt(short, .rsaEncryptionRaw).array == zeroes + [1, 2, 3])
        for large in [[UInt8](repeating: 0xFF, count: 256), [UInt8](repeating: 0, count: 257)] {
            for algorithm in [KeyAlgorithm.rsaSignatureRaw, .rsaEncryptionRaw] {
                #expect(throws: KeychainError(.invalidParameter)) {
                    if algorithm == .rsaSignatureRaw {
                        _ = try key.sign(large, algorithm)
                    } else {
                        _ = try key.publicKey.encrypt(.bytes(large), algorithm)
                    }
                }
            }
        }
    }

    /// Keys of less than 1,024 bits, which swift-crypto does not read.
    @Test(arguments: [512, 520, 768, 1016])
    func usesSmallKeys(bits: Int) throws {
        let openssl = try OpenSSL()
        try openssl.run("genrsa", "-out", "key", "\(bits)")
        let key = try openssl.key("key")
        #expect(key.sizeInBits == bits)
        #expect(try key.pem().array == openssl.run("pkey", "-in", "key"))
        #expect(try key.publicKey.pem().array == openssl.run("pkey", "-in", "key", "-pubout"))
        try openssl.write(key.publicKey, "public")
        try openssl.write(Self.message, "message")
        let algorithm = KeyAlgorithm.rsaSignatureMessagePKCS1v15SHA256
        try openssl.write(key.sign(Self.message, algorithm), "signature")
        try openssl.run(
            "dgst",
            "-sha256",
            "-verify",
            "public",
            "-signature",
            "signature",
            "message"
        )
        let theirs = try openssl.run("dgst", "-sha256", "-sign", "key", "message")
        try key.publicKey.verify(theirs, of: Self.message, algorithm)
        try exchange(openssl, key, .rsaEncryptionPKCS1, ["rsa_padding_mode:pkcs1"], [1, 2, 3])
        // Such keys are not made here.
        #expect(throws: KeychainError(.invalidParameter)) {
            try KeyMaterial.generate(.rsa(bits: bits))
        }
    }

    /// An attacker that learns which padding is wrong can decrypt (Bleichenbacher's and Manger's
    /// attacks).
    ///
    /// From its version 3.2 on, OpenSSL gives other bytes instead of an error, which reveals even
    /// less.
    @Test(
        arguments: ["rsa2048", "rsa512"],
        [KeyAlgorithm.rsaEncryptionPKCS1, .rsaEncryptionOAEPSHA1, .rsaEncryptionOAEPSHA224]
    )
    func tellsNoPaddingsApart(name: String, algorithm: KeyAlgorithm) throws {
        let key = try TestKeys.key(name)
        guard key.supports(.decrypt, algorithm) else { return }
        let starts: [[UInt8]] = [[0, 1], [0, 3], [1, 2], [1, 0], [0, 2, 7, 0], [0, 2]]
        let answers = try starts.map { start in
            let rest = [UInt8](repeating: 0x5A, count: key.sizeInBits / 8 - start.count)
            let sealed = try key.publicKey.encrypt(.bytes(start + rest), .rsaEncryptionRaw)
            return Self.answer { try key.decrypt(sealed, algorithm) }
        }
        #expect(Set(answers).count == 1, "\(answers)")
        let refusal = "\(KeychainError.notDecrypted)"
        let short = Self.answer { try key.decrypt([1], algorithm) }
        #expect(short == refusal)
        if name == "rsa2048" { #expect(answers[0] == refusal) }
    }

    private static func answer(_ decrypt: () throws -> SecretBytes) -> String {
        do {
            _ = try decrypt()
            return "bytes"
        } catch {
            return "\(error)"
        }
    }

    @Test func refusesKeysThatAreTooSmallOrInconsistent() throws {
        let key = try TestKeys.key("rsa512")
        let right = key.externalRepresentation.array
        // Another coefficient: the numbers no longer fit.
        let bytes = Array(right.dropLast()) + [right[right.count - 1] ^ 2]
        #expect(throws: KeychainError(.invalidParameter)) {
            try KeyMaterial(
                externalRepresentation: .bytes(bytes),
                type: .rsa,
                keyClass: .privateKey
            )
        }
        // OpenSSL makes no smaller ones, but a public key is only two numbers.
        let modulus = [UInt8](repeating: 0xFF, count: 63)
        let small = DERValue.sequence(.natural(modulus), .natural([1, 0, 1])).bytes
        let even = DERValue.sequence(.natural(modulus + [0xFE]), .natural([1, 0, 1])).bytes
        let one = DERValue.sequence(.natural(modulus + [0xFF]), .natural([1])).bytes
        for bytes in [small, even, one] {
            #expect(throws: KeychainError(.invalidParameter)) {
                try KeyMaterial(
                    externalRepresentation: .bytes(bytes),
                    type: .rsa,
                    keyClass: .publicKey
                )
            }
        }
    }

    /// SHA-224 of long messages in parts, as derivations hash them.
    @Test func hashes() throws {
        let openssl = try OpenSSL()
        for count in [0, 1, 55, 56, 64, 1000] {
            let message = (0..<count).map { UInt8(truncatingIfNeeded: $0) }
            try openssl.write(message, "message")
            var hasher = SystemSHA224()
            hasher.update(data: message.prefix(count / 3))
            let copy = hasher
            hasher.update(data: message.dropFirst(count / 3))
            let digest = Array(hasher.finalize())
            let theirs = try openssl.run("dgst", "-sha224", "-binary", "message")
            #expect(digest == theirs)
            let early = Array(copy.finalize())
            #expect((early == digest) == (count == 0))
        }
    }

    private func exchange(
        _ openssl: OpenSSL,
        _ key: KeyMaterial,
        _ algorithm: KeyAlgorithm,
        _ options: [String],
        _ message: [UInt8]
    ) throws {
        let arguments = options.flatMap { ["-pkeyopt", $0] }
        try openssl.write(key, "key")
        try openssl.write(key.publicKey, "public")
        try openssl.write(message, "plain")
        try openssl.write(key.publicKey.encrypt(.bytes(message), algorithm), "ciphertext")
        let opened = try openssl.run(
            ["pkeyutl", "-decrypt", "-inkey", "key", "-in", "ciphertext"] + arguments
        )
        #expect(opened == message)
        let theirs = try openssl.run(
            ["pkeyutl", "-encrypt", "-pubin", "-inkey", "public", "-in", "plain"] + arguments
        )
        #expect(try key.decrypt(theirs, algorithm).array == message)
        for wrong in [Array(theirs.dropLast()), theirs + [0], []] {
            #expect(throws: KeychainError(.invalidParameter)) { try key.decrypt(wrong, algorithm) }
        }
    }
}
