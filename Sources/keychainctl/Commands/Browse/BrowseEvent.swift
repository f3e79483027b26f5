internal import KeychainctlKit
internal import PortableKeychain

/// What the browser learns.
enum BrowseEvent: Sendable {
    case key(BrowseKey)
    /// The items that there are now.
    case items([ListedItem])
    /// A secret that was asked for.
    case secret(SecretBytes, of: ListedItem)
    /// Something to tell.
    case message(String)
    case size(columns: Int, rows: Int)
}

/// What the browser wants to be done.
enum BrowseEffect: Equatable, Sendable {
    case reveal(ListedItem)
    case copy(ListedItem)
    case delete(ListedItem)
    /// Give an attribute another text.
    case change(ListedItem, AttributeKey, String)
    /// Ask for another secret, and store it.
    case replaceSecret(ListedItem)
    case quit
}
