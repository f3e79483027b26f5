import KeychainSecretService
import Testing

/// The keyrings of another provider, by the objects of their items.
@Suite struct ForeignKeyringTests {
    private static let root = "/org/freedesktop/secrets/collection"

    @Test(
        arguments: [
            ([], []), (["a/1"], ["a"]), (["a/1", "b/1", "a/2"], ["a", "b"]), (["a/1/2"], ["a/1"]),
        ] as [([String], [String])]
    )
    func areAboveTheirItems(_ items: [String], _ keyrings: [String]) {
        let objects = ForeignKeyring.objects(above: items.map { "\(Self.root)/\($0)" })
        #expect(objects == keyrings.map { "\(Self.root)/\($0)" })
    }

    /// An object that is below no other one, which no provider should have.
    @Test func anItemWithoutAKeyringHasNone() {
        #expect(ForeignKeyring.objects(above: ["x"]) == [])
    }

    /// A keyring of unknown protection counts as more than one without a password, and as less than one with a password.
    @Test(
        arguments: [
            ([.none, .unknown, .password], .password), ([.none, .unknown], .unknown),
            ([.unknown, .none], .unknown), ([.none, .none], .none),
        ] as [([ForeignKeyring.Protection], ForeignKeyring.Protection)]
    )
    func theBestProtectionCounts(
        _ all: [ForeignKeyring.Protection],
        _ best: ForeignKeyring.Protection
    ) {
        #expect(all.max() == best)
    }
}
