internal import Crypto
internal import CryptoExtras
internal import SwiftASN1
internal import KeychainEssentials

/// The encryption of a part of a bundle under its passphrase.
enum BundleEncryption {
    /// PBES2 with AES in CBC mode (RFC 8018, 6.2).
    case aes(keyLength: Int, vector: [UInt8], derivation: BundleDerivation)
    /// The older kinds with SHA-1 (RFC 7292, C).
    case older(OlderCipher, salt: [UInt8], rounds: Int)

    /// Reads an `AlgorithmIdentifier`.
    ///
    /// - Throws: ``KeychainError/Code/undecodable`` for any other algorithm too.
    init(_ node: ASN1Node) throws(KeychainError) {
        var parts = try DERCursor(node, .sequence)
        let identifier = try parts.take(.objectIdentifier).decoded(ASN1ObjectIdentifier.self)
        let parameters = try parts.take(.sequence)
        try parts.finish()
        guard identifier != Self.newer else {
            self = try Self.newer(parameters)
            return
        }
        guard let cipher = Self.olderCiphers[identifier] else { throw .malformed }
        var inner = try DERCursor(parameters, .sequence)
        let salt = try inner.take(.octetString).primitive(.octetString)
        let rounds = try BundleDerivation.rounds(inner.take(.integer))
        try inner.finish()
        self = .older(cipher, salt: Array(salt), rounds: rounds)
    }

    private static func newer(_ node: ASN1Node) throws(KeychainError) -> Self {
        var parts = try DERCursor(node, .sequence)
        let derivation = try BundleDerivation(try parts.take(.sequence))
        var scheme = try parts.open(.sequence)
        try parts.finish()
        let identifier = try scheme.take(.objectIdentifier).decoded(ASN1ObjectIdentifier.self)
        let vector = Array(try scheme.take(.octetString).primitive(.octetString))
        try scheme.finish()
        guard let length = aesLengths[identifier], vector.count == 16,
            derivation.keyLength.map({ $0 == length }) ?? true
        else { throw .malformed }
        return .aes(keyLength: length, vector: vector, derivation: derivation)
    }

    /// Decrypts.
    ///
    /// - Throws: ``KeychainError/Code/undecodable`` when the padding is wrong; a wrong passphrase was
    ///   noticed before.
    func decrypt(
        _ ciphertext: ArraySlice<UInt8>,
        _ passphrase: BundlePassphrase
    ) throws(KeychainError) -> SecretBytes {
        switch self {
        case .aes(let keyLength, let vector, let derivation):
            let key = try derivation.key(keyLength, passphrase)
            guard let vector = try? AES._CBC.IV(ivBytes: vector),
                var data = try? AES._CBC.decrypt(ciphertext, using: key, iv: vector)
            else { throw .malformed }
            return SecretBytes(moving: &data)
        case .older(let cipher, let salt, let rounds):
            func derive(
                _ count: Int,
                _ purpose: BundlePassphrase.Purpose
            ) throws(KeychainError) -> [UInt8] {
                try passphrase.derive(
                    count,
                    for: purpose,
                    salt: salt,
                    rounds: rounds,
                    by: Insecure.SHA1.self
                )
            }
            return try cipher.decrypt(
                ciphertext,
                key: derive(cipher.keyLength, .encryption),
                vector: derive(8, .vector)
            )
        }
    }

    private static let newer: ASN1ObjectIdentifier = [1, 2, 840, 113549, 1, 5, 13]

    private static let olderCiphers: [ASN1ObjectIdentifier: OlderCipher] = [
        [1, 2, 840, 113549, 1, 12, 1, 1]: OlderCipher(name: "RC4", keyLength: 16),
        [1, 2, 840, 113549, 1, 12, 1, 2]: OlderCipher(name: "RC4-40", keyLength: 5),
        [1, 2, 840, 113549, 1, 12, 1, 3]: OlderCipher(name: "DES-EDE3-CBC", keyLength: 24),
        [1, 2, 840, 113549, 1, 12, 1, 4]: OlderCipher(name: "DES-EDE-CBC", keyLength: 16),
        [1, 2, 840, 113549, 1, 12, 1, 5]: OlderCipher(name: "RC2-CBC", keyLength: 16),
        [1, 2, 840, 113549, 1, 12, 1, 6]: OlderCipher(name: "RC2-40-CBC", keyLength: 5),
    ]

    private static let aesLengths: [ASN1ObjectIdentifier: Int] = [
        [2, 16, 840, 1, 101, 3, 4, 1, 2]: 16,
        [2, 16, 840, 1, 101, 3, 4, 1, 22]: 24,
        [2, 16, 840, 1, 101, 3, 4, 1, 42]: 32,
    ]
}
