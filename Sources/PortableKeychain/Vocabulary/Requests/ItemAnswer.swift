/// The answer of a keeper to an ``ItemRequest``.
public struct ItemAnswer: Sendable {
    /// One item of an answer, with the parts that the request selected.
    public struct Item: Sendable {
        /// The class the item belongs to.
        public var itemClass: ItemClass
        /// All attributes, if requested.
        public var attributes: ItemAttributes?
        /// The payload, if requested and if the item has one.
        public var secret: SecretBytes?
        /// The certificate of an identity in DER, if attributes were requested.
        public var certificate: [UInt8]?
        /// The object, if requested and if the item is a valid key, certificate or identity.
        public var object: ItemObject?
        /// The persistent reference, if requested.
        public var persistentReference: [UInt8]?
        /// Whether the item has an access control that its keeper could not read, so that the
        /// attributes do not say what the item requires.
        package var hasUnreadableAccessControl = false

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

    /// The result object that callers of Apple's functions receive.
    public enum Container: Hashable, Sendable {
        /// No result object: no part was requested, or the verb returns only a status.
        case none
        /// A single element.
        case single
        /// An array, even of one element.
        case list
    }

    /// Whether the answer is nothing, one element or a list.
    public var container: Container
    /// The items, in the order in which they were first stored.
    public var items: [Item]
    /// The number of items that the request found, updated or deleted.
    public var count: Int

    /// Makes an answer.
    public init(container: Container, items: [Item] = [], count: Int) {
        self.container = container
        self.items = items
        self.count = count
    }
}
