internal import PortableKeychain

/// A signature of ECDSA in DER (X9.62): a sequence of two numbers.
enum TPMSignature {
    static func encoded(_ r: SecretBytes, _ s: SecretBytes) -> [UInt8] {
        let numbers = number(r) + number(s)
        return [0x30, UInt8(numbers.count)] + numbers
    }

    /// A number, as few bytes as possible: a zero in front only where it would be negative.
    private static func number(_ bytes: SecretBytes) -> [UInt8] {
        var digits = bytes.withUnsafeBytes { Array($0.drop { $0 == 0 }) }
        if digits.first.map({ $0 >= 0x80 }) ?? true { digits.insert(0, at: 0) }
        return [0x02, UInt8(digits.count)] + digits
    }
}
