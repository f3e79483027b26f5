internal import Crypto

/// A hash function as algorithm names spell it.
enum KeyHash: String, Hashable, Sendable, CaseIterable {
    case sha1 = "SHA1"
    case sha224 = "SHA224"
    case sha256 = "SHA256"
    case sha384 = "SHA384"
    case sha512 = "SHA512"

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
