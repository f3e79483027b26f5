import PortableCommonCrypto
import Testing

/// CCHmac, with the codes of RFC 2202 and RFC 4231 (test case 2).
@Suite struct HMACTests {
    static let codes: [(Int, String)] = [
        (kCCHmacAlgMD5, "750c783e6ab0b503eaa86e310a5db738"),
        (kCCHmacAlgSHA1, "effcdf6ae5eb2fa2d27416d5f184df9c259a7c79"),
        (kCCHmacAlgSHA256, "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843"),
        (
            kCCHmacAlgSHA384,
            "af45d2e376484031617f78d2b58a6b1b9c7ef464f5a01b47e42ec3736322445e8e2240ca5e69e2c78b3239ecfab21649"
        ),
        (
            kCCHmacAlgSHA512,
            "164b7a7bfcf819e2e395fbe73b56e0a387bd64222e831fd610270cd7ea250554"
                + "9758bf75c05a994a6d034f65f8f0e6fdcaeab1a34d4a6b4b636e070a38bce737"
        ),
    ]

    @Test(arguments: codes) func agreesWithTheStandard(_ algorithm: Int, _ expected: String) {
        let key = Array("Jefe".utf8)
        let data = Array("what do ya want for nothing?".utf8)
        var room = [UInt8](repeating: 0, count: expected.utf8.count / 2)
        CCHmac(CCHmacAlgorithm(algorithm), key, key.count, data, data.count, &room)
        #expect(hex(room) == expected)
        for split in 0...data.count {
            var context = CCHmacContext()
            CCHmacInit(&context, CCHmacAlgorithm(algorithm), key, key.count)
            CCHmacUpdate(&context, data, split)
            let rest = Array(data[split...])
            CCHmacUpdate(&context, rest, rest.count)
            room = [UInt8](repeating: 0, count: room.count)
            CCHmacFinal(&context, &room)
            #expect(hex(room) == expected)
        }
    }

    /// A key that is longer than a block (RFC 4231, test case 6).
    @Test func takesLongKeys() {
        let key = [UInt8](repeating: 0xAA, count: 131)
        let data = Array("Test Using Larger Than Block-Size Key - Hash Key First".utf8)
        var room = [UInt8](repeating: 0, count: 32)
        CCHmac(CCHmacAlgorithm(kCCHmacAlgSHA256), key, key.count, data, data.count, &room)
        #expect(hex(room) == "60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54")
    }

    @Test func endsTheProcessForAnotherFunction() async {
        await #expect(processExitsWith: .failure) {
            var room = [UInt8](repeating: 0, count: 64)
            CCHmac(5, nil, 0, nil, 0, &room)
        }
    }
}
