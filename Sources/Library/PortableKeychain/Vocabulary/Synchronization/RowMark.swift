/// The identity of a row that was read, and a mark that differs after each change of the row.
///
/// The second part is the tag of the row's attributes, which also contain the tag of its payload. So
/// a row with the same mark is the same, and nothing has to be opened to know that.
package struct RowMark: Hashable, Sendable {
    fileprivate let row: Int64
    private let high: UInt64
    private let low: UInt64

    /// Makes a mark.
    ///
    /// - Parameters:
    ///   - row: The number of the row.
    ///   - tag: The two halves of the mark that changes with the row.
    package init(row: Int64, tag: (UInt64, UInt64)) {
        self.row = row
        (high, low) = tag
    }
}

/// Marks of rows, at most one of each row.
///
/// They are found by the numbers of the rows, because hashing the tags of 100,000 rows takes longer than
/// reading them.
package struct RowMarks: Sendable, ExpressibleByArrayLiteral {
    private var marks: [Int64: RowMark] = [:]

    /// Makes a set of marks; of two of one row, it has the last.
    package init(_ marks: some Sequence<RowMark>) { for mark in marks { insert(mark) } }

    package init(arrayLiteral marks: RowMark...) { self.init(marks) }

    package func contains(_ mark: RowMark) -> Bool { marks[mark.row] == mark }

    /// Adds the mark of a row, in place of another one of the row.
    package mutating func insert(_ mark: RowMark) { marks[mark.row] = mark }

    /// Removes a mark; another one of its row stays.
    package mutating func remove(_ mark: RowMark) {
        if contains(mark) { marks[mark.row] = nil }
    }

    /// These marks and others, which replace those of the same rows.
    package func union(_ others: RowMarks) -> RowMarks {
        guard !others.marks.isEmpty else { return self }
        var all = self
        for mark in others.marks.values { all.insert(mark) }
        return all
    }

    /// A reading of rows that compares each with its mark.
    package struct Reading {
        private let marks: [Int64: RowMark]
        private var met: [Int64] = []
        private var changed: [RowMark] = []

        /// Starts to compare rows, of which each is read at most once.
        package init(_ marks: RowMarks) { self.marks = marks.marks }

        /// Whether a row is as it was.
        package mutating func isKnown(_ mark: RowMark) -> Bool {
            guard let before = marks[mark.row] else { return false }
            met.append(mark.row)
            guard before != mark else { return true }
            changed.append(before)
            return false
        }

        /// The marks of rows that are not as they were, or were not read.
        package var missing: [RowMark] {
            guard met.count < marks.count else { return changed }
            var rest = marks
            for row in met { rest[row] = nil }
            return changed + rest.values
        }
    }
}
