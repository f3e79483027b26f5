/// The characters that must not reach a terminal or a dialog as they are.
///
/// They move the cursor, start control sequences, change the reading order, or cannot be seen, so
/// that two different names look the same. Any program that can write to a keychain can choose a
/// label. This is the only list of them; `Escaping` writes them visibly.
package enum UnsafeCharacters {
    /// Whether a character is unsafe.
    ///
    /// These are all of Unicode's categories of controls and formats (which have the bidirectional
    /// marks, the zero-width characters, the soft hyphen and the tags), the separators of lines and
    /// paragraphs, and all that programs ignore in display (UAX #44, Default_Ignorable_Code_Point).
    package static func contains(_ scalar: Unicode.Scalar) -> Bool {
        // Most text is ASCII, for which no table is needed.
        if scalar.isASCII { return scalar.value < 0x20 || scalar.value == 0x7F }
        switch scalar.properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate: return true
        default: return scalar.properties.isDefaultIgnorableCodePoint
        }
    }

    /// The text with a space in the place of each unsafe character.
    package static func blanked(_ text: String) -> String {
        var result = String.UnicodeScalarView()
        for scalar in text.unicodeScalars { result.append(contains(scalar) ? " " : scalar) }
        return String(result)
    }

    /// The words of a stranger as they can stand in quotation marks: no unsafe character, none that ends the
    /// quotation, and at most so many scalars, cut in the middle.
    ///
    /// - Parameters:
    ///   - text: The words.
    ///   - length: The largest number of scalars; one character can have thousands of them.
    /// - Returns: The text to show.
    package static func quotable(_ text: String, to length: Int) -> String {
        // Not a string of megabytes, of which little is shown.
        let scalars = text.unicodeScalars
        let near = scalars.prefix(length) + scalars.suffix(length)
        let isLong = text.utf8.count > length && scalars.count > length
        var safe = String.UnicodeScalarView()
        for scalar in isLong ? String.UnicodeScalarView(near) : scalars {
            let isMark = quotationMarks.contains(scalar)
            safe.append(isMark ? "'" : contains(scalar) ? " " : scalar)
        }
        return isLong ? middleCut(String(safe), to: length) : String(safe)
    }

    private static let quotationMarks: Set<Unicode.Scalar> = [
        "\"", "“", "”", "„", "‟", "«", "»", "＂", "″",
    ]

    /// A text without its middle.
    ///
    /// - Parameters:
    ///   - text: A text of at least `length` scalars.
    ///   - length: The number of scalars that are left.
    /// - Returns: Both ends, and a sign between them.
    package static func middleCut(_ text: String, to length: Int) -> String {
        let (scalars, half) = (text.unicodeScalars, (length - 1) / 2)
        return String(scalars.prefix(half)) + "…" + String(scalars.suffix(length - 1 - half))
    }
}
