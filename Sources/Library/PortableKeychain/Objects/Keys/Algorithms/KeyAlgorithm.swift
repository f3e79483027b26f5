/// A way to use a key, such as a signature scheme with its hash.
///
/// ```swift
/// let key = try KeyMaterial.generate(.p256)
/// let message = Array("hello".utf8)
/// let signature = try key.sign(message, .ecdsa(.sha256))
/// try key.publicKey.verify(signature, of: message, .ecdsa(.sha256))
/// ```
///
/// Each value has the name that Apple gives it (`SecKeyAlgorithm`), and is made from it too. The
/// names have parts, as in `algid:sign:RSA:message-PSS:SHA256:SHA256:32`
/// (`Specification/item-semantics.md`, 6.3). Not every key supports every algorithm, and some of
/// Apple's are not offered: ask ``KeyMaterial/supports(_:_:)``.
public struct KeyAlgorithm: RawRepresentable, Hashable, Sendable {
    /// The input of a signature.
    @nonexhaustive public enum Input: String, Hashable, Sendable {
        /// A message, which is hashed first.
        case message
        /// The digest of a message, of the length of the hash.
        case digest
    }

    /// The form in which the two numbers of an ECDSA signature are written.
    @nonexhaustive public enum SignatureForm: String, Hashable, Sendable {
        /// `SEQUENCE { r, s }` in DER, as in certificates and TLS.
        case x962 = "X962"
        /// `r ‖ s`, each as long as the order of the curve, as in JSON Web Signatures.
        case rfc4754 = "RFC4754"
    }

    /// Apple's name.
    public let rawValue: String

    /// Makes an algorithm from its name, known or not.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// Makes an algorithm from a literal.
    init(_ name: String) { rawValue = name }
}

/// Signatures.
extension KeyAlgorithm {
    /// ECDSA (FIPS 186-5).
    ///
    /// - Parameters:
    ///   - hash: The hash of the message.
    ///   - input: The input of the signature.
    ///   - form: The form of the signature.
    /// - Returns: The algorithm.
    public static func ecdsa(
        _ hash: KeyHash,
        of input: Input = .message,
        as form: SignatureForm = .x962
    ) -> Self {
        Self("algid:sign:ECDSA:\(input.rawValue)-\(form.rawValue):\(hash.rawValue)")
    }

    /// RSA with PSS padding, and a salt as long as the hash (RFC 8017, 8.1).
    ///
    /// - Parameters:
    ///   - hash: The hash of the message.
    ///   - input: The input of the signature.
    /// - Returns: The algorithm.
    public static func rsaPSS(_ hash: KeyHash, of input: Input = .message) -> Self {
        let name = hash.rawValue
        return Self("algid:sign:RSA:\(input.rawValue)-PSS:\(name):\(name):\(hash.length)")
    }

    /// RSA with PKCS #1 v1.5 padding (RFC 8017, 8.2).
    ///
    /// - Parameters:
    ///   - hash: The hash of the message.
    ///   - input: The input of the signature.
    /// - Returns: The algorithm.
    public static func rsaPKCS1(_ hash: KeyHash, of input: Input = .message) -> Self {
        Self("algid:sign:RSA:\(input.rawValue)-PKCS1v15:\(hash.rawValue)")
    }

    /// Ed25519 (RFC 8032), of a message.
    public static var ed25519: Self { .edDSASignatureMessageCurve25519SHA512 }
    /// ML-DSA with an empty context (FIPS 204), of a message.
    public static var mlDSA: Self { .mldsaSignatureMessage }
}

/// Encryption, agreement and encapsulation.
extension KeyAlgorithm {
    /// RSA with OAEP padding (RFC 8017, 7.1), for less bytes than the key has.
    ///
    /// - Parameter hash: The hash of the padding.
    /// - Returns: The algorithm.
    public static func rsaOAEP(_ hash: KeyHash) -> Self {
        Self("algid:encrypt:RSA:OAEP:\(hash.rawValue)")
    }

    /// Any length: AES-GCM with a key that RSA encrypts with OAEP padding.
    ///
    /// - Parameter hash: The hash of the padding.
    /// - Returns: The algorithm.
    public static func rsaOAEPWithAESGCM(_ hash: KeyHash) -> Self {
        Self("algid:encrypt:RSA:OAEP:\(hash.rawValue):AESGCM")
    }

    /// Any length: AES-GCM with a key and a nonce that X9.63 derives from an agreement with a fresh
    /// key (SEC 1, 5.1).
    ///
    /// - Parameter hash: The hash of the derivation; with SHA-1, which only old peers need, the nonce
    ///   is not derived.
    /// - Returns: The algorithm.
    public static func ecies(_ hash: KeyHash) -> Self {
        let nonce = hash == .sha1 ? "" : "-KDFIV"
        return Self("algid:encrypt:ECIES:ECDH:KDFX963:\(hash.rawValue):AESGCM\(nonce)")
    }

    /// Agreement on a secret (SEC 1, 6.1; RFC 7748, 6), without derivation.
    public static var ecdh: Self { .ecdhKeyExchangeStandard }

    /// Agreement, and the derivation of X9.63.
    ///
    /// - Parameter hash: The hash of the derivation.
    /// - Returns: The algorithm.
    public static func ecdh(_ hash: KeyHash) -> Self {
        Self("algid:keyexchange:ECDH:KDFX963:\(hash.rawValue)")
    }

    /// Encapsulation by ML-KEM (FIPS 203).
    public static var mlKEM: Self { .kemMLKEM }
}
