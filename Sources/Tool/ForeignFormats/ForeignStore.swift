/// The entries of a file or of another password store, with notes for the user.
package struct ForeignStore {
    package private(set) var entries: [ForeignEntry] = []
    /// The number of items that the entries become at most.
    private var count = 0
    /// The number of bytes that the details of the entries have.
    private var size = 0
    /// Notes for the user, for example about skipped attachments.
    package var remarks: [String] = []
    /// Entries and parts of entries that cannot be imported, each with its reason.
    package private(set) var omissions: [String] = []
    /// Whether entries that cannot be imported are left out; otherwise the first one is an error.
    private let isLenient: Bool

    /// Creates a store.
    ///
    /// - Parameter leavingOutBad: Whether entries that cannot be imported are left out.
    package init(leavingOutBad: Bool = false) { isLenient = leavingOutBad }

    /// Adds an entry.
    ///
    /// - Throws: ``FormatProblem`` if the entries become too many items.
    package mutating func append(_ entry: ForeignEntry) throws(FormatProblem) {
        count += 1 + entry.secrets.count + entry.passkeys.count + entry.losses.count
        guard count <= FormatLimits.entries else {
            throw FormatProblem("the file has more entries and fields than \(FormatLimits.entries)")
        }
        // A file has the name of a section once, but each of its fields repeats it.
        for detail in entry.details { size += detail.name.utf8.count + detail.value.utf8.count }
        size += entry.sizeOfFiling
        guard size <= FormatLimits.text else {
            throw FormatProblem(
                "the details of the entries have more than \(FormatLimits.text >> 20) megabytes"
            )
        }
        entries.append(entry)
    }

    /// Adds the entry that a parser reads.
    ///
    /// - Parameters:
    ///   - place: The place of the entry, such as "line 3".
    ///   - title: Its title, if it is known.
    ///   - read: Reads the entry.
    /// - Throws: ``FormatProblem`` with place and title, unless such entries are left out.
    package mutating func append(
        at place: String,
        titled title: String = "",
        _ read: () throws(FormatProblem) -> ForeignEntry
    ) throws(FormatProblem) {
        let entry: ForeignEntry
        do throws(FormatProblem) {
            entry = try read()
            // All formats have addresses, and a wrong port would be lost.
            _ = try ForeignAddress(entry.address)
        } catch {
            return try omit(error.of(place, titled: title))
        }
        try append(entry)
        omissions += entry.losses.map { FormatProblem($0).of(place, titled: title).problem }
    }

    /// Leaves out an entry that cannot be imported.
    ///
    /// - Throws: The problem, unless such entries are left out.
    package mutating func omit(_ problem: FormatProblem) throws(FormatProblem) {
        guard isLenient else { throw problem }
        omissions.append(problem.problem)
    }
}
