/// The identity of a row that was read, and a mark that differs after each change of the row.
///
/// The second part is the tag of the row's attributes, which also contain the tag of its payload. So
/// a row with the same mark is the same, and nothing has to be opened to know that.
package struct RowMark: Hashable, Sendable {
    private let row: Int64
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
