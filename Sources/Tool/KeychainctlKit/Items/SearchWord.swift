@_spi(Keepers) internal import PortableKeychain

/// One word of a search of ASCII, looked for in the attributes of a password as they are stored.
///
/// Writing the texts of all attributes in lower case takes twenty times as long as reading an item. In
/// text of ASCII, a word of ASCII occurs where its bytes do; `nil` stands for what only a comparison of
/// characters decides (UAX #15).
struct SearchWord: Hashable, Sendable {
    private let bytes: [UInt8]
    /// Whether the word can be in a text that is made of several attributes, such as an address.
    let canJoin: Bool
    /// Whether the word can be in a date.
    private let canBeDate: Bool

    /// Makes a word in lower case; `nil` for one that is not ASCII.
    init?(_ word: String) {
        bytes = Array(word.utf8)
        guard bytes.allSatisfy({ (0x21..<0x7F).contains($0) }) else { return nil }
        canJoin = word.contains { "/:[]?#".contains($0) }
        canBeDate = word.allSatisfy { $0.isNumber || "-+:.tz".contains($0) }
    }

    /// Whether the word occurs in some attribute of a password; `nil` if that is not known.
    func isIn(_ attributes: ItemAttributes) -> Bool? {
        var isKnown = true
        // Both are in the order of keys.
        var forms = Self.forms[...]
        for (key, value) in attributes {
            while let next = forms.first, next.key < key { forms.removeFirst() }
            guard let next = forms.first, next.key == key else { continue }
            let form = next.form
            let text: String? =
                switch value {
                case .string(let text) where form == .text: text
                case .date where !canBeDate: nil
                default: form.saysNothing(value) ? nil : form.text(value)
                }
            switch text.map(isIn) {
            case .some(true?): return true
            case .some(nil): isKnown = false
            case .some(false?), nil: break
            }
        }
        return isKnown ? false : nil
    }

    /// Whether the word occurs in a text, whatever its case; `nil` for text that is not ASCII.
    func isIn(_ text: String) -> Bool? {
        var text = text
        return text.withUTF8 { text in
            guard text.allSatisfy({ $0 < 0x80 }) else { return nil }
            guard text.count >= bytes.count, let first = bytes.first else { return bytes.isEmpty }
            for start in 0...text.count - bytes.count where Self.lower(text[start]) == first {
                var place = 1
                while place < bytes.count, Self.lower(text[start + place]) == bytes[place] {
                    place += 1
                }
                if place == bytes.count { return true }
            }
            return false
        }
    }

    private static func lower(_ byte: UInt8) -> UInt8 {
        byte &- 0x41 < 26 ? byte | 0x20 : byte
    }

    private static let forms = AttributeName.all.map { (key: $0.key, form: $0.form) }
        .sorted { $0.key < $1.key }
}
