/// An item with everything that a backup stores about it.
@_spi(Keepers) public struct BackupItem: Sendable {
    /// The class: passwords, certificates or keys; identities are two items.
    public var itemClass: ItemClass
    /// The 16 bytes by which persistent references identify the item.
    public var identifier: [UInt8]
    /// All attributes with their dates, access group and accessibility; not the digest.
    public var attributes: ItemAttributes
    /// The payload, if there is one.
    public var secret: SecretBytes?

    /// Makes an item.
    ///
    /// - Parameters:
    ///   - itemClass: The class.
    ///   - identifier: The 16 bytes by which persistent references identify the item.
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

/// The items that a backup may contain, and the numbers of those that it may not.
@_spi(Keepers) public struct BackupContent: Sendable {
    /// The items, class by class, in the order in which they were stored.
    public var items: [BackupItem] = []
    /// The number of items that leave, if they are not in ``items``.
    package var leaving = 0
    /// The number of items that must not leave this device.
    public var thisDeviceOnly = 0
    /// The number of items that require user authentication, and are not included.
    public var guarded = 0
    /// The items that only require their user's presence, without secrets.
    package var provable: [BackupItem] = []
    /// The items that also have a password of their own, without secrets.
    package var others: [BackupItem] = []
    /// The place after which the items of the class continue; `nil` if these are the last ones.
    package var next: ItemPage.Place?

    /// Adds the numbers of a further part, and the names of what stays, without its items.
    package mutating func count(_ part: BackupContent) {
        thisDeviceOnly += part.thisDeviceOnly
        guarded += part.guarded
        provable += part.provable
        others += part.others
    }

    /// Makes content; for keepers of your own.
    ///
    /// - Parameters:
    ///   - items: The items of the backup.
    ///   - thisDeviceOnly: The number of items that must not leave this device.
    ///   - guarded: The number of items that require user authentication.
    public init(items: [BackupItem] = [], thisDeviceOnly: Int = 0, guarded: Int = 0) {
        self.items = items
        self.thisDeviceOnly = thisDeviceOnly
        self.guarded = guarded
    }
}

/// The result of a restore, or of a rehearsal of one, in numbers of items.
public struct RestoreReport: Hashable, Sendable {
    /// Items that did not exist.
    public var added = 0
    /// Items that replaced another version.
    public var replaced = 0
    /// Those of the replaced items that were changed in the keychain after the version of the backup.
    public var changedHere = 0
    /// Items that already were as in the backup.
    public var same = 0
    /// Items that are newer in the keychain than in the backup, or were deleted from it later.
    public var newerHere = 0
    /// Items that stay because the keychain protects them as no backup can.
    ///
    /// They require user authentication otherwise than in the backup, or belong to this device alone.
    public var protectedHere = 0
    /// Items that stay although their secret is damaged, because synchronization brings them back.
    ///
    /// They were changed in the keychain after the version of the backup.
    package var damagedHere = 0

    /// Makes a report; for keepers of your own.
    ///
    /// - Parameters:
    ///   - added: Items that did not exist.
    ///   - replaced: Items that replaced another version.
    ///   - changedHere: Those of them that were changed in the keychain later.
    ///   - same: Items that already were as in the backup.
    ///   - newerHere: Items that are newer in the keychain than in the backup.
    ///   - protectedHere: Items that the keychain protects as no backup can.
    @_spi(Keepers) public init(
        added: Int = 0,
        replaced: Int = 0,
        changedHere: Int = 0,
        same: Int = 0,
        newerHere: Int = 0,
        protectedHere: Int = 0
    ) {
        self.added = added
        self.replaced = replaced
        self.changedHere = changedHere
        self.same = same
        self.newerHere = newerHere
        self.protectedHere = protectedHere
    }
}
