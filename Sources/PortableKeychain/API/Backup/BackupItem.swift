/// An item on its way out of a keychain or back, with all that it is.
package struct BackupItem: Sendable {
    /// The class: passwords, certificates or keys; identities are two items.
    package var itemClass: ItemClass
    /// The 16 bytes that persistent references name.
    package var identifier: [UInt8]
    /// All attributes with their dates, access group and accessibility; not the digest.
    package var attributes: ItemAttributes
    /// The payload, if there is one.
    package var secret: SecretBytes?

    /// Makes an item.
    package init(
        itemClass: ItemClass,
        identifier: [UInt8],
        attributes: ItemAttributes,
        secret: SecretBytes?
    ) {
        self.itemClass = itemClass
        self.identifier = identifier
        self.attributes = attributes
        self.secret = secret
    }
}

/// All items that may leave a keychain, and how many may not.
package struct BackupContent: Sendable {
    /// The items, class by class, in the order in which they were stored.
    package var items: [BackupItem] = []
    /// How many belong to this device alone, and never leave it.
    package var thisDeviceOnly = 0
    /// How many ask for their user, and so are not copied in passing.
    package var guarded = 0
}

/// What restoring did, or would do, in numbers of items.
package struct RestoreReport: Hashable, Sendable {
    /// Those that were not there.
    package var added = 0
    /// Those that took the place of another version.
    package var replaced = 0
    /// Those that were there as they are in the backup.
    package var same = 0
    /// Those whose version here is the newer one, or was deleted here later.
    package var newerHere = 0
}
