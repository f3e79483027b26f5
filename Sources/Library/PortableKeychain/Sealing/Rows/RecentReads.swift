internal import SealedStore
internal import Synchronization

/// A memory of the stored rows that answered recent requests, so that the same request need not
/// search again.
///
/// It holds no plaintext of an item: only the names in requests, and the place of the sealed row.
/// The payload is opened again each time. It belongs to one ``KeySet``, and a lock or an unlock
/// replaces that. Bounded, and a class, because all requests with the same keys share it.
final class RecentReads: Sendable {
    /// The parts of a request that decide which item a read finds.
    struct Request: Equatable {
        let itemClass: ItemClass
        let attributes: ItemAttributes
        let groups: AccessGroups
    }

    /// An item whose attributes were opened, match the request, and demand no proof.
    struct Found {
        /// The row's number among the kept ones (`RowView.keptAs`), which no other bytes get.
        let row: UInt64
        /// The tag of its payload's box, which its attributes contain.
        let tag: [UInt8]
    }

    private let entries = Mutex(
        [(request: Request, found: Found)?](repeating: nil, count: RecentReads.places)
    )

    func find(_ request: Request) -> Found? {
        let place = Self.place(request)
        return entries.withLock { entries in
            guard let entry = entries[place], entry.request == request else { return nil }
            return entry.found
        }
    }

    func keep(_ found: Found, for request: Request) {
        let place = Self.place(request)
        entries.withLock { $0[place] = (request, found) }
    }

    /// A mark for each place of a text, whether a search for such a text found nothing lately.
    ///
    /// Only a hint, so that other reads do not ask the store.
    private let misses = Atomic<UInt64>(0)

    /// Whether a search for a text found nothing lately; also true for some other texts.
    func mayBeAbsent(_ text: String) -> Bool {
        misses.load(ordering: .relaxed) & 1 << UInt64(Self.place(text)) != 0
    }

    /// Notes whether the store may know that a text is in no item.
    func note(absenceOf text: String, _ isPossible: Bool) {
        let bit: UInt64 = 1 << UInt64(Self.place(text))
        if isPossible {
            misses.bitwiseOr(bit, ordering: .relaxed)
        } else {
            misses.bitwiseAnd(~bit, ordering: .relaxed)
        }
    }

    private static let places = 64

    private static func place(_ request: Request) -> Int {
        var place = 0
        for (_, value) in request.attributes {
            guard case .string(let text) = value else { continue }
            place ^= Self.place(text)
        }
        return place
    }

    /// A text that is not stored in one piece counts as none.
    private static func place(_ text: String) -> Int {
        text.utf8.withContiguousStorageIfAvailable {
            UnsafeRawBufferPointer($0).place(among: places)
        } ?? 0
    }
}

extension LentRow {
    /// Remembers that this row answers a request, given the tag in its opened attributes.
    ///
    /// Only a row that is the only one with its tokens has a number, so no other answers it too.
    func keep(secretTag tag: UnsafeRawBufferPointer?, for request: RecentReads.Request) {
        guard let tag, let number = view.keptAs else { return }
        keys.recentReads.keep(.init(row: number, tag: Array(tag)), for: request)
    }
}

extension Vault {
    /// The payload of the item that answered the same request before, if nothing has changed since.
    ///
    /// - Returns: `nil` if the request has to search.
    func recall(_ request: RecentReads.Request) throws(KeychainError) -> SecretBytes? {
        let keys = try currentKeys()
        guard let found = keys.recentReads.find(request) else { return nil }
        var secret: SecretBytes?
        try Self.translating {
            try store.withKeptRow(found.row) { row in
                let lent = LentRow(view: copy row, keys: keys)
                guard row.epoch == keys.epoch, case .open(let classKeys) = try lent.availability()
                else { return }
                secret = try found.tag.withUnsafeBytes { tag in
                    try lent.secret(with: classKeys, tag: tag)
                }
            }
        }
        return secret
    }

    /// Whether the store knows that no row has a value among its second tokens.
    ///
    /// Only after ``confirmAbsence()`` has succeeded: until then, a search has to find nothing.
    func knowsAbsence(
        of text: String,
        for key: AttributeKey,
        in itemClass: ClassCode
    ) throws(KeychainError) -> Bool {
        guard hasConfirmedAbsence else { return false }
        let keys = try currentKeys()
        guard keys.recentReads.mayBeAbsent(text) else { return false }
        let token = keys.recentTokens.attribute(
            keys.tokens,
            key,
            in: itemClass,
            value: Array(text.utf8)
        )
        let epoch = try Self.translating { try store.epoch(ifAbsent: token) }
        // After a rotation, nothing has the tokens of the old keys.
        if epoch == keys.epoch { return true }
        keys.recentReads.note(absenceOf: text, false)
        return false
    }

    /// Notes that a search for a text found nothing.
    func noteAbsence(of text: String) {
        open.withLock { $0.keys.recentReads }.note(absenceOf: text, true)
    }
}
