/// Texts that identify items.
enum ItemIdentifier {
    /// Joins parts to a text that determines them: a part left open equals an empty one, because
    /// the keychain stores it so, and anything else differs.
    ///
    /// - Parameter parts: Texts of any content.
    /// - Returns: The parts between slashes, with everything but ASCII letters, digits, ".", "_",
    ///   "-" and "@" written as the hexadecimal bytes of its UTF-8. Bytes, because Swift takes
    ///   texts for equal that differ in their composition, and the keychain does not.
    static func joining(_ parts: [String?]) -> String {
        parts.map { escaped($0 ?? "") }.joined(separator: "/")
    }

    private static func escaped(_ part: String) -> String {
        var result = ""
        for byte in part.utf8 {
            let scalar = Unicode.Scalar(byte)
            if scalar.isASCII, scalar.properties.isAlphabetic || plain.contains(scalar) {
                result.unicodeScalars.append(scalar)
            } else {
                result += "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
            }
        }
        return result
    }

    private static let plain = Set("0123456789._-@".unicodeScalars)
}
