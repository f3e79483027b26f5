package import PortableKeychain

/// Base32 (RFC 4648 §6) of secrets, as people type it.
package enum Base32 {
    private static let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZ234567".utf8)

    /// The bytes for a text; `nil` if it is not Base32.
    ///
    /// Case does not matter, spaces and dashes between groups are skipped, and the padding may be
    /// missing: services print secrets in all these forms.
    package static func decoded(_ text: SecretBytes) -> SecretBytes? {
        var count = 0
        var isText = true
        let room = SecretBytes(count: text.count) { room in
            var (bits, length, isPadded): (UInt32, UInt32, Bool) = (0, 0, false)
            text.withUnsafeBytes { bytes in
                for byte in bytes where ![0x20, 0x09, UInt8(ascii: "-")].contains(byte) {
                    if byte == UInt8(ascii: "=") {
                        isPadded = true
                        continue
                    }
                    guard !isPadded, let value = value(byte) else {
                        isText = false
                        return
                    }
                    bits = bits << 5 | value
                    length += 5
                    if length >= 8 {
                        length -= 8
                        room[count] = UInt8(truncatingIfNeeded: bits >> length)
                        count += 1
                    }
                }
            }
            // A whole digit that adds nothing, or bits that belong to no byte.
            if length >= 5 || bits & ((1 << length) - 1) != 0 { isText = false }
        }
        guard isText, count > 0 else { return nil }
        return SecretBytes(count: count) { target in
            room.withUnsafeBytes {
                target.copyMemory(from: UnsafeRawBufferPointer(rebasing: $0[..<count]))
            }
        }
    }

    /// The text for some bytes, without padding.
    package static func encoded(_ secret: SecretBytes) -> SecretBytes {
        SecretBytes(count: (secret.count * 8 + 4) / 5) { room in
            secret.withUnsafeBytes { bytes in
                var (bits, length, place): (UInt32, UInt32, Int) = (0, 0, 0)
                for byte in bytes {
                    bits = bits << 8 | UInt32(byte)
                    length += 8
                    while length >= 5 {
                        length -= 5
                        room[place] = alphabet[Int(bits >> length & 31)]
                        place += 1
                    }
                }
                if length > 0 { room[place] = alphabet[Int(bits << (5 - length) & 31)] }
            }
        }
    }

    private static func value(_ byte: UInt8) -> UInt32? {
        switch byte {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"): UInt32(byte - UInt8(ascii: "A"))
        case UInt8(ascii: "a")...UInt8(ascii: "z"): UInt32(byte - UInt8(ascii: "a"))
        case UInt8(ascii: "2")...UInt8(ascii: "7"): UInt32(byte - UInt8(ascii: "2")) + 26
        default: nil
        }
    }
}
