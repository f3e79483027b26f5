@_spi(Keepers) internal import PortableKeychain

/// The keychain as this module's callers know it: a namespace that holds no state.
///
/// Passwords are in ``InternetPassword`` and ``GenericPassword``. Every call works on the keychain
/// that is current where it is made, so code runs against one in memory as it is
/// (`PortableKeychain.Keychain.withCurrent(_:operation:)`).
public enum Keychain {
    /// The access groups of the caller, in order; never empty in a keychain that stores items.
    ///
    /// These are the groups of the current keychain's configuration; where that cannot be opened,
    /// those that a configuration without arguments names. In the system's keychain on macOS they
    /// are those of the program's signature, and on Apple's other platforms, which do not report
    /// them, the first of those. They are empty for any other keeper that does not report its
    /// groups.
    public static var accessGroups: [String] {
        let groups: [String]
        if let keychain = try? PortableKeychain.Keychain.current {
            #if canImport(Darwin)
                guard keychain.accessGroups != nil else { return signedGroups }
            #endif
            groups = keychain.accessGroups?.names ?? []
        } else {
            groups = PortableKeychain.Keychain.Configuration.fromEnvironment().accessGroups
        }
        return groups.filter { $0 != AccessGroups.administrator }
    }

    /// The name by which requests refer to a group, as an attribute or in a dictionary: `nil` for a
    /// group without a name, unless the caller is known to have no other.
    static func name(ofAccessGroup group: String) -> String? {
        guard group.isEmpty, let keychain = try? PortableKeychain.Keychain.current,
            keychain.accessGroups == nil
        else { return group }
        return nil
    }

    /// The access group of items for which the caller names none: the first of ``accessGroups``.
    ///
    /// Empty for a caller without any group, which can neither store nor find items; and on a
    /// keeper that does not report its groups. There, the keeper chooses the group of a new item,
    /// and searches, updates and deletions are about all groups of the caller.
    public static var defaultAccessGroup: String { accessGroups.first ?? "" }

    /// Removes all items of a class from an access group, synchronizable ones too.
    ///
    /// - Parameters:
    ///   - itemClass: The class.
    ///   - accessGroup: The group; the caller's first by default.
    /// - Returns: Whether there was anything to remove.
    /// - Throws: ``KeychainError/itemDeletionFailed(status:)``; then nothing was removed.
    @discardableResult
    public static func deleteAllItems(
        ofClass itemClass: ItemClass,
        inAccessGroup accessGroup: String = Keychain.defaultAccessGroup
    ) throws -> Bool {
        try ItemLocator(itemClass.value, [:], in: accessGroup, .any).delete()
    }

    /// Removes all items of a class from several access groups, one group after the other.
    ///
    /// - Parameters:
    ///   - itemClass: The class.
    ///   - accessGroups: The groups.
    /// - Returns: Whether there was anything to remove in any of them.
    /// - Throws: ``KeychainError/itemDeletionFailed(status:)`` for the first group that fails;
    ///   the groups before it are empty by then.
    @discardableResult
    public static func deleteAllItems(
        ofClass itemClass: ItemClass,
        inAccessGroups accessGroups: [String]
    ) throws -> Bool {
        try accessGroups.reduce(false) {
            try deleteAllItems(ofClass: itemClass, inAccessGroup: $1) || $0
        }
    }
}
