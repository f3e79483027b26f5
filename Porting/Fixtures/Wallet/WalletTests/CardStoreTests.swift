import XCTest

@testable import Wallet

class CardStoreTests: XCTestCase {
    let cards = CardStore(service: "com.example.wallet.tests")

    override func tearDown() { cards.names.forEach { cards[$0] = nil } }

    func testCardsAreKept() {
        cards["red"] = "4000 0000 0000 0002"
        cards["blue"] = "5100 0000 0000 0008"
        cards["red"] = nil
        XCTAssertEqual(cards.names, ["blue"])
        XCTAssertEqual(cards["blue"], "5100 0000 0000 0008")
    }

    func testTheSumOfANumber() {
        XCTAssertNotNil(CardNumber("4000 0000 0000 0002"))
        XCTAssertNil(CardNumber("4000 0000 0000 0003"))
    }
}
