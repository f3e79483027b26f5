/// The values of CBOR (RFC 8949) that an authenticator writes, in the canonical form of CTAP 2.
///
/// It is a writer alone: nothing here reads CBOR.
indirect enum CBOR {
    case integer(Int64)
    case bytes([UInt8])
    case text(String)
    case map([(key: CBOR, value: CBOR)])

    /// A map with numbers as keys.
    static func numbered(_ members: [(Int64, CBOR)]) -> CBOR {
        .map(members.map { (.integer($0.0), $0.1) })
    }

    /// A map with names as keys.
    static func named(_ members: [(String, CBOR)]) -> CBOR {
        .map(members.map { (.text($0.0), $0.1) })
    }

    /// The bytes: shortest lengths, and keys of maps by length and then by bytes (CTAP 2.1, 8).
    var encoded: [UInt8] {
        switch self {
        case .integer(let number):
            number < 0
                ? Self.head(1, UInt64(bitPattern: ~number)) : Self.head(0, UInt64(number))
        case .bytes(let bytes): Self.head(2, UInt64(bytes.count)) + bytes
        case .text(let text): Self.head(3, UInt64(text.utf8.count)) + Array(text.utf8)
        case .map(let members):
            members.map { (key: $0.key.encoded, value: $0.value.encoded) }
                .sorted { left, right in
                    left.key.count == right.key.count
                        ? left.key.lexicographicallyPrecedes(right.key)
                        : left.key.count < right.key.count
                }
                .reduce(Self.head(5, UInt64(members.count))) { $0 + $1.key + $1.value }
        }
    }

    /// The kind of a value and its number in the fewest bytes.
    private static func head(_ kind: UInt8, _ number: UInt64) -> [UInt8] {
        let kind = kind << 5
        let (mark, size): (UInt8, Int) =
            switch number {
            case ..<24: (UInt8(number), 0)
            case ...0xFF: (24, 1)
            case ...0xFFFF: (25, 2)
            case ...0xFFFF_FFFF: (26, 4)
            default: (27, 8)
            }
        let bytes = withUnsafeBytes(of: number.bigEndian) { Array($0) }
        return [kind | mark] + bytes.suffix(size)
    }
}
