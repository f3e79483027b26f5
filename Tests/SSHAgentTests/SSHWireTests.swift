import PortableKeychain
import Testing

@testable import SSHAgent

/// Values of SSH as bytes, and back.
@Suite struct SSHWireTests {
    /// Numbers as in RFC 4251, 5.
    @Test(
        arguments: [
            ([], [0, 0, 0, 0]), ([0], [0, 0, 0, 0]), ([0, 0, 9], [0, 0, 0, 1, 9]),
            ([0x80], [0, 0, 0, 2, 0, 0x80]), ([0x7F, 0], [0, 0, 0, 2, 0x7F, 0]),
        ] as [([UInt8], [UInt8])]
    )
    func writesNumbers(_ digits: [UInt8], _ bytes: [UInt8]) throws {
        #expect(SSHWriter.bytes { $0.natural(digits) } == bytes)
        var reader = SSHReader(bytes[...])
        #expect(try Array(reader.natural()) == Array(digits.drop { $0 == 0 }))
        #expect(reader.isAtEnd)
    }

    @Test func writesWhatItReads() throws {
        let bytes = SSHWriter.bytes {
            $0.byte(7)
            $0.number(0xFFFF_FFFE)
            $0.text("é")
            $0.string([])
        }
        #expect(bytes == [7, 0xFF, 0xFF, 0xFF, 0xFE, 0, 0, 0, 2, 0xC3, 0xA9, 0, 0, 0, 0])
        var reader = SSHReader(bytes[...])
        #expect(try reader.byte() == 7)
        #expect(try reader.number() == 0xFFFF_FFFE)
        #expect(try reader.text() == "é")
        #expect(try reader.string().isEmpty)
        try reader.finish()
    }

    @Test(
        arguments: [
            [], [0, 0, 0], [0, 0, 0, 1], [0, 0, 0, 3, 1, 2], [0xFF, 0xFF, 0xFF, 0xFF, 1],
            [0x7F, 0xFF, 0xFF, 0xFF], [0, 0, 0, 1, 0xFF],
        ] as [[UInt8]]
    )
    func refusesTextThatIsNotThere(_ bytes: [UInt8]) {
        var reader = SSHReader(bytes[...])
        #expect(throws: SSHRefusal.malformed) { try reader.text() }
    }

    @Test func refusesNegativeNumbersAndLeftovers() {
        var reader = SSHReader([0, 0, 0, 1, 0x80])
        #expect(throws: SSHRefusal.malformed) { try reader.natural() }
        #expect(throws: SSHRefusal.malformed) { try SSHReader([1]).finish() }
    }

    /// Halves of equal length become numbers: without zeroes in front, and without a sign.
    @Test(
        arguments: [
            ([1, 2], [0, 0, 0, 1, 1, 0, 0, 0, 1, 2]),
            ([0, 1, 0x80, 0], [0, 0, 0, 1, 1, 0, 0, 0, 3, 0, 0x80, 0]),
        ] as [([UInt8], [UInt8])]
    )
    func convertsSignaturesOfCurves(_ halves: [UInt8], _ numbers: [UInt8]) {
        #expect(SSHSignature.numbers(halves) == numbers)
    }

    static let types: [(KeySpecification, SSHKeyType)] = [
        (.ed25519, .ed25519), (.p256, .p256), (.p384, .p384), (.p521, .p521),
        (.rsa(bits: 1024), .rsa),
    ]

    @Test(arguments: types)
    func readsPublicKeysThatItWrites(_ specification: KeySpecification, _ name: SSHKeyType) throws {
        let key = try KeyMaterial.generate(specification)
        let written = try #require(SSHPublicKey(key))
        #expect(written == SSHPublicKey(key.publicKey))
        #expect(written.type == name)
        #expect(try SSHPublicKey.material(written.blob) == key.publicKey)
        for count in 0..<written.blob.count {
            #expect(throws: SSHRefusal.self) {
                try SSHPublicKey.material(Array(written.blob.prefix(count)))
            }
        }
        #expect(throws: SSHRefusal.self) { try SSHPublicKey.material(written.blob + [0]) }
        let line = AgentIdentity(key: written, comment: "a b\nssh-rsa x").line
        #expect(line.hasPrefix("\(name.rawValue) AAAA"))
        #expect(line.hasSuffix(#" a b\nssh-rsa x"#))
    }

    @Test func hasNoOtherKeys() throws {
        #expect(SSHPublicKey(try KeyMaterial.generate(.x25519)) == nil)
    }
}
