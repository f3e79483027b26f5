/// The parts of an algorithm's name (item-semantics.md §6.3).
enum KeyScheme: Hashable, Sendable {
    /// The input of a signature.
    enum Input: Hashable, Sendable {
        /// A digest that the caller computed.
        case digest
        /// A message, to be hashed first.
        case message
    }

    /// The padding of a block before RSA signs it.
    enum SignaturePadding: Hashable, Sendable {
        case none, pkcs1, pss
    }

    /// The padding of a block before RSA encrypts it.
    enum EncryptionPadding: Hashable, Sendable {
        case none, pkcs1
        case oaep(KeyHash)
    }

    /// The form in which the numbers of an ECDSA signature are written.
    enum SignatureEncoding: Hashable, Sendable {
        /// `SEQUENCE { r, s }` in DER.
        case x962
        /// `r ‖ s`, each as long as the order of the group.
        case rfc4754
    }

    /// The use of the secret of two keys.
    ///
    /// The cofactor of the NIST curves is 1 and that of X25519 part of its scalars, so that standard
    /// and cofactor agreement are the same.
    enum Agreement: Hashable, Sendable {
        /// The secret as it is.
        case plain
        /// Through the derivation of X9.63.
        case derived(KeyHash)
    }

    /// A signature; without a hash the digest is signed as it is.
    case rsaSignature(SignaturePadding, Input, KeyHash?)
    /// A signature; without a hash the digest may have any length.
    case ecdsa(SignatureEncoding, Input, KeyHash?)
    /// Ed25519.
    case ed25519
    /// Ed448.
    case ed448
    /// ML-DSA.
    case mlDSA
    /// Encryption, where `sealing` means that only a new AES key is encrypted.
    case rsaEncryption(EncryptionPadding, sealing: Bool)
    /// Encryption to a fresh key pair.
    case ecies(KeyHash, derivesNonce: Bool)
    /// A secret shared by two keys.
    case keyExchange(Agreement)
    /// ML-KEM.
    case mlKEM
    /// Kyber, the draft of ML-KEM.
    case kyber

    /// A library that carries out algorithms.
    enum Provider: Hashable, Sendable {
        /// swift-crypto.
        case library
        /// The system's OpenSSL.
        case system
        /// No library here.
        case none

        /// Whether it can be asked.
        var isPresent: Bool {
            switch self {
            case .library: true
            case .system: SystemCrypto.isPresent
            case .none: false
            }
        }
    }

    /// The library that carries it out for keys of usual size.
    var provider: Provider {
        switch self {
        case .rsaSignature(let padding, _, let hash):
            // swift-crypto signs digests whose hash it knows, and has no public raw operation.
            padding == .none || hash == nil || hash == .sha224 ? .system : .library
        case .rsaEncryption(.oaep(let hash), _):
            hash == .sha1 || hash == .sha256 ? .library : .system
        case .rsaEncryption(let padding, _): padding == .none ? .system : .library
        case .ecdsa(_, let input, let hash):
            input == .message && hash == .sha224 ? .system : .library
        case .ecies(let hash, _), .keyExchange(.derived(let hash)):
            hash == .sha224 ? .system : .library
        case .ed448, .kyber: .none
        case .ed25519, .mlDSA, .mlKEM, .keyExchange(.plain): .library
        }
    }
}
