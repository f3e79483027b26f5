import Testing

@testable import PortableKeychain

/// What a bundle may ask for (item-semantics.md §6.8).
struct BundleLimitsTests {
    /// Each derivation alone is allowed; together they are too many, and none of them is done.
    @Test func countsTheRoundsOfAllDerivations() throws {
        let passphrase = try BundlePassphrase(.utf8("p"))
        let most = Int(BundleDerivation.roundsLimit)
        try passphrase.spend(most)
        try passphrase.spend(most - 1)
        #expect(throws: KeychainError(.undecodable)) { try passphrase.spend(2) }
        try passphrase.spend(1)
        #expect(throws: KeychainError(.undecodable)) { try passphrase.spend(1) }
    }

    /// Another bundle, or another try, has the whole amount again.
    @Test func countsEachBundleByItself() throws {
        for _ in 0..<3 {
            try BundlePassphrase(.utf8("p")).spend(2 * Int(BundleDerivation.roundsLimit))
        }
    }
}
