internal import Foundation
internal import ItemDictionaries
internal import PortableKeychain

#if canImport(os)
    public import os
#endif

/// Items in the current keychain (`PortableKeychain.Keychain.current`), which is looked up again
/// for each call.
///
/// ```swift
/// import Foundation
///
/// let repository = KeychainRepository(
///     defaultServiceName: "com.example.app",
///     defaultServerName: "example.com"
/// )
/// let token = GenericPasswordItem(account: "ci", data: Data("t0ken".utf8))
/// try repository.create(token.eraseToAnyProperty())
/// ```
///
/// Several repositories, and several tasks, can use one keychain at a time.
public struct KeychainRepository: StealthyRepository {
    /// The log of failures, without secrets and values of attributes.
    public let logger: Logger?
    let defaultProvider: any DefaultProvider

    /// Creates a repository with defaults of your own.
    ///
    /// - Parameters:
    ///   - defaultProvider: The defaults for values that queries and items omit; `nil`
    ///     for nothing.
    ///   - logger: Receives failures. `nil` means the category "secrets" of the
    ///     program's bundle identifier, or for no logger in a program that has none.
    public init(defaultProvider: (any DefaultProvider)? = nil, logger: Logger? = nil) {
        self.defaultProvider = defaultProvider ?? NoDefaults()
        self.logger =
            logger
            ?? Bundle.main.bundleIdentifier.map { Logger(subsystem: $0, category: "secrets") }
    }
}

extension KeychainRepository {
    /// Creates a repository for one service and one server.
    ///
    /// - Parameters:
    ///   - defaultServiceName: The service of generic passwords that name none, and of searches.
    ///   - defaultServerName: The server of internet passwords that name none, and of searches.
    ///   - defaultAccessGroup: The access group of items that name none, and of searches; `nil` for
    ///     the program's own, and for searches in all that it belongs to.
    ///   - defaultSynchronizable: Whether new items are synchronized that say
    ///     ``Synchronizable/any``. Searches find both kinds.
    ///   - logger: The same as for ``init(defaultProvider:logger:)``.
    public init(
        defaultServiceName: String,
        defaultServerName: String,
        defaultAccessGroup: String? = nil,
        defaultSynchronizable: Synchronizable = .any,
        logger: Logger? = nil
    ) {
        self.init(
            defaultProvider: NamedDefaults(
                serviceName: defaultServiceName,
                serverName: defaultServerName,
                accessGroup: defaultAccessGroup,
                synchronizable: defaultSynchronizable
            ),
            logger: logger
        )
    }
}

extension KeychainRepository {
    /// Creates an item; attributes that it leaves open are taken from the defaults.
    ///
    /// - Parameter item: The item, with its secret, which may be empty.
    /// - Throws: ``KeychainError/unhandledError(status:)``, with `errSecDuplicateItem` when there
    ///   is such an item.
    public func create(_ item: AnyStealthyProperty) throws {
        try performTogether([.create(item)])
    }

    /// Changes exactly the item named.
    ///
    /// - Parameters:
    ///   - item: The item as it is to be; an attribute that is `nil` stays as it is.
    ///   - previousItem: The item as it was; attributes that it leaves open are taken from the
    ///     defaults, or else were stored empty.
    /// - Throws: ``KeychainError/unhandledError(status:)``, with `errSecItemNotFound` when there is
    ///   no such item, `errSecDuplicateItem` when another one is like the new one.
    public func update<StealthyPropertyType: StealthyProperty>(
        _ item: StealthyPropertyType,
        from previousItem: StealthyPropertyType
    ) throws {
        try performTogether([
            .replace(previousItem.eraseToAnyProperty(), with: item.eraseToAnyProperty())
        ])
    }

    /// Deletes exactly the item named.
    ///
    /// - Parameter item: The item; attributes that it leaves open are taken from the defaults, or
    ///   else were stored empty.
    /// - Throws: ``KeychainError/unhandledError(status:)``, with `errSecItemNotFound` when there is
    ///   no such item.
    public func delete(_ item: AnyStealthyProperty) throws {
        try performTogether([.delete(item)])
    }

    /// Finds items, synchronized or not.
    ///
    /// - Parameter query: The query; omitted values are taken from the defaults.
    /// - Returns: The items, without those that are not items of this library: whose account is not
    ///   text, or that hold no secret. None when nothing matches.
    /// - Throws: ``KeychainError/unhandledError(status:)``.
    public func query(_ query: any Query) throws -> [AnyStealthyProperty] {
        let dictionary = search(query)
        let found = try asking("query") { keychain throws(PortableKeychain.KeychainError) in
            try keychain.items(matching: dictionary)
        }
        let items = found.compactMap { try? query.type.item($0) }
        if items.count < found.count {
            logger?.report("query: left out \(found.count - items.count) of \(found.count) items.")
        }
        return items
    }

    /// Asks the current keychain, and translates errors into those of this library.
    func asking<R>(
        _ operation: String,
        _ body: (Keychain) throws(PortableKeychain.KeychainError) -> R
    ) throws(KeychainError) -> R {
        do throws(PortableKeychain.KeychainError) {
            return try body(Keychain.current)
        } catch {
            logger?.report("\(operation): \(error.code.name), \(error.status)")
            throw .unhandledError(status: error.status)
        }
    }
}

extension StealthyPropertyType {
    fileprivate func item(_ answer: [String: Any]) throws -> AnyStealthyProperty {
        AnyStealthyProperty(property: try propertyType.init(dictionary: answer))
    }
}
