internal import Synchronization

/// Copies of sealed rows that a connection read lately, and tokens that no row has, valid until
/// anything is committed.
///
/// Programs read the same few secrets again and again. A kept row costs a comparison instead of a
/// search in SQLite. It is as the file has it: sealed, and opened again for each request, so a lock
/// needs to do nothing here. A class, because it belongs to its connection; only that connection's
/// thread uses it.
final class KeptRows {
    private struct Answer {
        /// Unlike that of any other answer in this process.
        let number: UInt64
        let query: RowQuery
        /// All rows that match.
        let rows: [SealedRow]
        let epoch: Int64
    }

    private var mark: LogMark?
    private var answers: [Answer?] = []
    /// The tokens of the query that was searched last, for each place.
    private var searched = [Int64](repeating: 0, count: places)
    /// A second token for each place, and whether no row has it.
    private var absences: [(token: Int64, isAbsent: Bool)?] = []
    /// The second token, for each place, of the last search that found nothing.
    private var missed = [Int64](repeating: 0, count: absencePlaces)

    /// Whether answers to a query can be kept: only to those that name an item.
    static func suits(_ query: RowQuery) -> Bool {
        query.first != nil && query.second != nil && query.wantsSecret
    }

    /// Whether the answer to a query that is searched now should be kept: from its second search
    /// on, because copies of rows that are read only once would be in vain.
    func wants(_ query: RowQuery) -> Bool {
        let (place, tokens) = (Self.place(query), Self.tokens(query))
        defer { searched[place] = tokens }
        return searched[place] == tokens
    }

    /// Calls a body with the kept rows of a query.
    ///
    /// - Returns: Whether there was an answer.
    func forEachRow(
        _ query: RowQuery,
        at mark: LogMark,
        _ body: (borrowing RowView) throws -> Bool
    ) rethrows -> Bool {
        guard mark == self.mark, let answer = answers[Self.place(query)], answer.query == query
        else { return false }
        let number = answer.rows.count == 1 ? answer.number : nil
        for row in answer.rows {
            guard try row.lent(epoch: answer.epoch, keptAs: number, body) else { break }
        }
        return true
    }

    /// Calls a body with the row that was lent under a number, unless it may have changed.
    func withRow(
        _ number: UInt64,
        at mark: LogMark,
        _ body: (borrowing RowView) throws -> Void
    ) rethrows {
        guard mark == self.mark, let answer = answers[Self.place(number)],
            answer.number == number, let row = answer.rows.first
        else { return }
        try row.lent(epoch: answer.epoch, keptAs: number, body)
    }

    /// Keeps all rows that match a query.
    func keep(_ rows: [SealedRow], for query: RowQuery, epoch: Int64, at mark: LogMark) {
        follow(mark)
        let place = Self.place(query)
        let count = Self.counter.add(1, ordering: .relaxed).newValue
        let number = UInt64(count) << Self.placeBits | UInt64(place)
        answers[place] = Answer(number: number, query: query, rows: rows, epoch: epoch)
    }

    /// Whether it is known that no row has a second token.
    ///
    /// Programs ask for a service that they have stored nothing for again and again, and with other
    /// accounts: one look at the index answers all of them.
    func isAbsent(_ second: Int64, at mark: LogMark) -> Bool {
        guard mark == self.mark, let known = absences[Self.absencePlace(second)] else {
            return false
        }
        return known.token == second && known.isAbsent
    }

    /// Whether to find out if no row has a second token, after a search for it found nothing: at the
    /// second such search, because most are not repeated, and once until something is committed.
    func wantsAbsence(of second: Int64, at mark: LogMark) -> Bool {
        let place = Self.absencePlace(second)
        if mark == self.mark, let known = absences[place], known.token == second { return false }
        defer { missed[place] = second }
        return missed[place] == second
    }

    /// Keeps whether no row has a second token.
    func keepAbsence(_ isAbsent: Bool, of second: Int64, at mark: LogMark) {
        follow(mark)
        absences[Self.absencePlace(second)] = (second, isAbsent)
    }

    /// Forgets the rows of another mark.
    private func follow(_ mark: LogMark) {
        guard mark != self.mark else { return }
        self.mark = mark
        answers = Array(repeating: nil, count: Self.places)
        absences = Array(repeating: nil, count: Self.absencePlaces)
    }

    /// The most rows of one answer; more than one only where several groups have such an item.
    static let rowsLimit = 2
    /// The longest row that is kept, in bytes.
    static let lengthLimit = 2048
    private static let placeBits: UInt64 = 6
    private static let places = 1 << placeBits
    /// More than for rows, because a token takes less memory.
    private static let absencePlaces = 256
    private static let counter = Atomic(0)

    /// Tokens are pseudorandom, so their bits choose the place.
    private static func place(_ query: RowQuery) -> Int {
        Int(truncatingIfNeeded: tokens(query)) & (places - 1)
    }

    private static func absencePlace(_ second: Int64) -> Int {
        Int(truncatingIfNeeded: second) & (absencePlaces - 1)
    }

    private static func tokens(_ query: RowQuery) -> Int64 {
        (query.first ?? 0) ^ (query.second ?? 0)
    }

    private static func place(_ number: UInt64) -> Int {
        Int(truncatingIfNeeded: number) & (places - 1)
    }
}
