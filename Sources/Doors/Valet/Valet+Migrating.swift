internal import Foundation
@_spi(Keepers) internal import PortableKeychain

extension Valet {
    /// Copies the values that you choose from the items that match a query.
    ///
    /// Nothing is written until everything was chosen, and then all of it at once.
    ///
    /// - Parameters:
    ///   - query: Generic passwords, by Apple's keys: `kSecClass`, `kSecAttrService` and other
    ///     attributes.
    ///   - compactMap: Makes key and value out of an account, which may be a string or bytes, and
    ///     data; `nil` leaves the item out.
    /// - Throws: ``MigrationError``, ``KeychainError/itemNotFound`` when nothing matches, another
    ///   ``KeychainError``, or any error of the closure; then nothing was written.
    public func migrateObjects(
        matching query: [String: AnyHashable],
        compactMap: (MigratableKeyValuePair<AnyHashable>) throws -> MigratableKeyValuePair<String>?
    ) throws {
        try migrate([MigrationQuery(query).request], removes: false, compactMap)
    }

    /// Copies or moves the items that match a query.
    ///
    /// - Parameters:
    ///   - query: Generic passwords, by Apple's keys: `kSecClass`, `kSecAttrService` and other
    ///     attributes.
    ///   - removeOnCompletion: Whether the items go from where they were, in the same step.
    /// - Throws: The same errors as the form with a closure; ``MigrationError/keyToMigrateInvalid``
    ///   for an account that is not a string.
    public func migrateObjects(
        matching query: [String: AnyHashable],
        removeOnCompletion: Bool
    ) throws {
        try entries.migrate(matching: query, removing: removeOnCompletion)
    }

    /// Copies the values that you choose from another valet.
    ///
    /// - Parameters:
    ///   - valet: The other valet.
    ///   - compactMap: Makes another pair; `nil` leaves one out.
    /// - Throws: The same errors as the form with a query.
    public func migrateObjects(
        from valet: Valet,
        compactMap: (MigratableKeyValuePair<AnyHashable>) throws -> MigratableKeyValuePair<String>?
    ) throws {
        try migrate([try valet.entries.everything()], removes: false, compactMap)
    }

    /// Copies or moves another valet's values, also to the same place with another accessibility.
    ///
    /// - Parameters:
    ///   - valet: The other valet.
    ///   - removeOnCompletion: Whether the values go from there, in the same step.
    /// - Throws: The same errors as the form with a query.
    public func migrateObjects(from valet: Valet, removeOnCompletion: Bool) throws {
        try entries.migrate(from: valet, removing: removeOnCompletion)
    }

    /// Copies or moves the values of this valet from when it was always accessible, which valets of
    /// today are not.
    ///
    /// - Parameter removeOnCompletion: Whether the old values go, in the same step.
    /// - Throws: The same errors as the form with a query.
    public func migrateObjectsFromAlwaysAccessibleValet(removeOnCompletion: Bool) throws {
        try migrate(try alwaysAccessible(.always), removes: removeOnCompletion, Entries.identity)
    }

    /// Copies or moves the values of this valet from when it was always accessible on this device.
    ///
    /// - Parameter removeOnCompletion: Whether the old values go, in the same step.
    /// - Throws: The same errors as the form with a query.
    public func migrateObjectsFromAlwaysAccessibleThisDeviceOnlyValet(
        removeOnCompletion: Bool
    ) throws {
        try migrate(
            try alwaysAccessible(.alwaysThisDeviceOnly),
            removes: removeOnCompletion,
            Entries.identity
        )
    }

    /// Copies the values of this valet that were written before macOS 10.15 or without its
    /// data-protection keychain; nothing is removed.
    ///
    /// Only macOS has such a keychain: elsewhere there is nothing to copy, and that is said.
    ///
    /// - Throws: The same errors as the form with a query.
    public func migrateObjectsFromPreCatalina() throws {
        guard let older = Keychain.systemBeforeDataProtection else {
            throw KeychainError.itemNotFound
        }
        var search = try entries.everything()
        // That keychain knows no accessibility and no groups.
        search.attributes[.accessible] = nil
        search.attributes[.accessGroup] = nil
        try Migration(destination: entries, keychain: older, sources: [search], removes: false)
            .run(Entries.identity)
    }

    private func migrate(
        _ sources: [ItemRequest],
        removes: Bool,
        _ choice: Migration.Choice
    ) throws {
        try Migration(destination: entries, sources: sources, removes: removes).run(choice)
    }

    /// The location in which older versions of Valet stored always accessible values.
    ///
    /// They did not agree on the service of valets that were set explicitly: the name itself, the
    /// whole group, and the name that was derived from it are all in use.
    private func alwaysAccessible(
        _ accessibility: PortableKeychain.Accessibility
    ) throws(KeychainError) -> [ItemRequest] {
        func entries(_ name: Sandbox.Name) -> Entries {
            let protection = Sandbox.Protection.accessibility(accessibility)
            return Entries(sandbox: Sandbox(kind: sandbox.kind, name: name, protection: protection))
        }
        var searches = [try entries(sandbox.name).everything()]
        switch sandbox.name {
        case .identifier, .group: break
        case .explicit(let identifier):
            searches.append(try entries(.identifier(identifier)).everything())
        case .explicitGroup(let group):
            searches.append(try entries(.group(group, nil)).everything())
            searches.append(try entries(sandbox.name).everything(group.description))
        }
        return searches
    }
}

extension Entries {
    /// Uses values unchanged.
    static func identity(
        _ pair: MigratableKeyValuePair<AnyHashable>
    ) throws -> MigratableKeyValuePair<String> {
        guard let key = pair.key as? String else { throw MigrationError.keyToMigrateInvalid }
        return MigratableKeyValuePair(key: key, value: pair.value)
    }

    func migrate(matching query: [String: AnyHashable], removing: Bool) throws {
        let sources = [try MigrationQuery(query).request]
        try Migration(destination: self, sources: sources, removes: removing).run(Self.identity)
    }

    func migrate(from valet: Valet, removing: Bool) throws {
        let sources = [try valet.entries.everything()]
        try Migration(destination: self, sources: sources, removes: removing).run(Self.identity)
    }

    /// The search for all values, and the canary.
    func everything(_ service: String? = nil) throws(KeychainError) -> ItemRequest {
        var search = request(.copyMatching)
        search.limit = .all
        if let service { search.attributes[.service] = .string(service) }
        return try onKeychain { place(search, in: $0) }
    }
}
