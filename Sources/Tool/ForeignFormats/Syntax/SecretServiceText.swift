/// Parses the output of `gdbus` (GVariant text format).
package enum SecretServiceText {
    /// The object paths in an answer.
    package static func paths(_ text: String) -> [String] {
        strings(text).filter { $0.hasPrefix("/org/freedesktop/secrets/") }
    }

    /// The only text of an answer.
    package static func string(_ text: String) -> String { strings(text).first ?? "" }

    /// The digits of the only number of an answer, such as `(<uint64 12>,)`.
    package static func number(_ text: String) -> String {
        let digits = text.drop { $0 != " " }.dropFirst()
        return String(digits.prefix { ("0"..."9").contains($0) })
    }

    /// A dictionary of texts.
    package static func dictionary(_ text: String) -> [String: String] {
        let all = strings(text)
        var result: [String: String] = [:]
        for place in stride(from: 0, to: all.count - 1, by: 2) {
            result[all[place]] = all[place + 1]
        }
        return result
    }

    /// All texts in quotes, in their order.
    private static func strings(_ text: String) -> [String] {
        var result: [String] = []
        // By scalars, as it was written: before a combining letter, a quote is another character of Swift.
        var rest = text.unicodeScalars[...]
        while let start = rest.firstIndex(where: { $0 == "'" || $0 == "\"" }) {
            let quote = rest[start]
            rest = rest[rest.index(after: start)...]
            var word = String.UnicodeScalarView()
            while let character = rest.popFirst(), character != quote {
                word.append(character == "\\" ? escaped(&rest) : character)
            }
            result.append(String(word))
        }
        return result
    }

    private static func escaped(_ rest: inout Substring.UnicodeScalarView) -> Unicode.Scalar {
        switch rest.popFirst() {
        case "n": "\n"
        case "t": "\t"
        case "r": "\r"
        case "u": code(&rest, 4)
        case "U": code(&rest, 8)
        case let other?: other
        case nil: "\\"
        }
    }

    private static func code(
        _ rest: inout Substring.UnicodeScalarView,
        _ count: Int
    ) -> Unicode.Scalar {
        let digits = String(rest.prefix(count))
        rest = rest.dropFirst(count)
        return UInt32(digits, radix: 16).flatMap(Unicode.Scalar.init)
            ?? "\u{FFFD}"
    }
}
