import XCTest

@testable import Notebook
import NotebookCore

final class NotebookTests: XCTestCase {
    let notebook = Notebook(service: "com.example.notebook.tests")

    override func setUp() { notebook.eraseAll() }
    override func tearDown() { notebook.eraseAll() }

    func testANoteIsReadAgain() throws {
        try notebook.write("first", title: "a")
        try notebook.write("second", title: "a")
        XCTAssertEqual(try notebook.read("a"), "second")
        try notebook.erase("a")
        XCTAssertThrowsError(try notebook.read("a"))
    }

    /// Looks at the items as Apple's functions do, which Foundation exports there.
    func testTheItemIsAPassword() throws {
        try notebook.write("text", title: "b")
        let query: [String: Any] = [
            kSecClass as String: kSecClassGenericPassword,
            kSecAttrService as String: notebook.service,
        ]
        XCTAssertEqual(SecItemCopyMatching(query as CFDictionary, nil), errSecSuccess)
        XCTAssertTrue(notebook.eraseAll())
        XCTAssertEqual(SecItemCopyMatching(query as CFDictionary, nil), errSecItemNotFound)
    }

    func testFingerprint() {
        XCTAssertEqual(Notebook.fingerprint("abc"), "ba7816bf")
    }

    func testChecksum() {
        XCTAssertEqual(Notebook.checksum("abc"), "a9993e364706816aba3e25717850c26c9cd0d89d")
    }

    /// The user cannot be asked while tests run.
    func testAPrivateNoteIsNotReadWithoutItsOwner() throws {
        try notebook.writePrivate("text", title: "c")
        XCTAssertThrowsError(try notebook.read("c")) {
            XCTAssertEqual($0 as? StatusError, StatusError(status: errSecInteractionNotAllowed))
        }
    }
}
