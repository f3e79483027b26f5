internal import SealedStore
internal import Synchronization

/// A memory of what requests for one secret found lately, so that the same request need not search
/// again.
///
/// Programs read the same few secrets, and ask for the same missing ones, again and again. This is
/// the only cache of reads. An answer holds until any process commits something, which the mark of
/// the store shows. It keeps sealed rows and the names in requests; the secret is opened again for
/// each read. It belongs to one ``KeySet``, and a lock or an unlock replaces that. Bounded, and a
/// class, because all requests with the same keys share it.
final class ReadCache: Sendable {
    /// The parts of a request that decide what a read of one secret finds.
    ///
    /// A class, because a search passes it on several times.
    final class Request: Sendable {
        let itemClass: ItemClass
        fileprivate let attributes: ItemAttributes
        fileprivate let groups: AccessGroups
        /// The most items that the request reads, 1 or 2: the first of two is not the only one.
        fileprivate let limit: Int
        /// The name without which no item answers the request; `nil` if its absence is not enough to
        /// answer it.
        fileprivate let name: Name?
        /// Equal for equal requests.
        fileprivate let hash: UInt64

        /// Makes a key of the cache.
        ///
        /// - Parameters:
        ///   - itemClass: The class of the request.
        ///   - attributes: The attributes of the request.
        ///   - groups: The groups of the caller.
        ///   - limit: The most items that the request reads.
        ///   - lookups: The first two attributes with tokens, if a request with texts for these alone
        ///     cannot be refused, and their class.
        init(
            itemClass: ItemClass,
            attributes: ItemAttributes,
            groups: AccessGroups,
            limit: Int,
            lookups: (first: AttributeKey, second: AttributeKey, itemClass: ClassCode)?
        ) {
            self.itemClass = itemClass
            self.attributes = attributes
            self.groups = groups
            self.limit = limit
            var hash: UInt64 = 0
            var name: Name?
            var isNamed = lookups != nil
            for (key, value) in attributes {
                guard case .string(let text) = value else {
                    isNamed = false
                    continue
                }
                let textHash = ReadCache.hash(text)
                hash = hash &* 31 &+ textHash
                guard isNamed, let lookups else { continue }
                if key == lookups.second {
                    name = Name(text: text, hash: textHash, key: key, itemClass: lookups.itemClass)
                } else if key != lookups.first {
                    isNamed = false
                }
            }
            self.hash = hash
            self.name = isNamed ? name : nil
        }

        /// Whether an answer to another request answers this one; compares what differs most often
        /// first.
        fileprivate func isSame(as other: Request) -> Bool {
            hash == other.hash && itemClass == other.itemClass && limit == other.limit
                && attributes == other.attributes && groups == other.groups
        }
    }

    /// The service or server of passwords, which has the second token of a row.
    struct Name: Equatable {
        let text: String
        let hash: UInt64
        let key: AttributeKey
        let itemClass: ClassCode

        /// Compares bytes, as tokens do: texts that differ in their Unicode form are two names.
        static func == (left: Self, right: Self) -> Bool {
            left.hash == right.hash && left.key == right.key && left.itemClass == right.itemClass
                && left.text.hasSameBytes(as: right.text)
        }
    }

    /// The part of a search's result that answers the next request of its kind.
    struct Recording {
        fileprivate let request: Request
        fileprivate let keys: KeySet
        /// The mark before the search; `nil` if nothing is to be kept.
        fileprivate let mark: StoreMark?
        /// The parts that are wanted of the search.
        fileprivate let wanted: Wanted
        fileprivate var found: Found?

        fileprivate init(_ request: Request, _ keys: KeySet, _ mark: StoreMark?, _ wanted: Wanted) {
            self.request = request
            self.keys = keys
            self.mark = mark
            self.wanted = wanted
        }

        /// Notes an item whose attributes were opened, match the request, and demand no proof.
        ///
        /// - Parameters:
        ///   - row: The row of the item, with its secret.
        ///   - tag: The tag of the secret's box, which the opened attributes contain.
        mutating func note(_ row: LentRow, secretTag tag: UnsafeRawBufferPointer?) {
            guard wanted.row, let mark, let tag, row.view.length <= ReadCache.lengthLimit
            else { return }
            found = Found(request, mark, row.view.copy(), Array(tag))
        }
    }

    /// The facts that are worth finding out by a search.
    ///
    /// A row is copied from the second time on that a request is asked, because copies of rows that
    /// are read once would be in vain; absence is looked up after the second search for a name that
    /// finds nothing.
    fileprivate struct Wanted {
        var row: Bool
        var absence: Bool
    }

    /// A row that answered a request.
    fileprivate final class Found: Sendable {
        let request: Request
        let mark: StoreMark
        let row: SealedRow
        /// The tag of its secret's box, which its attributes contain.
        let tag: [UInt8]

        init(_ request: Request, _ mark: StoreMark, _ row: SealedRow, _ tag: [UInt8]) {
            self.request = request
            self.mark = mark
            self.row = row
            self.tag = tag
        }
    }

