/// An item on its way out of a keychain or back, with all that it is.
public struct BackupItem: Sendable {
    /// The class: passwords, certificates or keys; identities are two items.
    public var itemClass: ItemClass
    /// The 16 bytes that persistent references name.
    public var identifier: [UInt8]
    /// All attributes with their dates, access group and accessibility; not the digest.
    public var attributes: ItemAttributes
    /// The payload, if there is one.
    public var secret: SecretBytes?

    /// Makes an item.
    ///
    /// - Parameters:
    ///   - itemClass: The class.
    ///   - identifier: The 16 bytes that persistent references name.
    ///   - attributes: All attributes with their dates, access group and accessibility.
    ///   - secret: The payload, if there is one.
    public init(
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
public struct BackupContent: Sendable {
    /// The items, class by class, in the order in which they were stored.
    public var items: [BackupItem] = []
    /// How many belong to this device alone, and never leave it.
    public var thisDeviceOnly = 0
    /// How many require user authentication, and so are not copied in passing.
    public var guarded = 0

    /// Makes content; a keeper of your own does.
    ///
    /// - Parameters:
    ///   - items: The items that may leave.
    ///   - thisDeviceOnly: How many belong to this device alone.
    ///   - guarded: How many require user authentication.
    public init(items: [BackupItem] = [], thisDeviceOnly: Int = 0, guarded: Int = 0) {
        self.items = items
        self.thisDeviceOnly = thisDeviceOnly
        self.guarded = guarded
    }
}

/// What restoring did, or would do, in numbers of items.
public struct RestoreReport: Hashable, Sendable {
    /// Those that were not there.
    public var added = 0
    /// Those that took the place of another version.
    public var replaced = 0
    /// Those that were there as they are in the backup.
    public var same = 0
    /// Those whose version here is the newer one, or was deleted here later.
    public var newerHere = 0

    /// Makes a report; a keeper of your own does.
    ///
    /// - Parameters:
    ///   - added: Items that were not there.
    ///   - replaced: Items that took the place of another version.
    ///   - same: Items that were there as they are in the backup.
    ///   - newerHere: Items whose version here is the newer one.
    public init(added: Int = 0, replaced: Int = 0, same: Int = 0, newerHere: Int = 0) {
        self.added = added
        self.replaced = replaced
        self.same = same
        self.newerHere = newerHere
    }
}
