/// The attributes of an item: values by key, in the order of the keys.
public struct ItemAttributes: Sendable, Hashable {
    fileprivate struct Entry: Hashable, Sendable {
        var key: AttributeKey
        var value: AttributeValue
    }

    private enum Storage: Sendable {
        // A dozen entries: a sorted array is smaller and faster than a hash table.
        case decoded([Entry])
        case encoded(EncodedAttributes)
    }

    private var storage = Storage.decoded([])

    /// Makes an empty set.
    @_spi(Keepers) public init() {}

    /// Makes a set whose attributes are decoded when they are asked for.
    package init(_ encoded: EncodedAttributes) { storage = .encoded(encoded) }

    /// The attributes in another form, unless they were changed since.
    package var encoded: EncodedAttributes? {
        if case .encoded(let encoded) = storage { encoded } else { nil }
    }

    /// All entries, decoded.
    private var entries: [Entry] {
        get {
            switch storage {
            case .decoded(let entries): entries
            case .encoded(let encoded): encoded.all.entries
            }
        }
        _modify {
            var entries = entries
            // Moved out, so that the entries are changed in place instead of in a copy.
            storage = .decoded([])
            defer { storage = .decoded(entries) }
            yield &entries
        }
    }

    /// The value for a key; `nil` removes it.
    @_spi(Keepers) public subscript(key: AttributeKey) -> AttributeValue? {
        get {
            switch storage {
            case .decoded(let entries):
                for place in entries.indices where entries[place].key == key {
                    return entries[place].value
                }
                return nil
            case .encoded(let encoded): return encoded.value(key)
            }
        }
        set {
            // Often in the order of the keys.
            if let newValue, case .decoded(var entries) = storage,
                entries.last.map({ $0.key < key }) ?? true
            {
                // Moved out, so that the entries are changed in place instead of in a copy.
                storage = .decoded([])
                if entries.isEmpty { entries.reserveCapacity(4) }
                entries.append(Entry(key: key, value: newValue))
                storage = .decoded(entries)
                return
            }
            Self.set(key, newValue, in: &entries)
        }
    }

    /// Calls a body with the attributes of some keys that are there, in the order of the keys given.
    ///
    /// Attributes in another form are read in one pass if the keys are sorted, which takes a third of
    /// the time of asking for one after the other.
    package func forEach(of keys: [AttributeKey], _ body: (AttributeKey, AttributeValue) -> Void) {
        if let encoded { return encoded.forEach(of: keys, body) }
        for key in keys {
            if let value = self[key] { body(key, value) }
        }
    }

    private static func set(
        _ key: AttributeKey,
        _ newValue: AttributeValue?,
        in entries: inout [Entry]
    ) {
        let place = entries.firstIndex { $0.key >= key } ?? entries.endIndex
        let exists = place < entries.endIndex && entries[place].key == key
        switch (exists, newValue) {
        case (true, let value?): entries[place].value = value
        case (true, nil): entries.remove(at: place)
        case (false, let value?): entries.insert(Entry(key: key, value: value), at: place)
        case (false, nil): break
        }
    }

    /// The number of attributes.
    @_spi(Keepers) public var count: Int { entries.count }

    /// Whether there are no attributes.
    @_spi(Keepers) public var isEmpty: Bool { entries.isEmpty }

    /// Reserves memory for a number of attributes.
    package mutating func reserveCapacity(_ count: Int) { entries.reserveCapacity(count) }

    /// Adds an attribute whose key is greater than all present ones.
    package mutating func append(_ key: AttributeKey, _ value: AttributeValue) {
        entries.append(Entry(key: key, value: value))
    }

    /// Compares all attributes.
    public static func == (left: Self, right: Self) -> Bool { left.entries == right.entries }

    /// Hashes all attributes.
    public func hash(into hasher: inout Hasher) { hasher.combine(entries) }
}

@_spi(Keepers) extension ItemAttributes: ExpressibleByDictionaryLiteral {
    /// Makes a set from a literal; of two equal keys, the last one is used.
    public init(dictionaryLiteral elements: (AttributeKey, AttributeValue)...) {
        self.init()
        for (key, value) in elements { self[key] = value }
    }
}

@_spi(Keepers) extension ItemAttributes: Sequence {
    /// One attribute.
    public typealias Element = (key: AttributeKey, value: AttributeValue)

    /// An iterator over the attributes in the order of their keys.
    public struct Iterator: IteratorProtocol {
        private let entries: [Entry]
        private var place = 0

        fileprivate init(_ entries: [Entry]) { self.entries = entries }

        /// The next attribute, or `nil` after the last.
        public mutating func next() -> Element? {
            guard place < entries.count else { return nil }
            defer { place += 1 }
            return (entries[place].key, entries[place].value)
        }
    }

    /// The attributes in the order of their keys.
    public func makeIterator() -> Iterator { Iterator(entries) }
}
