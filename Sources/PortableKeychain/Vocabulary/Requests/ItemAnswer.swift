/// What a keeper answers to an ``ItemRequest``.
public struct ItemAnswer: Sendable {
    /// One item of an answer, holding exactly what was asked for.
    public struct Item: Sendable {
        /// The class the item belongs to.
        public var itemClass: ItemClass
        /// All attributes, when asked for.
        public var attributes: ItemAttributes?
        /// The payload, when asked for and when the item has one.
        public var secret: SecretBytes?
        /// The certificate of an identity in DER, when its attributes are asked for.
        public var certificate: [UInt8]?
        /// The live object, when asked for and when one can be made of the item.
        public var object: ItemObject?
        /// The persistent reference, when asked for.
        public var persistentReference: [UInt8]?

        /// Makes one item of an answer.
        public init(
            itemClass: ItemClass,
            attributes: ItemAttributes? = nil,
            secret: SecretBytes? = nil,
            certificate: [UInt8]? = nil,
            object: ItemObject? = nil,
            persistentReference: [UInt8]? = nil
        ) {
            self.itemClass = itemClass
            self.attributes = attributes
            self.secret = secret
            self.certificate = certificate
            self.object = object
            self.persistentReference = persistentReference
        }
    }

    /// How the answer is presented to callers of Apple's functions.
    public enum Container: Hashable, Sendable {
        /// No result object: nothing was asked for, or the verb answers with its status alone.
        case none
        /// The bare element.
        case single
        /// An array, also for one element.
        case list
    }

    /// Whether the answer is nothing, one element or a list.
    public var container: Container
    /// The items, in the order in which they were first stored.
    public var items: [Item]
    /// How many items the request found, changed or removed.
    public var count: Int

    /// Makes an answer.
    public init(container: Container, items: [Item] = [], count: Int) {
        self.container = container
        self.items = items
        self.count = count
    }
}
