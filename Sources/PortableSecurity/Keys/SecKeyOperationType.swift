internal import PortableKeychain

/// An operation of a key.
public enum SecKeyOperationType: Int, Sendable {
    /// To sign, with a private key.
    case sign = 0
    /// To verify a signature, with a public key.
    case verify = 1
    /// To encrypt, with a public key.
    case encrypt = 2
    /// To decrypt, with a private key.
    case decrypt = 3
    /// To agree on a secret, with a private key.
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
