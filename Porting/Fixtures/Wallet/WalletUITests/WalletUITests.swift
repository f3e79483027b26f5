import XCTest

class WalletUITests: XCTestCase {
    func testItStarts() { XCUIApplication().launch() }
}
