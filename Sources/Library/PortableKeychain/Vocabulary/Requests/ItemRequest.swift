package import KeychainEssentials

/// One request to a keychain, as a value; every door translates its own API into requests.
///
/// A request contains what the caller stated and is not validated: the keeper that answers it
/// decides whether an attribute exists in a class or an option is allowed with a verb
/// (`Specification/item-semantics.md`).
@_spi(Keepers) public struct ItemRequest: Sendable {
    /// The operation on the items.
    @nonexhaustive public enum Verb: Sendable {
        /// Stores one new item.
        case add
        /// Finds items and returns the parts that ``ItemRequest/returning`` selects.
        case copyMatching
        /// Updates all matching items, or none.
        case update(ItemChanges)
        /// Deletes all matching items, or none.
        case delete
    }

    /// The operation on the items.
    public var verb: Verb
    /// The item class, or `nil` if the caller gave none.
    public var itemClass: ItemClass?
    /// The attributes of the new item, or the attributes that an item must have to match.
    public var attributes: ItemAttributes
    /// The payload of the new item; ignored when matching.
    public var secret: SecretBytes?
    /// A key, certificate or identity that provides attributes and payload (`kSecValueRef`);
    /// ``attributes`` override those of the object.
    public var object: ItemObject? {
        get { rare.parts?.object }
        set { change { $0.object = newValue } }
    }
    /// The reference of one item, from an earlier answer.
    public var persistentReference: [UInt8]?
    /// The largest number of items to return, or `nil` if the caller gave none (one).
    public var limit: MatchLimit?
    /// Conditions beyond exact equality of attributes.
    public var filters: [MatchFilter]
    /// The parts of each item to return.
    public var returning: ReturnOptions
    /// The treatment of items that require user authentication.
    public var interaction: UserInteraction
    /// The proofs of the user that the request can use (`kSecUseAuthenticationContext`).
    public var authentication: AuthenticationContext?
    /// The reason that is shown when the user is asked (`kSecUseOperationPrompt`).
    public var prompt: String? {
        get { rare.parts?.prompt }
        set { change { $0.prompt = newValue } }
    }
    /// Overrides the rule that decides whether a deleted item leaves a tombstone.
    public var leavesTombstone: Bool? {
        get { rare.parts?.leavesTombstone }
        set { change { $0.leavesTombstone = newValue } }
    }
    /// Whether the caller gave a list of items to work on (`kSecUseItemList`).
    public var namesItemList: Bool {
        get { rare.parts?.namesItemList ?? false }
        set { change { $0.namesItemList = newValue } }
    }
    /// The part of the list that a search for all matches returns; `nil` for the whole list.
    package var page: ItemPage? {
        get { rare.parts?.page }
        set { change { $0.page = newValue } }
    }
    /// The dates of an item that an addition takes over from another store of secrets; `nil` for the
    /// present time.
    ///
    /// An agent does not pass them on.
    package var dates: ItemDates? {
        get { rare.parts?.dates }
        set { change { $0.dates = newValue } }
    }
    /// The key in a token that an addition stores, taken from ``object``: no other addition may say
    /// that a token holds the item.
    var tokenKey: KeyMaterial? {
        get { rare.parts?.tokenKey }
        set { change { $0.tokenKey = newValue } }
    }

    private struct Parts {
        var object: ItemObject?
        var prompt: String?
        var leavesTombstone: Bool?
        var namesItemList = false
        var page: ItemPage?
        var tokenKey: KeyMaterial?
        var dates: ItemDates?
    }

    private var rare = Rare<Parts>()

    private mutating func change(_ change: (inout Parts) -> Void) {
        rare.change(Parts(), change)
    }

    /// Makes a request; omitted parts are absent.
    public init(
        _ verb: Verb,
        itemClass: ItemClass? = nil,
        attributes: ItemAttributes = [:],
        secret: SecretBytes? = nil,
        object: ItemObject? = nil,
        persistentReference: [UInt8]? = nil,
        limit: MatchLimit? = nil,
        filters: [MatchFilter] = [],
        returning: ReturnOptions = [],
        interaction: UserInteraction = .allowed,
        authentication: AuthenticationContext? = nil,
        prompt: String? = nil,
        leavesTombstone: Bool? = nil,
        namesItemList: Bool = false
    ) {
        self.verb = verb
        self.itemClass = itemClass
        self.attributes = attributes
        self.secret = secret
        self.persistentReference = persistentReference
        self.limit = limit
        self.filters = filters
        self.returning = returning
        self.interaction = interaction
        self.authentication = authentication
        if object != nil { self.object = object }
        if prompt != nil { self.prompt = prompt }
        if leavesTombstone != nil { self.leavesTombstone = leavesTombstone }
        if namesItemList { self.namesItemList = namesItemList }
    }
}

/// The dates of an item that was made elsewhere; one in the future counts as the present.
package struct ItemDates: Sendable, Equatable {
    /// The time at which the item was made.
    package var created: Date
    /// The time of the last change; not before the item was made.
    package var modified: Date

    /// Makes a pair of dates.
    package init(created: Date, modified: Date) {
        (self.created, self.modified) = (created, modified)
    }

    /// The dates as a keychain keeps them at a time.
    func kept(at now: Date) -> ItemDates {
        let created = min(created, now)
        return ItemDates(created: created, modified: max(created, min(modified, now)))
    }
}

/// The new values of an update; other values do not change.
@_spi(Keepers) public struct ItemChanges: Sendable {
    /// The attributes to replace.
    public var attributes: ItemAttributes
    /// The new payload, or `nil` to leave it unchanged.
    public var secret: SecretBytes?

    /// Makes changes to the given attributes and payload.
    public init(attributes: ItemAttributes = [:], secret: SecretBytes? = nil) {
        self.attributes = attributes
        self.secret = secret
    }
}

/// The parts of each item to return (`kSecReturn…`).
@_spi(Keepers) public struct ReturnOptions: OptionSet, Hashable, Sendable {
    /// The bits of the set.
    public let rawValue: UInt8

    /// Makes a set from its bits.
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// The payload (`kSecReturnData`).
    public static let data = ReturnOptions(rawValue: 1)
    /// All attributes (`kSecReturnAttributes`).
    public static let attributes = ReturnOptions(rawValue: 2)
    /// An object: key, certificate or identity (`kSecReturnRef`).
    public static let reference = ReturnOptions(rawValue: 4)
    /// The persistent reference (`kSecReturnPersistentRef`).
    public static let persistentReference = ReturnOptions(rawValue: 8)
}

/// The treatment, by a request, of items that require user authentication
/// (`kSecUseAuthenticationUI`).
@nonexhaustive public enum UserInteraction: Hashable, Sendable {
    /// The user is asked.
    case allowed
    /// The request fails with ``KeychainError/Code/authenticationRequired``.
    case forbidden
    /// The item is not included in the answer. Allowed only in searches.
    case skip
}
