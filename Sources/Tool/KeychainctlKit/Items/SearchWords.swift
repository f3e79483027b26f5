internal import PortableKeychain

/// The words of a search in the attributes of items.
package struct SearchWords: Hashable, Sendable {
    /// The words in lower case.
    let words: [String]
    /// The same words; `nil` for those that are not ASCII.
    private let quickWords: [SearchWord?]

    /// Splits a text at spaces.
    package init(_ text: String) {
        words = text.lowercased().split(separator: " ").map(String.init)
        quickWords = words.map { SearchWord($0) }
    }

    /// Whether each word occurs in some attribute, ignoring case; without words, all items match.
    package func match(_ item: ListedItem) -> Bool {
        guard !words.isEmpty else { return true }
        guard item.isPassword else { return matchesTexts(of: item) }
        let attributes = item.attributes.encoded?.all ?? item.attributes
        var isKnown = true
        for (word, quick) in zip(words, quickWords) {
            guard let quick, !item.className.contains(word) else {
                if quick == nil { isKnown = false }
                continue
            }
            var answer = quick.isIn(attributes)
            // The name has the whole place, or else the label, which is an attribute.
            if answer == false, quick.canJoin { answer = quick.isIn(item.name) }
            switch answer {
            case false?: return false
            case nil: isKnown = false
            case true?: break
            }
        }
        return isKnown || matchesTexts(of: item)
    }

    /// Whether each word occurs in a text about the item.
    func matchesTexts(of item: ListedItem) -> Bool {
        let texts = ([item.className, item.name] + item.row + item.values.map(\.1))
            .map { $0.lowercased() }
        return words.allSatisfy { word in texts.contains { $0.contains(word) } }
    }

    /// The items that match; if none does, those that match loosely.
    ///
    /// Loosely, each word must be near some word of an attribute: it has its letters in their order
    /// and begins as it does (`gthb` for `github`), or is its beginning with a mistake (`gihtu`).
    /// Words of one or two letters have no mistakes.
    package func find(in items: [ListedItem]) -> [ListedItem] {
        SearchIndex(items).find(self)?.items ?? []
    }

    /// Whether a word of a search is near a word of an attribute.
    static func isNear(_ word: String, _ token: String) -> Bool {
        guard word.count > 2, word.first == token.first || word.count > 3 else { return false }
        if word.first == token.first, hasInOrder(token, word) { return true }
        return (word.count - 1...word.count + 1).contains { count in
            NearestWord.isNear(word, String(token.prefix(count)))
        }
    }

    /// Whether a text has the letters of a word in their order.
    private static func hasInOrder(_ text: String, _ word: String) -> Bool {
        var rest = word[...]
        for letter in text where letter == rest.first { rest = rest.dropFirst() }
        return rest.isEmpty
    }
}
