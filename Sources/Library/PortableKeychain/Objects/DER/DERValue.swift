internal import SwiftASN1

/// One value of DER to be written (X.690).
struct DERValue {
    let bytes: [UInt8]

    init(tag: UInt8, content: [UInt8]) {
        var length: [UInt8] = []
        if content.count < 0x80 {
            length = [UInt8(content.count)]
        } else {
            var rest = content.count
            while rest > 0 {
                length.insert(UInt8(rest & 255), at: 0)
                rest >>= 8
            }
            length.insert(0x80 | UInt8(length.count), at: 0)
        }
        bytes = [tag] + length + content
    }

    static func sequence(_ values: DERValue...) -> DERValue { sequence(values) }

    static func sequence(_ values: [DERValue]) -> DERValue {
        DERValue(tag: 0x30, content: values.flatMap(\.bytes))
    }

    /// A set; its values must be in order.
    static func set(_ values: [DERValue]) -> DERValue {
        DERValue(tag: 0x31, content: values.flatMap(\.bytes))
    }

    static func octets(_ bytes: [UInt8]) -> DERValue { DERValue(tag: 0x04, content: bytes) }

    static func explicit(_ number: UInt8, _ value: DERValue) -> DERValue {
        DERValue(tag: 0xA0 | number, content: value.bytes)
    }

    static let null = DERValue(tag: 0x05, content: [])

    /// A number, 0 or more.
    static func number(_ number: Int) -> DERValue {
        natural(withUnsafeBytes(of: number.bigEndian) { Array($0) })
    }

    /// A number of any length, 0 or more, big-endian.
    static func natural(_ digits: some Collection<UInt8>) -> DERValue {
        let significant = digits.drop { $0 == 0 }
        // The zero in front marks the number as positive.
        let isMarked = significant.first.map { $0 & 0x80 != 0 } ?? true
        return DERValue(tag: 0x02, content: (isMarked ? [0] : []) + significant)
    }

    static func identifier(_ identifier: ASN1ObjectIdentifier) -> DERValue {
        let parts = identifier.oidComponents
        var content: [UInt8] = []
        for part in [parts[0] * 40 + parts[1]] + parts.dropFirst(2) {
            var groups = [UInt8(part & 0x7F)]
            var rest = part >> 7
            while rest > 0 {
                groups.insert(UInt8(rest & 0x7F) | 0x80, at: 0)
                rest >>= 7
            }
            content += groups
        }
        return DERValue(tag: 0x06, content: content)
    }
}
