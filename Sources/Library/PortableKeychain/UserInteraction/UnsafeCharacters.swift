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
}
