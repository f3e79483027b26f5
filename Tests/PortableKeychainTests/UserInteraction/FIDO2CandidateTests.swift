@_spi(Keepers) import PortableKeychain
import Testing

/// The parameters of slots of security keys (vault-format.md §5.2).
@Suite struct FIDO2CandidateTests {
    private static let secret = SecretBytes([UInt8](repeating: 9, count: 32))

    /// The slot that a keychain lists after one with these parameters was added.
    private static func slot(
        _ kind: AccessSlot.Kind,
        _ parameters: [UInt8]
    ) throws -> AccessSlot? {
        let keychain = try Keychain.inMemory()
        try keychain.access.change(
            .add(NewAccessSlot(kind, secret: secret, parameters: parameters)),
            proof: .device
        )
        return try keychain.access.slots().first { $0.kind == kind }
    }

    /// A written candidate is read back, with the salt of the slot.
    @Test(arguments: [[UInt8](repeating: 1, count: 1), [UInt8](repeating: 2, count: 1_000)])
    func readsWhatItWrites(credential: [UInt8]) throws {
        for requiresPIN in [false, true] {
            let written = FIDO2Candidate(credential: credential, salt: [], requiresPIN: requiresPIN)
            let slot = try #require(try Self.slot(.securityKey, written.parameters))
            let read = try #require(FIDO2Candidate(slot))
            #expect(read.credential == credential)
            #expect(read.requiresPIN == requiresPIN)
            #expect(read.salt == slot.salt && read.salt.count == 32)
        }
    }

    /// Parameters of another form are those of no security key.
    @Test(arguments: [
        [], [0], [0, 0, 0, 0, 1], [2, 0, 0, 0, 1, 7], [0, 0, 0, 0, 0], [0, 0, 0, 0, 1, 7, 8],
        [0, 0, 0, 0, 2, 7], [0, 0xFF, 0xFF, 0xFF, 0xFF, 7],
        [0, 0, 0, 3, 0xE9] + [UInt8](repeating: 7, count: 1_001),
    ])
    func refusesOthers(parameters: [UInt8]) throws {
        let slot = try #require(try Self.slot(.securityKey, parameters))
        #expect(FIDO2Candidate(slot) == nil)
    }

    /// A chip's parameters are not read, even if they look right.
    @Test func readsSecurityKeysOnly() throws {
        let slot = try #require(try Self.slot(.token, [0, 0, 0, 0, 1, 7]))
        #expect(FIDO2Candidate(slot) == nil)
    }
}
