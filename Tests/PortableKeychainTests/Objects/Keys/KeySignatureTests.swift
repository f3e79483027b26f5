import Crypto
import Testing

@testable import PortableKeychain

/// Signatures (item-semantics.md §6.3).
@Suite struct KeySignatureTests {
    /// One algorithm for each way of signing.
    static let samples: [(String, KeyAlgorithm)] = [
        ("p256", .ecdsaSignatureMessageX962SHA256), ("p256", .ecdsaSignatureMessageRFC4754SHA256),
        ("p384", .ecdsaSignatureMessageX962SHA384), ("p521", .ecdsaSignatureMessageRFC4754SHA512),
        ("rsa2048", .rsaSignatureMessagePKCS1v15SHA256),
        ("rsa2048", .rsaSignatureMessagePSSSHA384), ("rsa1024", .rsaSignatureMessagePSSSHA1),
        ("ed25519", .edDSASignatureMessageCurve25519SHA512), ("mldsa65", .mldsaSignatureMessage),
        ("mldsa87", .mldsaSignatureMessage),
    ]

    @Test(arguments: samples)
    func signs(name: String, algorithm: KeyAlgorithm) throws {
        let key = try TestKeys.key(name)
        let other = try TestKeys.other(name).publicKey
        for message in [[], KnownAnswers.message, [UInt8](repeating: 9, count: 5000)] {
            let signature = try key.sign(message, algorithm)
            try key.publicKey.verify(signature, of: message, algorithm)
            let wrong: [([UInt8], [UInt8])] = [
                (signature, message + [1]), ([], message), (Array(signature.dropLast()), message),
                (signature + [0], message), ([0] + signature, message),
                (signature.enumerated().map { $0 == 9 ? $1 ^ 1 : $1 }, message),
            ]
            for (signature, message) in wrong {
                #expect(
                    cause { try key.publicKey.verify(signature, of: message, algorithm) }
                        == .verificationFailed
                )
            }
            #expect(
                cause { try other.verify(signature, of: message, algorithm) } == .verificationFailed
            )
        }
    }

    @Test(arguments: KnownAnswers.signatures)
    func verifiesOpenSSL(answer: KnownAnswers.Answer) throws {
        let key = try TestKeys.key(answer.key).publicKey
        let message =
            answer.word.hasSuffix("digest-X962:SHA224") ? Self.sha224 : KnownAnswers.message
        let algorithm = KeyAlgorithm(rawValue: answer.word)
        try key.verify(answer.bytes, of: message, algorithm)
        let other = message.dropLast() + [(message.last ?? 0) ^ 1]
        #expect(
            cause { try key.verify(answer.bytes, of: Array(other), algorithm) }
                == .verificationFailed
        )
    }

    @Test func hasAllAnswers() { #expect(KnownAnswers.signatures.count == 24) }

    /// Deterministic signatures are the same bytes.
    @Test func signsAsOpenSSL() throws {
        for answer in KnownAnswers.signatures
        where answer.key == "ed25519" || answer.word.contains("message-PKCS1v15") {
            let key = try TestKeys.key(answer.key)
            let algorithm = KeyAlgorithm(rawValue: answer.word)
            #expect(try key.sign(KnownAnswers.message, algorithm) == answer.bytes)
        }
    }

    /// A digest that the caller computed gives the signature of the message.
    @Test(
        arguments: [
            ("rsa2048", "algid:sign:RSA:", "PKCS1v15:SHA1"),
            ("rsa2048", "algid:sign:RSA:", "PKCS1v15:SHA256"),
            ("rsa2048", "algid:sign:RSA:", "PKCS1v15:SHA384"),
            ("rsa2048", "algid:sign:RSA:", "PKCS1v15:SHA512"),
            ("rsa2048", "algid:sign:RSA:", "PSS:SHA1:SHA1:20"),
            ("rsa2048", "algid:sign:RSA:", "PSS:SHA256:SHA256:32"),
            ("rsa2048", "algid:sign:RSA:", "PSS:SHA384:SHA384:48"),
            ("rsa2048", "algid:sign:RSA:", "PSS:SHA512:SHA512:64"),
            ("p256", "algid:sign:ECDSA:", "X962:SHA1"),
            ("p256", "algid:sign:ECDSA:", "X962:SHA512"),
            ("p384", "algid:sign:ECDSA:", "RFC4754:SHA256"),
            ("p521", "algid:sign:ECDSA:", "RFC4754:SHA384"),
        ]
    )
    func takesDigests(name: String, prefix: String, suffix: String) throws {
        let key = try TestKeys.key(name)
        let ofDigest = KeyAlgorithm(rawValue: "\(prefix)digest-\(suffix)")
        let ofMessage = KeyAlgorithm(rawValue: "\(prefix)message-\(suffix)")
        let message = KnownAnswers.message
        let digest = try #require(Self.digest(of: message, suffix))
        try key.publicKey.verify(key.sign(digest, ofDigest), of: message, ofMessage)
        try key.publicKey.verify(key.sign(message, ofMessage), of: digest, ofDigest)
        for wrong in [[], Array(digest.dropLast()), digest + [0]] {
            #expect(cause { _ = try key.sign(wrong, ofDigest) } == .invalidParameter)
            #expect(
                cause { try key.publicKey.verify([1], of: wrong, ofDigest) } == .invalidParameter
            )
        }
    }

    @Test(arguments: ["p256", "p384", "p521"])
    func cutsLongDigests(name: String) throws {
        let key = try TestKeys.key(name)
        let algorithm = KeyAlgorithm.ecdsaSignatureDigestX962
        let field = (key.sizeInBits + 7) / 8
        // 521 bits are cut by bits, and 66 bytes hold 528.
        let digest = [UInt8](repeating: 0xA5, count: field)
        let signature = try key.sign(digest + [1, 2, 3], algorithm)
        try key.publicKey.verify(signature, of: digest, algorithm)
        try key.publicKey.verify(signature, of: digest + [9], algorithm)
        for short in [[], [1], [UInt8](repeating: 1, count: 20)] {
            try key.publicKey.verify(key.sign(short, algorithm), of: short, algorithm)
        }
    }

    @Test func doesNotMixEncodings() throws {
        let key = try TestKeys.key("p256")
        let forms: [KeyAlgorithm] = [
            .ecdsaSignatureMessageX962SHA256, .ecdsaSignatureMessageRFC4754SHA256,
        ]
        let signatures = try forms.map { try key.sign([1], $0) }
        #expect(signatures[0].first == 0x30)
        #expect(signatures[1].count == 64)
        for (signature, algorithm) in zip(signatures, forms.reversed()) {
            #expect(
                cause { try key.publicKey.verify(signature, of: [1], algorithm) }
                    == .verificationFailed
            )
        }
    }

    @Test func refusesTheOtherHalf() throws {
        for (name, algorithm) in Self.samples {
            let key = try TestKeys.key(name)
            #expect(cause { _ = try key.publicKey.sign([1], algorithm) } == .invalidParameter)
            #expect(cause { try key.verify([1], of: [1], algorithm) } == .invalidParameter)
        }
    }

    /// SHA-224 of the message, by `openssl dgst`: swift-crypto has no such function.
    private static let sha224: [UInt8] = [
        0x73, 0x0E, 0x10, 0x9B, 0xD7, 0xA8, 0xA3, 0x2B, 0x1C, 0xB9, 0xD9, 0xA0, 0x9A, 0xA2,
        0x32, 0x5D, 0x24, 0x30, 0x58, 0x7D, 0xDB, 0xC0, 0xC3, 0x8B, 0xAD, 0x91, 0x15, 0x25,
    ]

    private static func digest(of message: [UInt8], _ suffix: String) -> [UInt8]? {
        switch suffix.split(separator: ":")[1] {
        case "SHA1": [UInt8](Insecure.SHA1.hash(data: message))
        case "SHA256": [UInt8](SHA256.hash(data: message))
        case "SHA384": [UInt8](SHA384.hash(data: message))
        case "SHA512": [UInt8](SHA512.hash(data: message))
        default: nil
        }
    }
}
