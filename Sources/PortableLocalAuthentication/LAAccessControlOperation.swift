/// The operation that an access control must allow.
public enum LAAccessControlOperation: Int, Sendable {
    /// To make an item.
    case createItem = 0
    /// To read an item.
    case useItem = 1
    /// To make a key.
    case createKey = 2
    /// To sign with a key.
    case useKeySign = 3
    /// To decrypt with a key.
    case useKeyDecrypt = 4
    /// To agree on a secret with a key.
    case useKeyKeyExchange = 5
}
