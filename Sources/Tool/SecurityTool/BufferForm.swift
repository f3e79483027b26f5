/// The format in which `security` prints bytes: text in quotes, other bytes in hexadecimal digits.
enum BufferForm {
    /// Formats bytes; the result is empty if there are none.
    ///
    /// Text is printable ASCII without a backslash; quotes in it are not escaped. Other bytes are
    /// printed as digits; if any of them is printable, the text follows, with the other bytes in
    /// octal digits.
    static func text(_ bytes: some Collection<UInt8>) -> String {
        guard !bytes.isEmpty else { return "" }
        guard !bytes.allSatisfy(isPlain) else { return quoted(bytes) }
        let digits = "0x" + Self.digits(bytes, "0123456789ABCDEF")
        return bytes.contains(where: isPrintable) ? "\(digits)  \(quoted(bytes))" : "\(digits) "
    }

    /// A number of 32 bits as its bytes.
    static func bytes(_ number: Int64) -> [UInt8] {
        [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: number >> $0) }
    }

    /// A secret as one line of text, or as hexadecimal digits without a prefix.
    static func line(_ bytes: some Collection<UInt8>) -> String {
        bytes.allSatisfy(isPrintable)
            ? String(decoding: bytes, as: UTF8.self) : digits(bytes, "0123456789abcdef")
    }

    /// Hexadecimal digits of the given kind.
    static func digits(_ bytes: some Collection<UInt8>, _ kind: StaticString) -> String {
        kind.withUTF8Buffer { kind in
            String(
                decoding: bytes.flatMap { [kind[Int($0 >> 4)], kind[Int($0 & 15)]] },
                as: UTF8.self
            )
        }
    }

    private static func quoted(_ bytes: some Collection<UInt8>) -> String {
        let inner = bytes.map { byte in
            if isPlain(byte) { return String(Unicode.Scalar(byte)) }
            let octal = String(byte, radix: 8)
            return "\\" + String(repeating: "0", count: 3 - octal.count) + octal
        }
        return "\"\(inner.joined())\""
    }

    private static func isPrintable(_ byte: UInt8) -> Bool { (0x20..<0x7F).contains(byte) }

    private static func isPlain(_ byte: UInt8) -> Bool {
        isPrintable(byte) && byte != UInt8(ascii: "\\")
    }
}
