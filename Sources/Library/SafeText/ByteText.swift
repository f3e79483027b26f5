/// Text for bytes, readable for people and parsable by this tool.
package enum ByteText {
    /// The bytes as UTF-8 text, or as `0x` and hexadecimal digits if they are not text.
    package static func text(_ bytes: some Collection<UInt8>) -> String {
        if let text = String(validating: bytes, as: UTF8.self), !text.hasPrefix("0x"),
            text.unicodeScalars.allSatisfy({ !isControl($0) })
        {
            return text
        }
        return hexadecimal(bytes)
    }

    /// The inverse of ``text(_:)``; `nil` for malformed hexadecimal digits.
    package static func parse(_ text: String) -> [UInt8]? {
        guard text.hasPrefix("0x") else { return Array(text.utf8) }
        let digits = text.utf8.dropFirst(2).map { Character(Unicode.Scalar($0)).hexDigitValue }
        guard digits.count.isMultiple(of: 2) else { return nil }
        var bytes: [UInt8] = []
        for place in stride(from: 0, to: digits.count, by: 2) {
            guard let high = digits[place], let low = digits[place + 1] else { return nil }
            bytes.append(UInt8(high << 4 | low))
        }
        return bytes
    }

    /// The bytes as `0x` and hexadecimal digits.
    package static func hexadecimal(_ bytes: some Collection<UInt8>) -> String {
        "0x"
            + bytes.map { byte in
                let digits = String(byte, radix: 16)
                return byte < 16 ? "0" + digits : digits
            }.joined()
    }

    private static func isControl(_ scalar: Unicode.Scalar) -> Bool {
        scalar != "\n" && scalar != "\t" && (scalar.value < 0x20 || scalar.value == 0x7F)
    }
}
