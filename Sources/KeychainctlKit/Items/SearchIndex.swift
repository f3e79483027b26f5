internal import KeychainLibC
internal import Synchronization

/// The attributes of items, prepared for searches that follow each other as a person types.
package final class SearchIndex: Sendable {
    /// The items that a list shows, and the columns of ``ListedItem/cells`` that say something about them.
    package struct Found: Sendable {
        package let items: [ListedItem]
        package let columns: [Int]

        /// Makes the list of all items.
        package init(_ items: [ListedItem]) { self.init(items, items.map(\.cells)) }

        init(_ items: [ListedItem], _ rows: [[String]]) {
            self.items = items
            columns = ListedItem.columns(of: rows)
        }
    }

    private let items: [ListedItem]
    private let rows: [[String]]
    /// The text of all items in lower case, one after the other, with ``separator`` after each attribute,
    /// and a zero at the end for strstr(3).
    private let text: [UInt8]
    /// Where the text of each item ends.
    private let ends: [Int]
    /// The items whose letters may be spelled in several ways (UAX #15), so that bytes do not tell
    /// whether they are the same.
    private let composed: [Int]
    /// The words, which only loose searches need.
    private let words = Mutex<SearchVocabulary?>(nil)

    /// Prepares items.
    package init(_ items: [ListedItem]) {
        self.items = items
        rows = items.map(\.cells)
        var (text, ends, composed) = ([UInt8](), [Int](), [Int]())
        ends.reserveCapacity(items.count)
        for (place, item) in items.enumerated() {
            let start = text.count
            // The rest of its row is among its values.
            for value in [item.className, item.name, rows[place][1]] + item.values.map(\.1) {
                text.append(contentsOf: Self.searchable(value.lowercased()))
                text.append(Self.separator)
            }
            ends.append(text.count)
            if Self.isComposed(text[start...]) { composed.append(place) }
        }
        text.append(0)
        (self.text, self.ends, self.composed) = (text, ends, composed)
    }

    /// Finds items.
    ///
    /// - Parameters:
    ///   - search: The words.
    ///   - isWanted: Whether somebody still waits for the answer; asked often.
    /// - Returns: The items that contain all words, or if none does, those that match loosely; `nil` if
    ///   nobody waits any more.
    package func find(_ search: SearchWords, isWanted: () -> Bool = { true }) -> Found? {
        guard !search.words.isEmpty else { return Found(items, rows) }
        var contains: [[Bool]] = []
        for word in search.words {
            guard isWanted() else { return nil }
            contains.append(marks(word))
        }
        let exact = Self.common(contains)
        guard exact.isEmpty else { return found(exact) }
        let vocabulary = words.withLock { words in
            if words == nil { words = SearchVocabulary(text, ends, isWanted) }
            return words
        }
        guard let vocabulary else { return nil }
        for (place, word) in search.words.enumerated() {
            guard isWanted() else { return nil }
            vocabulary.mark(&contains[place], near: word)
        }
        return found(Self.common(contains))
    }

    private func found(_ places: [Int]) -> Found {
        Found(places.map { items[$0] }, places.map { rows[$0] })
    }

    /// The places that are marked for all words.
    private static func common(_ marks: [[Bool]]) -> [Int] {
        guard let first = marks.first else { return [] }
        return first.indices.filter { place in marks.allSatisfy { $0[place] } }
    }

    /// Marks the items in whose text a word occurs.
    private func marks(_ word: String) -> [Bool] {
        var marks = [Bool](repeating: false, count: items.count)
        let bytes = Self.searchable(word)
        let terminated = bytes + [0]
        text.withUnsafeBytes { text in
            var (next, place) = (0, 0)
            while let start = Self.place(of: terminated, in: text, from: next) {
                while ends[place] <= start { place += 1 }
                marks[place] = true
                // Once is enough.
                next = ends[place]
            }
        }
        for place in Self.isComposed(bytes[...]) ? Array(items.indices) : composed
        where !marks[place] {
            let range = (place == 0 ? 0 : ends[place - 1])..<ends[place]
            marks[place] = String(decoding: text[range], as: UTF8.self).contains(word)
        }
        return marks
    }

    private static func place(
        of word: [UInt8],
        in text: UnsafeRawBufferPointer,
        from start: Int
    ) -> Int? {
        let text = text.assumingMemoryBound(to: CChar.self)
        return word.withUnsafeBytes { word in
            guard let base = text.baseAddress, let word = word.baseAddress,
                let found = strstr(base + start, word.assumingMemoryBound(to: CChar.self))
            else { return nil }
            return UnsafePointer(found) - base
        }
    }

    private static let separator: UInt8 = 1

    /// The bytes of a text, with a separator for each zero.
    private static func searchable(_ text: String) -> [UInt8] {
        text.utf8.map { $0 == 0 ? separator : $0 }
    }

    /// Whether a text has marks that combine, or letters of which Hangul syllables are composed.
    private static func isComposed(_ text: ArraySlice<UInt8>) -> Bool {
        guard text.contains(where: { $0 >= 0x80 }) else { return false }
        return String(decoding: text, as: UTF8.self).unicodeScalars.contains { scalar in
            scalar.properties.generalCategory == .nonspacingMark
                || (0x1100...0x11FF).contains(scalar.value)
        }
    }
}
