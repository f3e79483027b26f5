@_spi(Keepers) internal import PortableKeychain

/// The items that a call is about: a class, attributes, one access group, and a set.
///
/// The one way from this module to the library: what all public calls come down to.
struct ItemLocator: Sendable {
    let itemClass: PortableKeychain.ItemClass
    /// The attributes of the caller, with the access group and the set.
    let attributes: ItemAttributes

    /// Locates items.
    ///
    /// - Parameters:
    ///   - itemClass: The class of the items.
    ///   - attributes: The conditions of a search, or the attributes of a new item.
    ///   - accessGroup: The group they are in.
    ///   - scope: Whether they are synchronizable.
    init(
        _ itemClass: PortableKeychain.ItemClass,
        _ attributes: ItemAttributes,
        in accessGroup: String,
        _ scope: SynchronizationScope = .local
    ) {
        var attributes = attributes
        attributes[.accessGroup] = Keychain.name(ofAccessGroup: accessGroup).map { .string($0) }
        attributes[.synchronizable] = scope.value
        self.itemClass = itemClass
        self.attributes = attributes
    }

    private init(_ itemClass: PortableKeychain.ItemClass, all attributes: ItemAttributes) {
        self.itemClass = itemClass
        self.attributes = attributes
    }

    /// The same items with further attributes.
    func adding(_ further: ItemAttributes) -> ItemLocator {
        var attributes = attributes
        for (key, value) in further { attributes[key] = value }
        return ItemLocator(itemClass, all: attributes)
    }

    /// The one item that these attributes identify when it is stored: attributes that are left out
    /// have the values of an item that was stored without them.
    var exact: ItemLocator {
        ItemLocator(itemClass, all: itemClass.uniqueness).adding(attributes)
    }

    /// A request about these items.
    func request(_ verb: ItemRequest.Verb, _ authentication: Authentication) -> ItemRequest {
        ItemRequest(
            verb,
            itemClass: itemClass,
            attributes: attributes,
            interaction: authentication.interaction,
            authentication: authentication.context,
            prompt: authentication.prompt
        )
    }
}