    /// A fact about a name at a mark.
    fileprivate struct Named {
        let name: Name
        let mark: StoreMark
        /// Whether no row has it.
        let isAbsent: Bool
    }

    private struct State {
        var found = [Found?](repeating: nil, count: ReadCache.places)
        var named = [Named?](repeating: nil, count: ReadCache.places)
        /// The hash of the request that was asked last, for each place.
        var asked = [UInt64](repeating: 0, count: ReadCache.places)
        /// The hash of the name that was missed last, for each place.
        var missed = [UInt64](repeating: 0, count: ReadCache.places)
    }

    private let state = Mutex(State())

    /// Whether reads are kept; without it, each request searches.
    static let isUsed = true
    /// The longest row that is kept, in bytes of its boxes.
    static let lengthLimit = 2048
    static let places = 64

    /// The facts known of a request at some mark, and those that are worth finding out.
    fileprivate func look(_ request: Request) -> (found: Found?, named: Named?, wanted: Wanted) {
        let place = Self.place(request.hash)
        return state.withLock { state in
            if let found = state.found[place], found.request.isSame(as: request) {
                return (found, nil, Wanted(row: true, absence: false))
            }
            var wanted = Wanted(row: state.asked[place] == request.hash, absence: false)
            state.asked[place] = request.hash
            guard let name = request.name else { return (nil, nil, wanted) }
            let namePlace = Self.place(name.hash)
            if let named = state.named[namePlace], named.name == name {
                wanted.absence = true
                return (nil, named, wanted)
            }
            wanted.absence = state.missed[namePlace] == name.hash
            return (nil, nil, wanted)
        }
    }

    fileprivate func keep(_ found: Found) {
        state.withLock { $0.found[Self.place(found.request.hash)] = found }
    }

    fileprivate func keep(_ named: Named) {
        state.withLock { $0.named[Self.place(named.name.hash)] = named }
    }

    /// Notes that a search for a name found nothing.
    fileprivate func noteMiss(of name: Name) {
        state.withLock { $0.missed[Self.place(name.hash)] = name.hash }
    }

    private static func place(_ hash: UInt64) -> Int {
        Int(truncatingIfNeeded: hash) & (places - 1)
    }

    /// A text that is not stored in one piece counts as an empty one.
    private static func hash(_ text: String) -> UInt64 {
        text.utf8.withContiguousStorageIfAvailable { UnsafeRawBufferPointer($0).quickHash } ?? 0
    }
}

/// The answer to a read without a search.
enum CachedRead {
    /// The secret of the item that answered the same request before; nothing has changed since.
    case found(SecretBytes)
    /// No item has the name of the request.
    case absent
    /// The request has to search, and to pass the recording on to ``Vault/keep(_:found:)``.
    case unknown(ReadCache.Recording)
}

extension Vault {
    /// The answer to a request, if nothing was committed since it was found.
    func cached(_ request: ReadCache.Request) throws(KeychainError) -> CachedRead {
        let keys = try currentKeys()
        var (found, named, wanted) = keys.reads.look(request)
        let mark = wanted.row || wanted.absence ? try Self.translating { try store.mark() } : nil
        if let mark {
            if let found, found.mark == mark, let secret = try Self.secret(of: found, keys) {
                return .found(secret)
            }
            if let named, named.mark == mark {
                if named.isAbsent { return .absent }
                wanted.absence = false
            }
        }
        return .unknown(ReadCache.Recording(request, keys, mark, wanted))
    }

    private static func secret(
        of found: ReadCache.Found,
        _ keys: KeySet
    ) throws(KeychainError) -> SecretBytes? {
        var secret: SecretBytes?
        try translating {
            try found.row.lent(epoch: keys.epoch) { view in
                let row = LentRow(view: copy view, keys: keys)
                guard case .open(let classKeys) = try row.availability() else { return }
                secret = try found.tag.withUnsafeBytes { tag in
                    try row.secret(with: classKeys, tag: tag)
                }
            }
        }
        return secret
    }

    /// Keeps what a search has found.
    ///
    /// It is kept with the mark before the search: if anything was committed since, it answers
    /// nothing.
    ///
    /// - Parameters:
    ///   - recording: The recording of ``cached(_:)``.
    ///   - count: The number of items that the search found; for 0, the absence was confirmed
    ///     (``confirmAbsence()``).
    /// - Throws: The error of the store.
    func keep(_ recording: ReadCache.Recording, found count: Int) throws(KeychainError) {
        let reads = recording.keys.reads
        if count == 1, let found = recording.found {
            reads.keep(found)
        } else if count == 0, let name = recording.request.name {
            guard let mark = recording.mark, recording.wanted.absence else {
                return reads.noteMiss(of: name)
            }
            // One look at the index answers requests with other accounts too.
            let token = recording.keys.tokens.attribute(
                name.key,
                in: name.itemClass,
                value: Array(name.text.utf8)
            )
            let isAbsent = try Self.translating { try !store.hasRow(second: token) }
            reads.keep(ReadCache.Named(name: name, mark: mark, isAbsent: isAbsent))
        }
    }
}
