import Testing

@testable import KeychainAgent
@testable import PortableKeychain

/// The messages of agent-protocol.md §12, byte by byte.
@Suite struct ChipCallTests {
    private static let secret = [UInt8](repeating: 0xA5, count: 32)
    private static let pin: [UInt8] = [1, 0, 0, 0, 4] + Array("1234".utf8)
    private static let blob: [UInt8] = Array("PKAS".utf8) + [1, 0xB1, 0x0B]

    static let seal = [1, 0, 0, 0, 32] + secret + [0, 0, 0, 1, 7] + pin
    static let unseal = [2, 0, 0, 0, 7] + blob + [0]

    private static func read(_ bytes: [UInt8]) throws(KeychainError) -> ChipCall {
        let result = bytes.withUnsafeBytes { bytes in
            Result { () throws(KeychainError) in
                var reader = ByteReader(bytes)
                return try ChipCall(&reader)
            }
        }
        return try result.get()
    }

    @Test(arguments: [seal, unseal]) func isWrittenAsItIsRead(_ bytes: [UInt8]) throws {
        var encoder = SecretEncoder()
        try Self.read(bytes).encode(into: &encoder)
        #expect(encoder.finished().withUnsafeBytes { Array($0) } == bytes)
    }

    @Test(
        arguments: [
            [], [0], [3], seal + [0], unseal + [0],
            // A secret of 31 bytes, and of 33.
            [1, 0, 0, 0, 31] + secret.dropFirst() + [0, 0, 0, 0, 0],
            [1, 0, 0, 0, 33] + secret + [0, 0, 0, 0, 0, 0],
            // Registers: one that does not exist, one twice, not in order.
            [1, 0, 0, 0, 32] + secret + [0, 0, 0, 1, 24, 0],
            [1, 0, 0, 0, 32] + secret + [0, 0, 0, 2, 7, 7, 0],
            [1, 0, 0, 0, 32] + secret + [0, 0, 0, 2, 7, 1, 0],
            // PINs: empty, too long, a flag that is none.
            [1, 0, 0, 0, 32] + secret + [0, 0, 0, 0, 1, 0, 0, 0, 0],
            [1, 0, 0, 0, 32] + secret + [0, 0, 0, 0, 1, 0, 0, 0, 65]
                + [UInt8](repeating: 0x31, count: 65),
            [1, 0, 0, 0, 32] + secret + [0, 0, 0, 0, 2],
            // Blobs: of a chip without the mark, only the mark, of a later version, too long.
            [2, 0, 0, 0, 4] + Array("PKT2".utf8) + [0],
            [2, 0, 0, 0, 5] + Array("PKAS".utf8) + [1, 0],
            [2, 0, 0, 0, 6] + Array("PKAS".utf8) + [2, 0, 0],
            [2, 0, 0, 4, 1] + Array("PKAS".utf8) + [UInt8](repeating: 1, count: 1021) + [0],
            [2, 0xFF, 0xFF, 0xFF, 0xFF] + blob + [0],
        ] as [[UInt8]]
    ) func refuses(_ bytes: [UInt8]) {
        #expect(throws: KeychainError.self) { try Self.read(bytes) }
    }

    @Test func readsNoBeginning() {
        for whole in [Self.seal, Self.unseal] {
            for count in 0..<whole.count {
                #expect(throws: KeychainError.self) { try Self.read(Array(whole.prefix(count))) }
            }
        }
    }

    /// The bytes that the chip seals, and the PIN that it compares (§12).
    @Test func theUserIsInWhatIsSealed() throws {
        let owned = OwnedSecret(of: 1000)
        let head = Array("PKOS".utf8) + [1, 1, 0, 0, 3, 0xE8]
        let secret = SecretBytes(Self.secret)
        #expect(owned.sealed(secret).matches(SecretBytes(head + Self.secret)))
        let pin = try #require(owned.chipPIN(SecretBytes(utf8: "1234")))
        #expect(pin.matches(SecretBytes(head + Array("1234".utf8))))
        #expect(owned.chipPIN(nil) == nil)
        #expect(try owned.opened(owned.sealed(secret)).matches(secret))
    }

    @Test(
        arguments: [
            [], Array("PKOS".utf8), secret,
            // Another user, another purpose, another version, a byte less, a byte more.
            Array("PKOS".utf8) + [1, 1, 0, 0, 3, 0xE9] + secret,
            Array("PKOS".utf8) + [1, 2, 0, 0, 3, 0xE8] + secret,
            Array("PKOS".utf8) + [2, 1, 0, 0, 3, 0xE8] + secret,
            Array("PKOS".utf8) + [1, 1, 0, 0, 3, 0xE8] + secret.dropLast(),
            Array("PKOS".utf8) + [1, 1, 0, 0, 3, 0xE8] + secret + [0],
        ] as [[UInt8]]
    ) func opensNothingElse(_ unsealed: [UInt8]) {
        let error = #expect(throws: KeychainError.self) {
            try OwnedSecret(of: 1000).opened(SecretBytes(unsealed))
        }
        #expect(error?.code == .missingEntitlement)
    }
}
