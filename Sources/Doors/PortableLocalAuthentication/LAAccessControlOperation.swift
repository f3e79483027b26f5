/// The operation that an access control must allow.
public enum LAAccessControlOperation: Int, Sendable {
    /// The creation of an item.
    case createItem = 0
    /// The use of an item.
    case useItem = 1
    /// The creation of a key.
    case createKey = 2
    /// A signature with a key.
    case useKeySign = 3
    /// A decryption with a key.
    case useKeyDecrypt = 4
    /// An agreement on a secret with a key.
    case useKeyKeyExchange = 5
}
