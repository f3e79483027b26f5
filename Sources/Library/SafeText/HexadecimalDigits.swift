package import PortableKeychain

/// Converts hexadecimal digits to a secret.
package enum HexadecimalDigits {
    /// The bytes of hexadecimal digits; an odd number of digits gets a leading zero.
    ///
    /// - Returns: The bytes; `nil` if there are other characters.
    package static func secret(_ digits: SecretBytes) -> SecretBytes? {
        digits.withUnsafeBytes { digits in
            guard digits.allSatisfy({ value($0) != nil }) else { return nil }
            let missing = digits.count % 2
            return SecretBytes(count: (digits.count + missing) / 2) { room in
                for (place, digit) in digits.enumerated() {
                    let place = place + missing
                    room[place / 2] = room[place / 2] << 4 | (value(digit) ?? 0)
                }
            }
        }
    }

    private static func value(_ digit: UInt8) -> UInt8? {
        Character(Unicode.Scalar(digit)).hexDigitValue.map { UInt8($0) }
    }
}
