internal import ForeignCrypto
internal import KeychainctlKit
internal import PortableKeychain

/// An input of the browser's state: a key, a change of the keychain, or the result of an effect.
enum BrowseEvent: Sendable {
    case key(BrowseKey)
    /// The items that were found for a search text.
    case found(SearchIndex.Found, for: String)
    /// A requested secret.
    case secret(SecretBytes, of: ListedItem)
    /// A one-time code, as it is at this second.
    case code(OneTimeKey.Code, of: ListedItem)
    /// The changes of a form were stored.
    case saved
    /// A new item was stored; `nil` if it is not among those that are shown.
    case added(ListedItem?)
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
    /// Store a new item.
    case add(ItemSelection, NewSecret)
    /// Store a new secret.
    case replaceSecret(ListedItem, NewSecret)
    /// Ask for the secret that unlocks the keychain.
    case unlock
    case quit
}

/// The origin of a secret that is stored.
enum NewSecret: Equatable, Sendable {
    /// The secret is asked for, twice.
    case typed
    /// The secret is random.
    case generated(GeneratedSecret)
}
