import XCTest

@testable import Strongbox

final class StrongboxTests: XCTestCase {
    func testABoxIsOpenedByItsWord() {
        let box = Registry.shared.box(named: "com.example.strongbox.tests")
        defer { box.burn() }
        XCTAssertTrue(box.lock(Data("gold".utf8), word: "sesame"))
        XCTAssertFalse(box.isOpen)
        XCTAssertNil(box.open(word: "semolina"))
        XCTAssertEqual(box.open(word: "sesame"), Data("gold".utf8))
        XCTAssertTrue(box.isOpen)
        XCTAssertTrue(box.burn())
        XCTAssertNil(box.open(word: "sesame"))
    }

    func testANameHasOneBoxWhileItIsHeld() {
        let first = Registry.shared.box(named: "a")
        XCTAssertTrue(first === Registry.shared.box(named: "a"))
        XCTAssertFalse(first === Registry.shared.box(named: "b"))
    }

    func testTheDigest() {
        XCTAssertEqual(Strongbox.digest(of: "abc").prefix(8), "ddaf35a1")
    }

    func testNothingIsMarkedWithoutAnEnclave() {
        XCTAssertNil(Seal.mark(Data("gold".utf8)))
    }
}
