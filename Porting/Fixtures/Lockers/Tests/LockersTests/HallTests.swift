import XCTest

import Lockers
import Valet

final class HallTests: XCTestCase {
    struct Coat: Codable, Equatable { var size: Int }

    let attendant = KeychainAttendant(house: "com.example.lockers.tests")

    override func setUp() { attendant.emptyAll() }
    override func tearDown() { attendant.emptyAll() }

    func testACoatIsFetched() throws {
        let hall = Hall<Coat>(attendant: attendant)
        try hall.keep(Coat(size: 1), in: "a")
        try hall.keep(Coat(size: 2), in: "a")
        try hall.keep(Coat(size: 3), in: "b")
        XCTAssertEqual(hall.fetch("a"), Coat(size: 2))
        XCTAssertNil(hall.fetch("c"))
        XCTAssertEqual(attendant.lockers(), ["a", "b"])
    }
}
