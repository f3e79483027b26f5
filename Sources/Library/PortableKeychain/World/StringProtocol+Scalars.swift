/// Searches for one sign in a text as other programs read it.
///
/// Beside some letters, Swift takes a sign for a part of another character: `"'\u{301}"` has no `'`, and
/// `"\r\n"` no `\n`. A shell, a file of tables and the kernel see the sign.
extension StringProtocol {
    /// The parts between the signs.
    ///
    /// - Parameters:
    ///   - sign: The sign.
    ///   - maxSplits: The largest number of signs at which the text is split, from the first on.
    /// - Returns: The parts, with empty ones.
    package func split(
        at sign: Unicode.Scalar,
        maxSplits: Int = .max
    ) -> [Substring] {
        Substring(self).unicodeScalars
            .split(separator: sign, maxSplits: maxSplits, omittingEmptySubsequences: false)
            .map { Substring($0) }
    }

    /// The text with another text in the place of each sign.
    package func replacing(sign: Unicode.Scalar, with text: String) -> String {
        split(at: sign).joined(separator: text)
    }

    /// Whether the text has the sign.
    package func contains(sign: Unicode.Scalar) -> Bool {
        Substring(self).unicodeScalars.contains(sign)
    }
}
