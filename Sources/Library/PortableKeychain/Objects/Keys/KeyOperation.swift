/// An operation that a key can carry out (`SecKeyOperationType`).
///
/// Ask ``KeyMaterial/supports(_:_:)`` whether a key carries one out with an algorithm.
public enum KeyOperation: Int, Hashable, Sendable, CaseIterable {
    /// Making a signature, with a private key.
    case sign = 0
    /// Checking a signature, with a public key.
    case verify = 1
    /// Encrypting, with a public key.
    case encrypt = 2
    /// Decrypting, with a private key.
    case decrypt = 3
    /// Agreeing on a secret, with one's own private and the peer's public key.
    case keyExchange = 4
    /// Making a secret for the owner of a public key.
    case encapsulate = 5
    /// Receiving such a secret, with a private key.
    case decapsulate = 6

    /// The half that does it.
    var keyClass: KeyClass {
        switch self {
        case .sign, .decrypt, .keyExchange, .decapsulate: .privateKey
        case .verify, .encrypt, .encapsulate: .publicKey
        }
    }
}
