/// The discussion of a command, in its parts.
struct Discussion: Equatable {
    /// A heading in capitals, and the lines below it, which are laid out already.
    struct Section: Equatable {
        let title: String
        var lines: [String]
    }

    private(set) var paragraphs: [String] = []
    private(set) var sections: [Section] = []

    /// Reads a discussion: paragraphs with empty lines between them, then sections.
    init(_ text: String) {
        // A paragraph continues until an empty line or a title.
        var isOpen = false
        for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
            if line.isEmpty {
                isOpen = false
            } else if Self.isTitle(line) {
                isOpen = false
                sections.append(Section(title: String(line), lines: []))
            } else if line.hasPrefix("  "), !sections.isEmpty {
                sections[sections.count - 1].lines.append(String(line))
            } else if isOpen {
                paragraphs[paragraphs.count - 1] += " " + line
            } else {
                paragraphs.append(String(line))
                isOpen = true
            }
        }
    }

    private static func isTitle(_ line: Substring) -> Bool {
        !line.hasPrefix(" ") && line == line.uppercased() && line.contains(where: \.isLetter)
    }
}
