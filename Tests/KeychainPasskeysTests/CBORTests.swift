import Testing

@testable import KeychainPasskeys

/// The written bytes, compared with RFC 8949 and read by another reader.
@Suite struct CBORTests {
    /// RFC 8949, appendix A.
    @Test(
        arguments: [
            (CBOR.integer(0), [0x00]), (.integer(23), [0x17]), (.integer(24), [0x18, 0x18]),
            (.integer(255), [0x18, 0xFF]), (.integer(256), [0x19, 0x01, 0x00]),
            (.integer(1000), [0x19, 0x03, 0xE8]),
            (.integer(1_000_000), [0x1A, 0x00, 0x0F, 0x42, 0x40]),
            (.integer(65_536), [0x1A, 0x00, 0x01, 0x00, 0x00]),
            (.integer(1_000_000_000_000), [0x1B, 0x00, 0x00, 0x00, 0xE8, 0xD4, 0xA5, 0x10, 0x00]),
            (.integer(-1), [0x20]), (.integer(-10), [0x29]), (.integer(-24), [0x37]),
            (.integer(-25), [0x38, 0x18]), (.integer(-1000), [0x39, 0x03, 0xE7]),
            (.integer(.min), [0x3B, 0x7F, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF]),
            (.bytes([]), [0x40]), (.bytes([1, 2, 3, 4]), [0x44, 0x01, 0x02, 0x03, 0x04]),
            (.text(""), [0x60]), (.text("IETF"), [0x64, 0x49, 0x45, 0x54, 0x46]),
            (.text("ü"), [0x62, 0xC3, 0xBC]), (.map([]), [0xA0]),
            (.numbered([(3, .integer(4)), (1, .integer(2))]), [0xA2, 0x01, 0x02, 0x03, 0x04]),
        ] as [(CBOR, [UInt8])]
    )
    func writesTheShortestForm(value: CBOR, bytes: [UInt8]) {
        #expect(value.encoded == bytes)
    }

    /// Keys of maps: shorter ones first, then by their bytes, in whatever order they are said.
    @Test func sortsKeys() throws {
        let names: [(String, CBOR)] = [
            ("authData", .bytes([1])), ("attStmt", .map([])), ("fmt", .text("none")),
            ("a", .integer(1)),
            ("b", .integer(-1)),
        ]
        let numbers: [(Int64, CBOR)] = [-3, -2, -1, 3, 1, 300, 24].map { ($0, .integer($0)) }
        for members in [names, names.reversed()] {
            #expect(CBOR.named(members).encoded == CBOR.named(names).encoded)
        }
        // The reader refuses any other order.
        _ = try ReadCBOR(whole: CBOR.named(names).encoded)
        let read = try ReadCBOR(whole: CBOR.numbered(numbers).encoded)
        for (number, _) in numbers { #expect(read[Int(number)] == .number(Int(number))) }
    }

    @Test(arguments: [0, 23, 24, 255, 256, 65_535, 65_536]) func writesLengths(count: Int) throws {
        let bytes = [UInt8](repeating: 7, count: count)
        #expect(try ReadCBOR(whole: CBOR.bytes(bytes).encoded) == .bytes(bytes))
    }
}
