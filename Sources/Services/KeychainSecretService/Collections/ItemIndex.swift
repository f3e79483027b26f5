internal import PortableKeychain

/// Finds the items of a collection that have given pairs of attributes.
///
/// Pairs are tokens here (`SearchTokens`), so the same index works while the keychain is locked, when
/// only the tokens can be read.
struct ItemIndex {
    /// The details of an item, besides its secret, that an unlocked keychain gives.
    struct Details: Equatable {
        /// The pairs as they are stored: many items are kept, and a dictionary for each takes far
        /// more room.
        private var pairs: [UInt8]
        var label: String
        var contentType: String
        /// In seconds since 1970.
        var created: UInt64
        var modified: UInt64
        /// Whether it only shows another item of the keychain, to which its secret points.
        var isLink: Bool

        var attributes: SearchAttributes { SearchAttributes(encoded: pairs) ?? [:] }

        init(
            attributes: SearchAttributes,
            label: String,
            contentType: String,
            created: UInt64 = 0,
            modified: UInt64 = 0,
            isLink: Bool = false
        ) {
            pairs = attributes.encoded
            (self.label, self.contentType) = (label, contentType)
            (self.created, self.modified, self.isLink) = (created, modified, isLink)
        }
    }

    struct Item {
        /// The name in its path.
        let name: String
        let tokens: [UInt64]
        /// `nil` while the keychain is locked.
        let details: Details?
    }

    private var items: [Int: Item] = [:]
    private var numbers: [String: Int] = [:]
    private var holders: [UInt64: Holders] = [:]
    private var next = 0

    /// The number of items.
    var count: Int { items.count }

    /// All items, in the order in which they were stored.
    var all: [Item] { items.sorted { $0.key < $1.key }.map(\.value) }

    subscript(name: String) -> Item? { numbers[name].flatMap { items[$0] } }

    /// Puts an item in the place of the one with its name, or at the end.
    mutating func put(_ item: Item) {
        let number = numbers[item.name] ?? next
        if let old = items[number] {
            forget(old.tokens, of: number)
        } else {
            next += 1
        }
        numbers[item.name] = number
        items[number] = item
        for token in item.tokens { holders[token, default: .none].insert(number) }
    }

    mutating func remove(_ name: String) {
        guard let number = numbers.removeValue(forKey: name),
            let item = items.removeValue(forKey: number)
        else { return }
        forget(item.tokens, of: number)
    }

    /// The items that have all these attributes, in the order in which they were stored.
    ///
    /// - Parameters:
    ///   - wanted: The attributes.
    ///   - tokens: Their tokens. One is short, and items with other attributes can have it too: those are
    ///     left out, except while the keychain is locked, when this is unknown.
    /// - Returns: The items.
    func having(_ wanted: SearchAttributes, _ tokens: [UInt64]) -> [Item] {
        having(tokens).filter { item in
            guard let attributes = item.details?.attributes else { return true }
            return wanted.allSatisfy { name, value in
                attributes[name].map { $0.hasSameBytes(as: value) } ?? false
            }
        }
    }

    /// The items that have all tokens, in the order in which they were stored.
    func having(_ tokens: [UInt64]) -> [Item] {
        guard !tokens.isEmpty else { return all }
        let sets = tokens.map { holders[$0] ?? .none }
        // The pair that fewest items have decides: all items of a schema share one pair.
        guard let fewest = sets.min(by: { $0.count < $1.count }) else { return [] }
        let found = fewest.numbers.filter { number in sets.allSatisfy { $0.contains(number) } }
        return found.sorted().compactMap { items[$0] }
    }

    private mutating func forget(_ tokens: [UInt64], of number: Int) {
        for token in tokens {
            holders[token]?.remove(number)
            if holders[token]?.count == 0 { holders[token] = nil }
        }
    }
}

/// The numbers of the items that have a pair.
///
/// Most pairs are of one item, and a set for each took 100 bytes of the 1,200 that an item took.
private enum Holders {
    case none
    case one(Int)
    case several(Set<Int>)

    var count: Int {
        switch self {
        case .none: 0
        case .one: 1
        case .several(let numbers): numbers.count
        }
    }

    var numbers: Set<Int> {
        switch self {
        case .none: []
        case .one(let number): [number]
        case .several(let numbers): numbers
        }
    }

    func contains(_ number: Int) -> Bool {
        switch self {
        case .none: false
        case .one(let own): own == number
        case .several(let numbers): numbers.contains(number)
        }
    }

    mutating func insert(_ number: Int) {
        switch self {
        case .none: self = .one(number)
        case .one(number): break
        case .one(let own): self = .several([own, number])
        case .several(var numbers):
            // Taken out first, so that the set is not copied.
            self = .none
            numbers.insert(number)
            self = .several(numbers)
        }
    }

    mutating func remove(_ number: Int) {
        switch self {
        case .none: break
        case .one(let own): if own == number { self = .none }
        case .several(var numbers):
            self = .none
            numbers.remove(number)
            self = .several(numbers)
        }
    }
}
