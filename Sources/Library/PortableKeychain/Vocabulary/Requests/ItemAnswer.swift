/// The answer of a keeper to an ``ItemRequest``.
@_spi(Keepers) public struct ItemAnswer: Sendable {
    /// One item of an answer, with the parts that the request selected.
    public struct Item: Sendable {
        /// The class the item belongs to.
        public var itemClass: ItemClass
        /// All attributes, if requested.
        public var attributes: ItemAttributes?
        /// The payload, if requested and if the item has one.
        public var secret: SecretBytes?
        /// The persistent reference, if requested.
        public var persistentReference: [UInt8]?
        /// The certificate of an identity in DER, if attributes were requested.
        public var certificate: [UInt8]? {
            get { rare.parts?.certificate }
            set { change { $0.certificate = newValue } }
        }
        /// The object, if requested and if the item is a valid key, certificate or identity.
        public var object: ItemObject? {
            get { rare.parts?.object }
            set { change { $0.object = newValue } }
        }
        /// Whether the item has an access control that its keeper could not read, so that the
        /// attributes do not show the item's requirements.
        package var hasUnreadableAccessControl: Bool {
            get { rare.parts?.hasUnreadableAccessControl ?? false }
            set { change { $0.hasUnreadableAccessControl = newValue } }
        }

        private struct Parts {
            var certificate: [UInt8]?
            var object: ItemObject?
            var hasUnreadableAccessControl = false
        }

        private var rare = Rare<Parts>()

        private mutating func change(_ change: (inout Parts) -> Void) {
            rare.change(Parts(), change)
        }

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
            self.persistentReference = persistentReference
            if certificate != nil { self.certificate = certificate }
            if object != nil { self.object = object }
        }
    }

    /// The result object that callers of Apple's functions receive.
    @nonexhaustive public enum Container: Hashable, Sendable {
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
    /// The place after which the list continues; `nil` if the answer has its end.
    package var next: ItemPage.Place?
    /// The number of matching items that a search skipped because they require user authentication;
    /// an agent does not pass it on.
    package var skipped = 0

    /// Makes an answer.
    public init(container: Container, items: [Item] = [], count: Int) {
        self.container = container
        self.items = items
        self.count = count
    }
}
