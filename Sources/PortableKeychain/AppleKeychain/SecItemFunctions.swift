/// The four functions for items as values: Apple's own, or a double of them.
///
/// Dictionaries hold Swift's values under Apple's strings: `String`, `Data`, `Int64`, `Bool`,
/// `Date`, and protections, keys, certificates and identities as objects of the functions' own
/// kind.
public struct SecItemFunctions: Sendable {
    /// Adds an item, and answers a status and what was asked for (`SecItemAdd`).
    public var add: @Sendable ([String: Any]) -> (status: Int32, result: Any?)
    /// Finds items, and answers a status and what was asked for (`SecItemCopyMatching`).
    public var copyMatching: @Sendable ([String: Any]) -> (status: Int32, result: Any?)
    /// Changes items, given the query and the changes, and answers a status (`SecItemUpdate`).
    public var update: @Sendable ([String: Any], [String: Any]) -> Int32
    /// Removes items, and answers a status (`SecItemDelete`).
    public var delete: @Sendable ([String: Any]) -> Int32
    /// Makes a protection's object, or `nil` where there is no object for it.
    public var makeAccessControl: @Sendable (AccessControl) -> Any?
    /// Reads a protection's object, or `nil` where it cannot be read.
    public var readAccessControl: @Sendable (Any) -> AccessControl?
    /// Makes what stands for a key, certificate or identity (`kSecValueRef`), or `nil` where
    /// nothing can.
    public var makeObject: @Sendable (ItemObject) -> Any?
    /// Reads a key, certificate or identity out of a result, or `nil` where it cannot be read.
    public var readObject: @Sendable (Any) -> ItemObject?
    /// Makes the object of what a user proved or arranged, or `nil` where there is no object for it.
    public var makeContext: @Sendable (AuthenticationContext) -> Any?
    /// Makes the object of a policy, or `nil` where there is no object for it.
    public var makePolicy: @Sendable (CertificatePolicy) -> Any?

    /// Makes a set of functions.
    ///
    /// - Parameters:
    ///   - add: Adds an item.
    ///   - copyMatching: Finds items.
    ///   - update: Changes items.
    ///   - delete: Removes items.
    ///   - makeAccessControl: Makes a protection's object, or `nil`.
    ///   - readAccessControl: Reads a protection's object, or `nil`.
    ///   - makeObject: Makes the object of a key, certificate or identity, or `nil`.
    ///   - readObject: Reads the object of a key, certificate or identity, or `nil`.
    ///   - makePolicy: Makes the object of a policy, or `nil`.
    ///   - makeContext: Makes the object of what a user proved, or `nil`.
    public init(
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
