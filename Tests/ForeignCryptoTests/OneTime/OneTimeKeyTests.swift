@testable import ForeignCrypto
import Testing

@testable import PortableKeychain

/// The vectors of RFC 4226, appendix D, and RFC 6238, appendix B.
@Suite struct OneTimeKeyTests {
    @Test(
        "counts according to RFC 4226",
        arguments: zip(
            UInt64(0)...9,
            [
                "755224", "287082", "359152", "969429", "338314", "254676", "287922", "162583",
                "399871", "520489",
            ]
        )
    )
    func counts(_ counter: UInt64, _ digits: String) {
        var key = OneTimeKey(SecretBytes(utf8: "12345678901234567890"))
        key.moving = .counter(counter)
        let code = key.code(at: 1e9)
        #expect(code.text.string() == digits)
        #expect(code.secondsLeft == nil)
    }

    @Test(
        "follows the time according to RFC 6238",
        arguments: [
            (59, "94287082", "46119246", "90693936"),
            (1_111_111_109, "07081804", "68084774", "25091201"),
            (1_111_111_111, "14050471", "67062674", "99943326"),
            (1_234_567_890, "89005924", "91819424", "93441116"),
            (2_000_000_000, "69279037", "90698825", "38618901"),
            (20_000_000_000, "65353130", "77737706", "47863826"),
        ]
    )
    func followsTheTime(_ time: Double, _ sha1: String, _ sha256: String, _ sha512: String) {
        for (algorithm, length, digits) in [
            (OneTimeKey.Algorithm.sha1, 20, sha1), (.sha256, 32, sha256), (.sha512, 64, sha512),
        ] {
            let seed = String(repeating: "1234567890", count: 7).prefix(length)
            var key = OneTimeKey(SecretBytes(utf8: String(seed)))
            key.algorithm = algorithm
            key.digits = 8
            #expect(key.code(at: time).text.string() == digits)
        }
    }

    @Test(
        "says how long a code is valid",
        arguments: [(0.0, 30, 30), (29.9, 30, 1), (30, 30, 30), (61.5, 60, 59), (-5, 30, 30)]
    )
    func saysHowLong(_ time: Double, _ period: Int, _ left: Int) {
        var key = OneTimeKey(SecretBytes(utf8: "12345678901234567890"))
        key.moving = .time(period: period)
        #expect(key.code(at: time).secondsLeft == left)
    }

    @Test("reads the clock that it is given") func readsTheClock() {
        let key = OneTimeKey(SecretBytes(utf8: "12345678901234567890"))
        // 2001-01-01T00:00:00Z is 978,307,200 seconds after 1970, a multiple of 30.
        let code = key.code(KeychainClock { 1 })
        #expect(code.secondsLeft == 29)
        #expect(code.text.matches(key.code(at: 978_307_201).text))
    }

    @Test("keeps leading zeroes, and gives ten digits") func keepsZeroes() {
        var key = OneTimeKey(SecretBytes(utf8: "12345678901234567890"))
        key.digits = 10
        key.moving = .counter(0)
        // RFC 4226 prints the whole number: 1284755224.
        #expect(key.code(at: 0).text.string() == "1284755224")
        key.moving = .counter(2)
        // 137359152
        #expect(key.code(at: 0).text.string() == "0137359152")
    }
}
