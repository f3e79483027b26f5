/// The user's choices about the entries of an import.
package struct ReadingRules: Sendable {
    /// Whether texts are accepted that spreadsheets would run.
    package var allowsFormulas = false
    /// Whether entries that cannot be imported are left out; otherwise the first one is an error.
    package var leavesOutBad = false
    /// The meanings of columns of a CSV that no program is known to write, by their names.
    package var columns: [(name: String, role: CSVRole)] = []

    package init() {}
}
