#if canImport(os)
    public import os
#endif

/// A store of items: creates, changes, deletes and finds them.
///
/// ``KeychainRepository`` keeps them in the keychain. Take a repository as a parameter, so that
/// tests can pass another one.
public protocol StealthyRepository: Sendable {
    /// Receives failures that are not thrown; `nil` if they are ignored.
    var logger: Logger? { get }

    /// Creates an item.
    ///
    /// - Parameter item: The item, with its secret.
    /// - Throws: ``KeychainError/unhandledError(status:)`` with `errSecDuplicateItem` when there is
    ///   such an item.
    func create(_ item: AnyStealthyProperty) throws

    /// Changes an item.
    ///
    /// - Parameters:
    ///   - item: The item as it is to be; an attribute that is `nil` stays as it is.
    ///   - previousItem: The item as it was.
    /// - Throws: ``KeychainError/unhandledError(status:)`` with `errSecItemNotFound` when there is
    ///   no such item.
    func update<StealthyPropertyType: StealthyProperty>(
        _ item: StealthyPropertyType,
        from previousItem: StealthyPropertyType
    ) throws

    /// Deletes an item.
    ///
    /// - Parameter item: The item; its content does not matter.
    /// - Throws: ``KeychainError/unhandledError(status:)`` with `errSecItemNotFound` when there is
    ///   no such item.
    func delete(_ item: AnyStealthyProperty) throws

    /// Finds items.
    ///
    /// - Parameter query: The query.
    /// - Returns: The items; none when nothing matches.
    /// - Throws: ``KeychainError/unhandledError(status:)``.
    func query(_ query: any Query) throws -> [AnyStealthyProperty]
}

extension StealthyRepository {
    /// No logger.
    public var logger: Logger? { nil }

    /// Changes an item that was there, or creates one.
    ///
    /// - Parameters:
    ///   - previousAnyItem: The item as it was, or `nil` if there was none. One of another type
    ///     gives way to the new item: it is not left behind.
    ///   - newItem: The item as it is to be.
    /// - Throws: The same errors as ``update(_:from:)`` and ``create(_:)-(AnyStealthyProperty)``.
    public func upsert(
        from previousAnyItem: AnyStealthyProperty?,
        to newItem: any StealthyProperty
    ) throws {
        try perform([ChangeStep(from: previousAnyItem, to: AnyStealthyProperty(property: newItem))])
    }

    /// Changes an item that was there, or creates one.
    ///
    /// - Parameters:
    ///   - previousAnyItem: The item as it was, or `nil` if there was none.
    ///   - newItem: The item as it is to be.
    /// - Throws: The same errors as ``upsert(from:to:)``.
    public func upsert<StealthyPropertyType: StealthyProperty>(
        _ previousAnyItem: AnyStealthyProperty?,
        to newItem: StealthyPropertyType
    ) throws {
        try upsert(from: previousAnyItem, to: newItem)
    }

    /// Deletes all items that ``TypeQuery`` finds: those of the repository's defaults.
    ///
    /// If an item cannot be deleted, the others are still deleted; an item that was deleted in the
    /// meantime is not a failure.
    ///
    /// - Throws: The first failure, after all items were tried.
    public func clearAll() throws {
        var failures: [any Error] = []
        for type in [StealthyPropertyType.internet, .generic] {
            do {
                for item in try query(TypeQuery(type: type)) {
                    do { try delete(item) } catch { failures.append(error) }
                }
            } catch { failures.append(error) }
        }
        let first = failures.first { ($0 as? KeychainError)?.isItemNotFound != true }
        if let first { throw first }
    }
}
