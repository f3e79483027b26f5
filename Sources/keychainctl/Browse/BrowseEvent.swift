internal import PortableKeychain

/// What the browser learns.
enum BrowseEvent: Sendable {
    case key(BrowseKey)
    /// The items that there are now.
    case items([AnyItem])
    /// A secret that was asked for.
    case secret(SecretBytes, of: AnyItem)
    /// Something to tell.
    case message(String)
    case size(columns: Int, rows: Int)
}

/// What the browser wants to be done.
enum BrowseEffect: Equatable, Sendable {
    case reveal(AnyItem)
    case copy(AnyItem)
    case delete(AnyItem)
    /// Give an attribute another text.
    case change(AnyItem, AttributeKey, String)
    /// Ask for another secret, and store it.
    case replaceSecret(AnyItem)
    case quit
}
