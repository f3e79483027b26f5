/// An operation that a key can carry out (`SecKeyOperationType`).
///
/// Ask ``KeyMaterial/supports(_:_:)`` whether a key carries one out with an algorithm.
@nonexhaustive public enum KeyOperation: Hashable, Sendable {
    /// Making a signature, with a private key.
    case sign
    /// Checking a signature, with a public key.
    case verify
    /// Encrypting, with a public key.
    case encrypt
    /// Decrypting, with a private key.
    case decrypt
    /// Agreeing on a secret, with one's own private and the peer's public key.
    case keyExchange
    /// Making a secret for the owner of a public key.
    case encapsulate
    /// Receiving such a secret, with a private key.
    case decapsulate

    /// All of them.
    package static let allCases = [
        KeyOperation.sign, .verify, .encrypt, .decrypt, .keyExchange, .encapsulate, .decapsulate,
    ]

    /// The half that does it.
    var keyClass: KeyClass {
        switch self {
        case .sign, .decrypt, .keyExchange, .decapsulate: .privateKey
        case .verify, .encrypt, .encapsulate: .publicKey
        }
    }
}
