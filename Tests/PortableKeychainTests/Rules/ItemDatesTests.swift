import Foundation
import KeychainTesting
import Testing

@_spi(Keepers) @testable import PortableKeychain

/// The dates of items that were made elsewhere.
@Suite struct ItemDatesTests {
    private static let now = 800_000_000.0

    /// Seconds from now: the dates that are given, and those that the keychain keeps.
    @Test(
        arguments: [
            (given: [-500, -100], kept: [-500, -100]), ([-500, -500], [-500, -500]),
            ([0, 0], [0, 0]),
            // A date in the future is the present.
            ([-500, 100], [-500, 0]), ([100, 200], [0, 0]),
            // No change comes before the item was made.
            ([-100, -500], [-100, -100]), ([100, -500], [0, 0]),
            // The ends of time.
            ([-.infinity, .infinity], [-.infinity, 0]),
        ] as [(given: [Double], kept: [Double])]
    )
    func areKept(_ row: (given: [Double], kept: [Double])) throws {
        func dates(_ seconds: [Double]) -> ItemDates {
            ItemDates(
                created: Date(timeIntervalSinceReferenceDate: Self.now + seconds[0]),
                modified: Date(timeIntervalSinceReferenceDate: Self.now + seconds[1])
            )
        }
        let now = Date(timeIntervalSinceReferenceDate: Self.now)
        #expect(dates(row.given).kept(at: now) == dates(row.kept))
    }

    @Test(arguments: [[-500, -100], nil] as [[Double]?])
    func areStored(_ given: [Double]?) throws {
        var configuration = Keychain.Configuration(applicationIdentifier: "app")
        configuration.clock = FixedClock(Self.now).clock
        let keychain = try Keychain.inMemory(configuration)
        var addition = ItemRequest(
            .add,
            itemClass: .genericPassword,
            attributes: [.account: .string("a")],
            secret: secret("b")
        )
        let dates = (given ?? [0, 0]).map {
            Date(timeIntervalSinceReferenceDate: Self.now + $0)
        }
        if given != nil { addition.dates = ItemDates(created: dates[0], modified: dates[1]) }
        _ = try keychain.perform(addition)
        let search = ItemRequest(
            .copyMatching,
            itemClass: .genericPassword,
            returning: .attributes
        )
        let found = try #require(keychain.perform(search).items.first?.attributes)
        #expect(found[.creationDate] == .date(dates[0]))
        #expect(found[.modificationDate] == .date(dates[1]))
    }
}
