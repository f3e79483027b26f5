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
    /// The place where the text of each item ends.
    private let ends: [Int]
    /// The items whose letters may be spelled in several ways (UAX #15), so that a comparison of
    /// bytes is not enough.
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
    ///   - isWanted: Whether the caller still waits for the answer; asked often.
    /// - Returns: The items that contain all words, or if none does, those that match loosely;
    ///   `nil` if the caller no longer waits.
    package func find(_ search: SearchWords, isWanted: () -> Bool = { true }) -> Found? {
        guard !search.words.isEmpty else { return Found(items, rows) }
        var places: [[Int]] = []
        for word in search.words {
            guard isWanted() else { return nil }
            places.append(self.places(of: word))
        }
        let exact = Self.common(places)
        guard exact.isEmpty else { return found(exact) }
        let vocabulary = words.withLock { words in
            if words == nil { words = SearchVocabulary(text, ends, isWanted) }
            return words
        }
        guard let vocabulary else { return nil }
        for (number, word) in search.words.enumerated() {
            guard isWanted() else { return nil }
            places[number] = vocabulary.places(near: word).union(places[number]).sorted()
        }
        return found(Self.common(places))
    }

    private func found(_ places: [Int]) -> Found {
        Found(places.map { items[$0] }, places.map { rows[$0] })
    }

    /// The places that all lists have, which are sorted.
    private static func common(_ lists: [[Int]]) -> [Int] {
        guard var common = lists.first else { return [] }
        for list in lists.dropFirst() {
            let others = Set(list)
            common = common.filter(others.contains)
        }
        return common
    }

    /// The items in whose text a word occurs, in order.
    private func places(of word: String) -> [Int] {
        var places: [Int] = []
        let bytes = Self.searchable(word)
        let terminated = bytes + [0]
        text.withUnsafeBytes { text in
            var (next, place) = (0, 0)
            while let start = Self.place(of: terminated, in: text, from: next) {
                while ends[place] <= start { place += 1 }
                places.append(place)
                // Once is enough.
                next = ends[place]
            }
        }
        let others = Self.isComposed(bytes[...]) ? Array(items.indices) : composed
        guard !others.isEmpty else { return places }
        let spelled = others.filter { place in
            let range = (place == 0 ? 0 : ends[place - 1])..<ends[place]
            return String(decoding: text[range], as: UTF8.self).contains(word)
        }
        return Set(places).union(spelled).sorted()
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
