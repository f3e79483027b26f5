/// The words of a search in the attributes of items.
package struct SearchWords: Hashable, Sendable {
    /// The words in lower case.
    private let words: [String]

    /// Splits a text at spaces.
    package init(_ text: String) {
        words = text.lowercased().split(separator: " ").map(String.init)
    }

    /// Whether each word occurs in some attribute, ignoring case; without words, all items match.
    package func match(_ item: ListedItem) -> Bool {
        guard !words.isEmpty else { return true }
        let texts = ([item.className] + item.row + item.values.map(\.1)).map { $0.lowercased() }
        return words.allSatisfy { word in texts.contains { $0.contains(word) } }
    }
}
