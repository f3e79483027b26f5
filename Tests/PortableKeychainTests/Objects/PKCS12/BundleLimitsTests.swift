import Testing

@testable import PortableKeychain

/// The limits on the cost that a bundle may ask for (item-semantics.md §6.8).
struct BundleLimitsTests {
    private static let most = Int(BundleDerivation.roundsLimit)

    private func spend(_ rounds: Int, of passphrase: BundlePassphrase) throws {
        try passphrase.spend(rounds, toDerive: 32, by: 32)
    }

    /// Each derivation alone is allowed; together they are too many, and none of them is done.
    @Test func countsTheRoundsOfAllDerivations() throws {
        let passphrase = try BundlePassphrase(.utf8("p"))
        try spend(Self.most, of: passphrase)
        try spend(Self.most - 1, of: passphrase)
        #expect(throws: KeychainError(.undecodable)) { try spend(2, of: passphrase) }
        try spend(1, of: passphrase)
        #expect(throws: KeychainError(.undecodable)) { try spend(1, of: passphrase) }
    }

    /// Another bundle, or another try, has the whole amount again.
    @Test func countsEachBundleByItself() throws {
        for _ in 0..<3 { try spend(2 * Self.most, of: BundlePassphrase(.utf8("p"))) }
    }

    /// A key that is longer than a digest costs its rounds for each block of it.
    @Test(arguments: [(20, 2), (21, 4), (40, 4), (41, 6)])
    func countsEachBlock(length: Int, cost: Int) throws {
        let passphrase = try BundlePassphrase(.utf8("p"))
        try spend(2 * Self.most - cost, of: passphrase)
        try passphrase.spend(2, toDerive: length, by: 20)
        #expect(throws: KeychainError(.undecodable)) { try spend(1, of: passphrase) }
    }

    /// Absurd numbers are refused before anything is derived.
    @Test(arguments: [most + 1, 0x7F_FFFF])
    func refusesAbsurdRounds(rounds: Int) throws {
        let identity = try KnownIdentity.material()
        var bytes = try PKCS12.encode(
            certificate: identity.certificate,
            privateKey: identity.privateKey,
            chain: [],
            friendlyName: nil,
            passphrase: .utf8("p"),
            rounds: 0x01_0000
        )
        // A bundle ends with the rounds of its authentication, which are derived first.
        let end = bytes.suffix(5)
        #expect(Array(end) == DERValue.number(0x01_0000).bytes)
        bytes.replaceSubrange(end.indices, with: DERValue.number(rounds).bytes)
        let start = ContinuousClock.now
        #expect(throws: KeychainError(.undecodable)) { try PKCS12(bytes, passphrase: .utf8("p")) }
        #expect(ContinuousClock.now - start < .seconds(1))
    }

    /// A written bundle has the number three times: in the encryption of the key and of the
    /// certificates, and in the authentication.
    @Test func writesAsManyRoundsAsAreAdvised() throws {
        let identity = try KnownIdentity.material()
        let bytes = try PKCS12.encode(
            certificate: identity.certificate,
            privateKey: identity.privateKey,
            passphrase: .utf8("p")
        )
        let rounds = DERValue.number(600_000).bytes
        let places = bytes.indices.filter { bytes[$0...].starts(with: rounds) }
        // The key's are within the encoded octets of its part, in plain sight.
        #expect(places.count == 3)
    }
}
