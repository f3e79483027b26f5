internal import KeychainctlKit

/// The parts of a comment that an import wrote: notes, then lines for fields, folder and tags.
///
/// It is the way back of `ForeignEntry.items`: importing the parts again gives the same comment.
struct CommentParts {
    var notes = ""
    var details: [(name: String, value: String)] = []
    var filing = ItemFiling()

    /// Takes nothing apart: all of a comment is notes.
    init(notes: String) { self.notes = notes }

    /// Takes a comment apart; one that no import wrote so is notes.
    init(_ comment: String) {
        let mark = comment.ranges(of: "\n\n").last
        let block = mark.map { comment[$0.upperBound...] } ?? comment[...]
        var lines = block.split(separator: "\n", omittingEmptySubsequences: false)
        let filing = ItemFiling(comment: String(block))
        // Its folder and tags are the last lines, as they are written.
        let ends = Self.lines(filing.folder, filing.tags)
        notes = comment
        guard lines.count >= ends.count,
            zip(lines.suffix(ends.count), ends).allSatisfy({ $0 == $1 })
        else { return }
        lines.removeLast(ends.count)
        var details: [(String, String)] = []
        for line in lines {
            guard let colon = line.firstRange(of: ": "), colon.lowerBound > line.startIndex,
                colon.upperBound < line.endIndex
            else { return }
            details.append((String(line[..<colon.lowerBound]), String(line[colon.upperBound...])))
        }
        // Nothing before an empty line is not what an import writes.
        if let mark, mark.lowerBound == comment.startIndex { return }
        notes = mark.map { String(comment[..<$0.lowerBound]) } ?? ""
        self.details = details
        self.filing = ItemFiling(folder: filing.folder, tags: filing.tags)
    }

    private static func lines(_ folder: String, _ tags: [String]) -> [String] {
        ItemFiling(folder: folder, tags: tags).lines
    }

    /// Takes the addresses that come first, as an import writes them.
    mutating func takeAddresses() -> [String] {
        let addresses = details.prefix { $0.name == "URL" }.map(\.value)
        details.removeFirst(addresses.count)
        return addresses
    }
}
