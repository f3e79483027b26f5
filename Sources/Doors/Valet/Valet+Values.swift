public import Foundation

extension Valet {
    /// Whether values can be read and written now; it never throws.
    ///
    /// `false` while the keychain is locked, without a passcode where the accessibility needs one,
    /// and for a group that the program is not in.
    public func canAccessKeychain() -> Bool { entries.canAccessKeychain() }

    /// Stores bytes, in place of the key's present value.
    ///
    /// - Parameters:
    ///   - object: The bytes, at least one.
    ///   - key: The key, at least one character.
    /// - Throws: ``KeychainError/emptyKey``, ``KeychainError/emptyValue``,
    ///   ``KeychainError/missingEntitlement``, ``KeychainError/couldNotAccessKeychain``; then the
    ///   old value is kept.
    public func setObject(_ object: Data, forKey key: String) throws(KeychainError) {
        try entries.setObject(object, key)
    }

    /// Reads bytes, or a string as UTF-8.
    ///
    /// - Parameter key: The key.
    /// - Returns: The bytes.
    /// - Throws: ``KeychainError/emptyKey``, ``KeychainError/itemNotFound``,
    ///   ``KeychainError/missingEntitlement``, ``KeychainError/couldNotAccessKeychain``.
    public func object(forKey key: String) throws(KeychainError) -> Data {
        try entries.object(key)
    }

    /// Whether a key has a value.
    ///
    /// - Parameter key: The key.
    /// - Returns: Whether there is one.
    /// - Throws: ``KeychainError/couldNotAccessKeychain``, also for an empty key, or
    ///   ``KeychainError/missingEntitlement``.
    public func containsObject(forKey key: String) throws(KeychainError) -> Bool {
        try entries.contains(key)
    }

    /// Stores a string, in place of the key's present value.
    ///
    /// - Parameters:
    ///   - string: The string, at least one character.
    ///   - key: The key, at least one character.
    /// - Throws: The same errors as ``setObject(_:forKey:)``.
    public func setString(_ string: String, forKey key: String) throws(KeychainError) {
        try entries.setString(string, key)
    }

    /// Reads a string.
    ///
    /// - Parameter key: The key.
    /// - Returns: The string.
    /// - Throws: The same errors as ``object(forKey:)``; ``KeychainError/itemNotFound`` also for
    ///   bytes that are not UTF-8.
    public func string(forKey key: String) throws(KeychainError) -> String {
        try entries.string(key)
    }

    /// The keys that have values.
    ///
    /// - Throws: ``KeychainError/missingEntitlement``, ``KeychainError/couldNotAccessKeychain``.
    public func allKeys() throws(KeychainError) -> Set<String> { try entries.keys() }

    /// Removes the value of a key, if there is one.
    ///
    /// - Parameter key: The key.
    /// - Throws: ``KeychainError/emptyKey``, ``KeychainError/missingEntitlement``,
    ///   ``KeychainError/couldNotAccessKeychain``.
    public func removeObject(forKey key: String) throws(KeychainError) {
        try entries.remove(key)
    }

    /// Removes all values.
    ///
    /// - Throws: ``KeychainError/missingEntitlement``, ``KeychainError/couldNotAccessKeychain``.
    public func removeAllObjects() throws(KeychainError) { try entries.removeAll() }
}
