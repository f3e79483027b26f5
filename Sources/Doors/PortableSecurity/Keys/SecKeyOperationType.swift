internal import PortableKeychain

/// An operation of a key.
public enum SecKeyOperationType: Int, Sendable {
    /// The operation of signing, with a private key.
    case sign = 0
    /// The operation of verifying a signature, with a public key.
    case verify = 1
    /// The operation of encrypting, with a public key.
    case encrypt = 2
    /// The operation of decrypting, with a private key.
    case decrypt = 3
    /// The operation of agreeing on a secret, with a private key.
    case keyExchange = 4

    /// The library's own word for it.
    var operation: KeyOperation {
        switch self {
        case .sign: .sign
        case .verify: .verify
        case .encrypt: .encrypt
        case .decrypt: .decrypt
        case .keyExchange: .keyExchange
        }
    }
}
