internal import KeychainctlKit
internal import PortableKeychain

/// An input of the browser's state: a key, a change of the keychain, or the result of an effect.
enum BrowseEvent: Sendable {
    case key(BrowseKey)
    /// The current items.
    case items([ListedItem])
    /// A requested secret.
    case secret(SecretBytes, of: ListedItem)
    /// A message for the user.
    case message(String)
    case size(columns: Int, rows: Int)
}

/// An action that the browser's state requests.
enum BrowseEffect: Equatable, Sendable {
    case reveal(ListedItem)
    case copy(ListedItem)
    case delete(ListedItem)
    /// Change attributes.
    case change(ListedItem, ItemAttributes)
    /// Ask for a new secret, and store it.
    case replaceSecret(ListedItem)
    case quit
}
