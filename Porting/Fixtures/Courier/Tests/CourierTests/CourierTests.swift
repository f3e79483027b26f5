import XCTest

@testable import Courier

final class CourierTests: XCTestCase {
    func testAKeyIsPinnedByItsDigest() throws {
        let attributes: [String: Any] = [
            kSecAttrKeyType as String: kSecAttrKeyTypeECSECPrimeRandom,
            kSecAttrKeySizeInBits as String: 256,
        ]
        let keys = try (0..<2).map { _ in
            try XCTUnwrap(SecKeyCopyPublicKey(XCTUnwrap(SecKeyCreateRandomKey(attributes as CFDictionary, nil))))
        }
        let bytes = try XCTUnwrap(SecKeyCopyExternalRepresentation(keys[0], nil) as Data?)
        let pins = Pins(digests: [Pins.digest(of: bytes)])
        XCTAssertTrue(pins.allow(keys[0]))
        XCTAssertFalse(pins.allow(keys[1]))
    }

    func testTheDigest() {
        let digest = Pins.digest(of: Data("abc".utf8))
        XCTAssertEqual(digest.prefix(4), Data([0xba, 0x78, 0x16, 0xbf]))
    }

    func testARequestHasItsToken() throws {
        let place = try XCTUnwrap(URL(string: "https://example.com/parcel"))
        let request = Courier.request(for: place, token: "t")
        XCTAssertEqual(request.value(forHTTPHeaderField: "Authorization"), "Bearer t")
    }
}
