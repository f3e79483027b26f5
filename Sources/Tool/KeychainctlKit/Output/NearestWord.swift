/// Finds the word that the user probably meant by a mistyped one.
package enum NearestWord {
    /// The nearest of some words; `nil` if none is near enough, or the word itself is one of them.
    package static func of(_ word: String, among words: [String]) -> String? {
        guard !words.contains(word) else { return nil }
        let near = words.filter { isNear(word, $0) }
        return near.min { distance(word, $0) < distance(word, $1) }
            // A word that was only begun, or has a hyphen too few.
            ?? words.filter { !word.isEmpty && $0.hasPrefix(word) }.min { $0.count < $1.count }
    }

    /// Whether one word can be a mistyped other one: one mistake in up to five letters, two in more.
    package static func isNear(_ word: String, _ other: String) -> Bool {
        let allowed = mistakes(word.count)
        guard allowed > 0, abs(word.count - other.count) <= allowed else { return false }
        return distance(word, other) <= allowed
    }

    /// The number of mistakes that a word of a length can have.
    static func mistakes(_ count: Int) -> Int { count < 3 ? 0 : count < 6 ? 1 : 2 }

    /// The fewest letters that must be inserted, removed, replaced, or swapped with their neighbour.
    static func distance(_ word: String, _ other: String) -> Int {
        let (word, other) = (Array(word), Array(other))
        var before: [Int] = []
        var row = Array(0...other.count)
        for place in word.indices {
            var next = [place + 1]
            for column in other.indices {
                let isSame = word[place] == other[column]
                var best = min(
                    row[column] + (isSame ? 0 : 1),
                    row[column + 1] + 1,
                    next[column] + 1
                )
                if place > 0, column > 0, word[place] == other[column - 1],
                    word[place - 1] == other[column]
                {
                    best = min(best, before[column - 1] + 1)
                }
                next.append(best)
            }
            (before, row) = (row, next)
        }
        return row[other.count]
    }
}
