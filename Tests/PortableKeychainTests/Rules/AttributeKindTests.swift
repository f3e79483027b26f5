import Foundation
import Testing

@_spi(Keepers) @testable import PortableKeychain

/// The bytes by which values are compared, and of which tokens are made (vault-format.md §7.2).
@Suite struct AttributeKindTests {
    @Test(
        arguments: [
            (.number, .number(443), [0, 0, 0, 0, 0, 0, 0, 1, 0xbb]),
            (.number, .string("http"), [1] + Array("http".utf8)),
            (.data, .number(1), [1, 0, 0, 0]), (.blob, .number(1 << 40), [0, 0, 0, 0, 0, 1, 0, 0]),
            (.blob, .string("x"), [0x78]), (.data, .data(Data([0x78])), [0x78]),
            (
                .date, .date(Date(timeIntervalSinceReferenceDate: 1)),
                [0x3f, 0xf0, 0, 0, 0, 0, 0, 0]
            ),
        ] as [(AttributeKind, AttributeValue, [UInt8])]
    )
    func comparesByBytes(kind: AttributeKind, value: AttributeValue, bytes: [UInt8]) {
        #expect(kind.canonical(value) == bytes)
    }
}
