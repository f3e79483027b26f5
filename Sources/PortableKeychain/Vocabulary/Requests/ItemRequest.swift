/// One question to a keychain, as a value: every door translates its words into this.
///
/// The request says what the caller said, well-formed but unjudged: whether an attribute exists in
/// a class, or a key is allowed with a verb, is decided by the keeper that answers it
/// (`Specification/item-semantics.md`).
public struct ItemRequest: Sendable {
    /// What is to be done with the items.
    public enum Verb: Sendable {
        /// Stores one new item.
        case add
        /// Finds items and returns what ``ItemRequest/returning`` names.
        case copyMatching
        /// Changes every matching item, all or none.
        case update(ItemChanges)
        /// Removes every matching item.
        case delete
    }

    /// What is to be done.
    public var verb: Verb
    /// The item class, or `nil` when the caller named none.
    public var itemClass: ItemClass?
    /// The attributes of the new item, or those an item must have to match.
    public var attributes: ItemAttributes
    /// The payload of the new item; ignored when matching.
    public var secret: SecretBytes?
    /// A key, certificate or identity that stands for its attributes and payload
    /// (`kSecValueRef`); attributes given beside it win.
    public var object: ItemObject?
    /// The reference of one item, from an earlier answer.
    public var persistentReference: [UInt8]?
    /// How many items are wanted, or `nil` when the caller did not say (one).
    public var limit: MatchLimit?
    /// Conditions beyond exact equality of attributes.
    public var filters: [MatchFilter]
    /// What an answer is to contain.
    public var returning: ReturnOptions
    /// What happens when an item requires user authentication.
    public var interaction: UserInteraction
    /// What the user proved or arranged beforehand (`kSecUseAuthenticationContext`).
    public var authentication: AuthenticationContext?
    /// Why the user is asked, for the user (`kSecUseOperationPrompt`).
    public var prompt: String?
    /// Overrides the rule for leaving a tombstone when an item goes.
    public var leavesTombstone: Bool?
    /// Whether the caller gave a list of items to work on (`kSecUseItemList`).
    public var namesItemList: Bool

    /// Makes a request; everything left out is absent.
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
        self.object = object
        self.persistentReference = persistentReference
        self.limit = limit
        self.filters = filters
        self.returning = returning
        self.interaction = interaction
        self.authentication = authentication
        self.prompt = prompt
        self.leavesTombstone = leavesTombstone
        self.namesItemList = namesItemList
    }
}

/// What an update puts in place of the old values; what it does not name stays.
public struct ItemChanges: Sendable {
    /// The attributes to replace.
    public var attributes: ItemAttributes
    /// The new payload, or `nil` to keep the old one.
    public var secret: SecretBytes?

    /// Makes a change of the given attributes and payload.
    public init(attributes: ItemAttributes = [:], secret: SecretBytes? = nil) {
        self.attributes = attributes
        self.secret = secret
    }
}

/// What an answer is to contain (`kSecReturn…`).
public struct ReturnOptions: OptionSet, Hashable, Sendable {
    /// The bits of the set.
    public let rawValue: UInt8

    /// Makes a set from its bits.
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// The payload (`kSecReturnData`).
    public static let data = ReturnOptions(rawValue: 1)
    /// All attributes (`kSecReturnAttributes`).
    public static let attributes = ReturnOptions(rawValue: 2)
    /// A live object: key, certificate or identity (`kSecReturnRef`).
    public static let reference = ReturnOptions(rawValue: 4)
    /// The persistent reference (`kSecReturnPersistentRef`).
    public static let persistentReference = ReturnOptions(rawValue: 8)
}

/// What happens when an item cannot be read without its user (`kSecUseAuthenticationUI`).
public enum UserInteraction: Hashable, Sendable {
    /// The user is asked.
    case allowed
    /// The request fails with ``KeychainError/Code/authenticationRequired``.
    case forbidden
    /// The item is left out of the answer. Legal for searches alone.
    case skip
}
