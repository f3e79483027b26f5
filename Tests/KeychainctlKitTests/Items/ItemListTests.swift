import Foundation
@_spi(Keepers) import PortableKeychain
import Testing

@testable import KeychainctlKit

@Suite struct ItemListTests {
    @Test(arguments: [
        ([], [0, 1, 2, 3, 4, 5, 6]),
        ([["generic", "api", "", "", "g"]], [1]),
        ([["generic", "api", "ci", "api", "g"], ["generic", "b", "", "b", "g"]], [1, 2]),
        ([["generic", "api", "", "", "g"], ["internet", "b", "", "", "g"]], [0, 1]),
        ([["key", "api", "", "x", "g"], ["key", "b", "", "", "h"]], [1, 3, 4]),
        ([["generic", "api", "", "", "g", "synchronized"]], [1, 5]),
        ([["generic", "api", "", "", "g", "", "Work"], ["generic", "b", "", "", "g"]], [1, 6]),
    ])
    func showsColumnsThatSaySomething(_ rows: [[String]], _ expected: [Int]) {
        let cells = rows.map { $0 + [String](repeating: "", count: 7 - $0.count) }
        #expect(ListedItem.columns(of: cells) == expected)
    }

    @Test func sortsDatesAndKeepsWhatIsAlike() {
        let items = [(3.0, "c"), (1, "a"), (3, "b")].map { time, service in
            ListedItem(
                itemClass: .genericPassword,
                attributes: [
                    .service: .string(service),
                    .creationDate: .date(Date(timeIntervalSinceReferenceDate: time)),
                ]
            )
        }
        func services(_ order: ItemList.Order) -> [String] {
            order.sorted(items).map { $0.text(.service) }
        }
        #expect(services(.created) == ["c", "b", "a"])
        #expect(services(.modified) == ["c", "a", "b"])
        #expect(services(.place) == ["a", "b", "c"])
        #expect(services(.account) == ["c", "a", "b"])
    }
}
