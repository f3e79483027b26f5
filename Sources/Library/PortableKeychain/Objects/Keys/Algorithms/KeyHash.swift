internal import Crypto

/// The hash function of a ``KeyAlgorithm``.
///
/// Its raw value is the part of Apple's names.
@nonexhaustive public enum KeyHash: String, Hashable, Sendable {
    /// SHA-1, which is weak, and only for old peers.
    case sha1 = "SHA1"
    /// SHA-224.
    case sha224 = "SHA224"
    /// SHA-256.
    case sha256 = "SHA256"
    /// SHA-384.
    case sha384 = "SHA384"
    /// SHA-512.
    case sha512 = "SHA512"

    /// All of them.
    package static let allCases = [KeyHash.sha1, .sha224, .sha256, .sha384, .sha512]

    /// The length of a digest in bytes.
    var length: Int {
        switch self {
        case .sha1: 20
        case .sha224: 28
        case .sha256: 32
        case .sha384: 48
        case .sha512: 64
        }
    }

    /// The function; swift-crypto has no SHA-224, so that it may be missing.
    var function: (any HashFunction.Type)? {
        switch self {
        case .sha1: Insecure.SHA1.self
        case .sha224: SystemCrypto.isPresent ? SystemSHA224.self : nil
        case .sha256: SHA256.self
        case .sha384: SHA384.self
        case .sha512: SHA512.self
        }
    }
}
