internal import Foundation

/// The format of a message, as `os_log` has it: that of `printf`, with options in braces.
struct LogFormat {
    private enum Part {
        case literal(String)
        case value(Value)
    }

    private struct Value {
        var options = ""
        /// Flags, width and precision.
        var layout = ""
        var conversion: Character = "@"

        /// A text or an object says more than a number, and is not shown unless the format says so.
        var isHarmless: Bool { !"@sSP".contains(conversion) }

        func text(_ argument: any CVarArg) -> String {
            let words = options.split(separator: ",").map {
                $0.trimmingCharacters(in: .whitespaces)
            }
            let isShown =
                words.contains("public")
                || isHarmless && !words.contains("private") && !words.contains("sensitive")
            guard isShown else { return OSLogInterpolation.hidden }
            switch (conversion, argument) {
            case ("@", _): return String(describing: argument)
            // All integers with the width of the largest, so that the format never reads too much.
            case ("d", let number as any FixedWidthInteger),
                ("i", let number as any FixedWidthInteger):
                return String(format: "%\(layout)lld", Int64(truncatingIfNeeded: number))
            case ("u", let number as any FixedWidthInteger),
                ("x", let number as any FixedWidthInteger),
                ("X", let number as any FixedWidthInteger),
                ("o", let number as any FixedWidthInteger):
                return String(
                    format: "%\(layout)ll\(conversion)",
                    Self.unsigned(number)
                )
            case ("c", let number as any FixedWidthInteger):
                return UInt8(exactly: Int64(truncatingIfNeeded: number))
                    .map { String(UnicodeScalar($0)) } ?? "?"
            case ("f", let number as Double), ("g", let number as Double),
                ("e", let number as Double):
                return String(format: "%\(layout)\(conversion)", number)
            case ("f", let number as Float), ("g", let number as Float), ("e", let number as Float):
                return String(format: "%\(layout)\(conversion)", Double(number))
            case ("s", let text as UnsafePointer<CChar>): return String(cString: text)
            case ("s", let text as UnsafeMutablePointer<CChar>): return String(cString: text)
            default: return "<a value of another type than %\(conversion)>"
            }
        }

        /// The bits of a number, in its own width.
        private static func unsigned<Number: FixedWidthInteger>(_ number: Number) -> UInt64 {
            UInt64(truncatingIfNeeded: Number.Magnitude(truncatingIfNeeded: number))
        }
    }

    private var parts: [Part] = []

    init(_ format: String) {
        var rest = Substring(format)
        while let percent = rest.firstIndex(of: "%") {
            parts.append(.literal(String(rest[..<percent])))
            rest = rest[rest.index(after: percent)...]
            if rest.first == "%" {
                parts.append(.literal("%"))
                rest.removeFirst()
                continue
            }
            var value = Value()
            if rest.first == "{", let end = rest.firstIndex(of: "}") {
                value.options = String(rest[rest.index(after: rest.startIndex)..<end])
                rest = rest[rest.index(after: end)...]
            }
            let layout = rest.prefix { "0123456789.-+ #".contains($0) }
            value.layout = String(layout)
            rest = rest[layout.endIndex...]
            // The width of a number is known of the number.
            rest = rest.drop { "hlqjzt".contains($0) }
            guard let conversion = rest.popFirst() else {
                parts.append(.literal("%"))
                break
            }
            value.conversion = conversion == "D" ? "d" : conversion == "U" ? "u" : conversion
            parts.append(.value(value))
        }
        parts.append(.literal(String(rest)))
    }

    /// The message with its values; a missing one is said to be so.
    func text(_ arguments: [any CVarArg]) -> String {
        var arguments = arguments[...]
        return parts.reduce(into: "") { text, part in
            switch part {
            case .literal(let literal): text += literal
            case .value(let value):
                text += arguments.popFirst().map(value.text) ?? "<no value>"
            }
        }
    }
}
