import Crypto
import Testing

@_spi(Keepers) @testable import PortableKeychain

/// A token that was kept is the one of the value.
struct RecentTokensTests {
    /// More values than places, so that they displace each other, and some that are too long.
    @Test func areThoseOfTheValues() throws {
        let tokens = try LookupTokens(root: SymmetricKey.random(.system))
        let recent = RecentTokens()
        let values = (0..<4 * RecentTokens.places).map { number in
            [UInt8](repeating: UInt8(number), count: number % (RecentTokens.longest + 4))
        }
        for value in values + values.reversed() {
            for key in [AttributeKey.account, .service, .account] {
                #expect(
                    recent.attribute(tokens, key, in: .genericPassword, value: value)
                        == tokens.attribute(key, in: .genericPassword, value: value)
                )
            }
        }
    }
}
