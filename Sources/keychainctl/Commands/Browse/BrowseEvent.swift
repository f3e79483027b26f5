internal import KeychainctlKit
internal import PortableKeychain

/// An input of the browser's state: a key, a change of the keychain, or the result of an effect.
enum BrowseEvent: Sendable {
    case key(BrowseKey)
    /// The current items.
    case items([ListedItem])
    /// A requested secret.
    case secret(SecretBytes, of: ListedItem)
    /// A one-time code, as it is at this second.
    case code(OneTimeKey.Code, of: ListedItem)
    /// The keychain was locked.
    case locked
    /// A message for the user.
    case message(String)
    case size(columns: Int, rows: Int)
}

/// An action that the browser's state requests.
enum BrowseEffect: Equatable, Sendable {
    case reveal(ListedItem)
    case copy(ListedItem)
    /// Show the one-time code.
    case showCode(ListedItem)
    /// Copy the code that is shown.
    case copyCode
    case delete(ListedItem)
    /// Change attributes.
    case change(ListedItem, ItemAttributes)
    /// Ask for a new secret, and store it.
    case replaceSecret(ListedItem)
    /// Ask for what unlocks the keychain.
    case unlock
    case quit
}
