internal import SafeText

/// Text that may be written to a terminal: ``Terminal`` accepts only this type.
///
/// Only literals of this program reach it unchanged. Values in a literal are escaped:
///
/// ```swift
/// Terminal.line("\(mark) \(finding.text)")
/// ```
package struct Shown: ExpressibleByStringInterpolation, Equatable, Sendable {
    let text: String

    /// A literal of this program.
    package init(stringLiteral text: String) { self.text = text }

    /// A literal with values.
    package init(stringInterpolation content: StringInterpolation) { text = content.text }

    /// Text of several lines or fields: newlines, tabs and backslashes stay, and other unsafe
    /// characters are escaped.
    package init(lines text: String) { self.text = Escaping.visible(text) }

    /// Text with control sequences of this program around harmless text.
    init(_ start: StaticString, _ content: Shown, _ end: StaticString) {
        text = "\(start)\(content.text)\(end)"
    }

    /// Collects the parts of a literal.
    package struct StringInterpolation: StringInterpolationProtocol {
        fileprivate var text = ""

        package init(literalCapacity: Int, interpolationCount: Int) {
            text.reserveCapacity(literalCapacity)
        }

        package mutating func appendLiteral(_ literal: String) { text += literal }

        package mutating func appendInterpolation(_ value: some StringProtocol) {
            text += Escaping.escaped(String(value))
        }

        package mutating func appendInterpolation(_ number: some BinaryInteger) {
            text += String(number)
        }

        package mutating func appendInterpolation(_ shown: Shown) { text += shown.text }
    }
}
