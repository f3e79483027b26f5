import Testing

@_spi(Keepers) @testable import PortableKeychain

/// The content of an envelope (vault-format.md §12.2).
@Suite struct EnvelopeContentTests {
    /// An envelope that its own key opens, and whose content no writer makes.
    @Test(arguments: [([0], true), ([1], true), ([1, 65], true), ([0, 65], false), ([2], false)])
    func hasOneFormOfContent(_ content: [UInt8], _ isGood: Bool) throws {
        let place = Envelope.Place(
            keychain: KeychainEntropy.system.bytes(16),
            identifier: KeychainEntropy.system.bytes(16),
            classCode: .genericPassword
        )
        let key = try PasswordDerivation(
            password: secret("own"),
            salt: KeychainEntropy.system.bytes(32),
            hashing: LockingTests.cheap
        ).key()
        var header = ByteWriter()
        header.integer(Envelope.version)
        header.integer(Envelope.Needs.password.rawValue)
        header.raw(key.derivation.salt)
        LockingTests.cheap.encode(into: &header)
        let context = Envelope.context(header.bytes, place)
        let box = try content.withRawBytes { bytes throws(KeychainError) in
            try Box.seal(
                bytes,
                key: Envelope.key([key.key], context),
                context: context,
                entropy: .system
            )
        }
        let refusal = code {
            _ = try Envelope.open(
                SecretBytes(header.bytes + box),
                .password,
                at: place,
                with: Envelope.Proofs(presence: nil, password: key)
            )
        }
        // What does not open is said to be a wrong password.
        #expect(refusal == (isGood ? nil : .authenticationFailed))
    }
}
