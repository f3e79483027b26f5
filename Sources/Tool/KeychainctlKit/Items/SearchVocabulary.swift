/// The words of many items, each once, to find those that are near another one.
struct SearchVocabulary: Sendable {
    private struct Word: Sendable {
        let text: String
        let letters: UInt64
        var places: [Int]
    }

    private let words: [Word]

    /// Collects the words of a text; `nil` if the caller no longer waits.
    ///
    /// - Parameters:
    ///   - text: The text of all items, as ``SearchIndex`` has it.
    ///   - ends: The place where the text of each item ends.
    ///   - isWanted: Whether the caller still waits for it.
    init?(_ text: [UInt8], _ ends: [Int], _ isWanted: () -> Bool) {
        var places: [ArraySlice<UInt8>: [Int]] = [:]
        var start = 0
        for (place, end) in ends.enumerated() {
            guard isWanted() else { return nil }
            for part in text[start..<end].split(whereSeparator: Self.separates) {
                for word in Self.words(in: part) where places[word]?.last != place {
                    places[word, default: []].append(place)
                }
            }
            start = end
        }
        words = places.map { word, places in
            let text = String(decoding: word, as: UTF8.self)
            return Word(text: text, letters: Self.letters(text), places: places)
        }
    }

    /// The items that have a word which is near another one, as ``SearchWords`` says.
    func places(near word: String) -> Set<Int> {
        // Another letter can be several bytes, or have two spellings, and then misses nothing.
        let letters = word.utf8.allSatisfy { $0 < 0x80 } ? Self.letters(word) : 0
        let mistakes = NearestWord.mistakes(word.count)
        var places: Set<Int> = []
        for candidate in words {
            // Each letter that is missing is one mistake at least.
            let missing = (letters & ~candidate.letters).nonzeroBitCount
            guard missing <= mistakes, SearchWords.isNear(word, candidate.text) else { continue }
            places.formUnion(candidate.places)
        }
        return places
    }

    /// Whether a byte is between words; those of letters outside ASCII are not.
    private static func separates(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"): false
        default: byte < 0x80
        }
    }

    /// The words in a part without separators of ASCII.
    private static func words(in part: ArraySlice<UInt8>) -> [ArraySlice<UInt8>] {
        guard part.contains(where: { $0 >= 0x80 }) else { return [part] }
        return String(decoding: part, as: UTF8.self).split { !$0.isLetter && !$0.isNumber }
            .map { Array($0.utf8)[...] }
    }

    /// A bit for each letter that occurs; several letters can have the same bit.
    private static func letters(_ text: String) -> UInt64 {
        text.utf8.reduce(0) { $0 | 1 << UInt64($1 & 63) }
    }
}
