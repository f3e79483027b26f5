/// The four `SecItem` functions as values: Apple's own, or replacements for tests.
///
/// The dictionaries contain Swift values for Apple's string keys: `String`, `Data`, `Int64`,
/// `Bool`, `Date`, and access controls, keys, certificates and identities as objects of the
/// functions' own types.
package struct SecItemFunctions: Sendable {
    /// Adds an item, and returns a status and the requested result (`SecItemAdd`).
    package var add: @Sendable ([String: Any]) -> (status: Int32, result: Any?)
    /// Finds items, and returns a status and the requested result (`SecItemCopyMatching`).
    package var copyMatching: @Sendable ([String: Any]) -> (status: Int32, result: Any?)
    /// Updates items, given the query and the changes, and returns a status (`SecItemUpdate`).
    package var update: @Sendable ([String: Any], [String: Any]) -> Int32
    /// Deletes items, and returns a status (`SecItemDelete`).
    package var delete: @Sendable ([String: Any]) -> Int32
    /// Makes the object of an access control, or `nil` if there is no object for it.
    ///
    /// An item is never stored without an access control that has rules: without an object, adding
    /// and updating fail.
    package var makeAccessControl: @Sendable (AccessControl) -> Any?
    /// Reads the object of an access control, or `nil` if it cannot be read.
    package var readAccessControl: @Sendable (Any) -> AccessControl?
    /// Makes the object of a key, certificate or identity (`kSecValueRef`), or `nil` if there is no
    /// object for it.
    package var makeObject: @Sendable (ItemObject) -> Any?
    /// Reads a key, certificate or identity from a result, or `nil` if it cannot be read.
    package var readObject: @Sendable (Any) -> ItemObject?
    /// Makes the object of an authentication context, or `nil` if there is no object for it.
    package var makeContext: @Sendable (AuthenticationContext) -> Any?
    /// Makes the object of a policy, or `nil` if there is no object for it.
    package var makePolicy: @Sendable (CertificatePolicy) -> Any?

    /// Makes a set of functions.
    ///
    /// - Parameters:
    ///   - add: Adds an item.
    ///   - copyMatching: Finds items.
    ///   - update: Updates items.
    ///   - delete: Deletes items.
    ///   - makeAccessControl: Makes the object of an access control, or `nil`.
    ///   - readAccessControl: Reads the object of an access control, or `nil`.
    ///   - makeObject: Makes the object of a key, certificate or identity, or `nil`.
    ///   - readObject: Reads the object of a key, certificate or identity, or `nil`.
    ///   - makePolicy: Makes the object of a policy, or `nil`.
    ///   - makeContext: Makes the object of an authentication context, or `nil`.
    package init(
        add: @escaping @Sendable ([String: Any]) -> (status: Int32, result: Any?),
        copyMatching: @escaping @Sendable ([String: Any]) -> (status: Int32, result: Any?),
        update: @escaping @Sendable ([String: Any], [String: Any]) -> Int32,
        delete: @escaping @Sendable ([String: Any]) -> Int32,
        makeAccessControl: @escaping @Sendable (AccessControl) -> Any?,
        readAccessControl: @escaping @Sendable (Any) -> AccessControl?,
        makeObject: @escaping @Sendable (ItemObject) -> Any? = { _ in nil },
        readObject: @escaping @Sendable (Any) -> ItemObject? = { _ in nil },
        makePolicy: @escaping @Sendable (CertificatePolicy) -> Any? = { _ in nil },
        makeContext: @escaping @Sendable (AuthenticationContext) -> Any? = { _ in nil }
    ) {
        self.add = add
        self.copyMatching = copyMatching
        self.update = update
        self.delete = delete
        self.makeAccessControl = makeAccessControl
        self.readAccessControl = readAccessControl
        self.makeObject = makeObject
        self.readObject = readObject
        self.makePolicy = makePolicy
        self.makeContext = makeContext
    }
}
