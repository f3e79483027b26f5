/// The escapes in strings of JSON (RFC 8259, 7).
enum JSONEscapes {
    /// The length of the escape at the start of some bytes; `nil` if it is incomplete or does not
    /// represent a character, such as half of a surrogate pair.
    static func length(_ bytes: Slice<UnsafeRawBufferPointer>) -> Int? {
        guard let kind = bytes.dropFirst().first else { return nil }
        guard kind == UInt8(ascii: "u") else { return character(kind) == nil ? nil : 2 }
        guard let first = unit(bytes) else { return nil }
        if !UTF16.isLeadSurrogate(first) { return UTF16.isTrailSurrogate(first) ? nil : 6 }
        guard let second = unit(bytes.dropFirst(6)), UTF16.isTrailSurrogate(second) else {
            return nil
        }
        return 12
    }

    /// Writes a string whose escapes were validated with ``length(_:)``.
    static func decode(_ bytes: UnsafeRawBufferPointer, into writer: inout SecretWriter) {
        var rest = bytes[...]
        while let byte = rest.first {
            guard byte == UInt8(ascii: "\\"), let length = length(rest) else {
                writer.append(byte)
                rest = rest.dropFirst()
                continue
            }
            switch length {
            case 2: rest.dropFirst().first.flatMap(character).map { writer.append($0) }
            case 6: unit(rest).flatMap { Unicode.Scalar($0) }.map { writer.append($0) }
            default:
                if let first = unit(rest), let second = unit(rest.dropFirst(6)) {
                    writer.append(UTF16.decode(UTF16.EncodedScalar([first, second])))
                }
            }
            rest = rest.dropFirst(length)
        }
    }

    /// The character that an escape of two characters represents.
    private static func character(_ kind: UInt8) -> UInt8? {
        switch kind {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): kind
        case UInt8(ascii: "b"): 0x08
        case UInt8(ascii: "f"): 0x0C
        case UInt8(ascii: "n"): 0x0A
        case UInt8(ascii: "r"): 0x0D
        case UInt8(ascii: "t"): 0x09
        default: nil
        }
    }

    /// The number of an escape with four digits.
    private static func unit(_ bytes: Slice<UnsafeRawBufferPointer>) -> UInt16? {
        guard bytes.count >= 6, bytes.starts(with: [UInt8(ascii: "\\"), UInt8(ascii: "u")]) else {
            return nil
        }
        var unit: UInt16 = 0
        for byte in bytes.dropFirst(2).prefix(4) {
            guard let digit = Character(Unicode.Scalar(byte)).hexDigitValue else { return nil }
            unit = unit << 4 | UInt16(digit)
        }
        return unit
    }
}
