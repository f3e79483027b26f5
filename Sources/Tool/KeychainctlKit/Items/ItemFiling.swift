@_spi(Keepers) internal import PortableKeychain
internal import SafeText

/// The lines of an item's comment about its place among others: its folder, its tags, and further
/// addresses.
///
/// Items have no attributes for these, and other keychains' programs show a comment: so it travels
/// with every copy. The lines are `Folder: Work/Servers`, `Tags: admin, shared` and
/// `URL: https://example.com`; an import writes them, and a user changes them in the comment. Of
/// several lines, the last one says the folder, because notes come before it.
package struct ItemFiling: Equatable, Sendable {
    /// The names of folders with slashes between them; empty for none.
    package var folder = ""
    package var tags: [String] = []
    /// The addresses beside the one in the item's attributes.
    package private(set) var addresses: [String] = []

    private static let marks = (folder: "Folder: ", tags: "Tags: ", address: "URL: ")

    package init(folder: String = "", tags: [String] = []) {
        (self.folder, self.tags) = (folder, tags)
    }

    /// Reads the lines of a comment; other lines are passed over.
    package init(comment: String) {
        for line in comment.split(whereSeparator: \.isNewline) {
            if let path = Self.value(of: line, Self.marks.folder) {
                folder = path.split(separator: "/").joined(separator: "/")
            } else if let list = Self.value(of: line, Self.marks.tags) {
                let names = list.split(separator: ",").map(Self.trimmed).filter { !$0.isEmpty }
                tags += names.filter { !tags.contains($0) }
            } else if let address = Self.value(of: line, Self.marks.address) {
                addresses.append(address)
            }
        }
    }

    /// The lines that say folder and tags.
    package var lines: [String] {
        (folder.isEmpty ? [] : [Self.marks.folder + folder])
            + (tags.isEmpty ? [] : [Self.marks.tags + tags.joined(separator: ", ")])
    }

    /// Whether nothing is said.
    var isEmpty: Bool { folder.isEmpty && tags.isEmpty && addresses.isEmpty }

    /// Whether the item is in a folder, or in one below it, and has all of some tags.
    ///
    /// - Parameters:
    ///   - wanted: The folder, ignoring case; `nil` for any.
    ///   - wantedTags: The tags, ignoring case.
    /// - Returns: Whether it is.
    package func isIn(folder wanted: String?, tags wantedTags: [String]) -> Bool {
        if let wanted {
            let path = folder.lowercased().split(separator: "/")
            guard path.starts(with: wanted.lowercased().split(separator: "/")) else {
                return false
            }
        }
        let present = Set(tags.map { $0.lowercased() })
        return wantedTags.allSatisfy { present.contains($0.lowercased()) }
    }

    /// The choice of items by their folder and tags.
    package struct Choice: Equatable, Sendable {
        let folder: String?
        let tags: [String]

        /// Makes a choice; without a folder and tags, of all items.
        package init(folder: String? = nil, tags: [String] = []) {
            (self.folder, self.tags) = (folder, tags)
        }

        /// The items that are chosen.
        package func of(_ items: [ListedItem]) -> [ListedItem] {
            guard folder != nil || !tags.isEmpty else { return items }
            return items.filter { $0.filing.isIn(folder: folder, tags: tags) }
        }
    }

    /// Names and values for people.
    var values: [(String, String)] {
        [("folder", folder), ("tags", tags.joined(separator: ", "))].filter { !$0.1.isEmpty }
    }

    /// Names and values for programs.
    var json: [(String, JSON)] {
        (folder.isEmpty ? [] : [("folder", .string(folder))])
            + [("tags", tags), ("addresses", addresses)].filter { !$0.1.isEmpty }
            .map { ($0.0, .array($0.1.map(JSON.string))) }
    }

    private static func value(of line: Substring, _ mark: String) -> String? {
        guard line.hasPrefix(mark) else { return nil }
        let value = trimmed(line.dropFirst(mark.count))
        return value.isEmpty ? nil : value
    }

    private static func trimmed(_ text: Substring) -> String {
        let start = text.drop(while: \.isWhitespace)
        return String(start.reversed().drop(while: \.isWhitespace).reversed())
    }
}

extension ListedItem {
    /// The comment's lines about the item's place among others.
    package var filing: ItemFiling { ItemFiling(comment: text(.comment)) }
}
