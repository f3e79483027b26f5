import PortableKeychain
import Testing

@testable import KeychainPasskeys

/// Options of hostile and of careless sites.
@Suite struct OptionTests {
    private static let large = String(repeating: "A", count: 4000)

    /// Values that a registration refuses, by member.
    private static let registrations: [(String, String?)] = [
        ("challenge", nil), ("challenge", "null"), ("challenge", "17"), ("challenge", #""AAAA""#),
        ("challenge", #""AAAAAAAAAAAAAAAAAAAA""#), ("challenge", #""AAAAAAAAAAAAAAAAAAAAAA==""#),
        ("challenge", #""AAAAAAAAAAAAAAAAAAAAA+""#), ("challenge", #""AAAAAAAAAAAAAAAAAAAAAB""#),
        ("challenge", #"["AAAAAAAAAAAAAAAAAAAAAA"]"#), ("challenge", "\"\(large)\""),
        ("rp", #""example.com""#), ("rp", #"{"id": 1}"#), ("rp", #"["example.com"]"#),
        ("rp", "{\"id\": \"\(large)\"}"),
        ("user", nil), ("user", "{}"), ("user", "[]"), ("user", #"{"id": ""}"#),
        ("user", #"{"id": "AQID", "name": 1}"#), ("user", #"{"id": "AQID", "displayName": []}"#),
        ("user", #"{"id": "AQID", "name": "\#(large)"}"#), ("user", #"{"id": 65793, "name": "a"}"#),
        ("user", #"{"id": "\#(String(repeating: "A", count: 87))", "name": "a"}"#),
        ("pubKeyCredParams", nil), ("pubKeyCredParams", "{}"), ("pubKeyCredParams", "[-7]"),
        ("pubKeyCredParams", #"[{"type": "public-key"}]"#), ("pubKeyCredParams", #"[{"alg": -7}]"#),
        ("pubKeyCredParams", #"[{"type": "public-key", "alg": "-7"}]"#),
        ("pubKeyCredParams", #"[{"type": "public-key", "alg": -7.5}]"#),
        ("pubKeyCredParams", #"[{"type": "public-key", "alg": 1e400}]"#),
        (
            "pubKeyCredParams",
            "[" + Array(repeating: "{}", count: 1025).joined(separator: ",") + "]"
        ),
        ("excludeCredentials", "true"), ("excludeCredentials", "[1]"),
        ("excludeCredentials", #"[{"type": "public-key"}]"#),
        ("excludeCredentials", #"[{"id": "AA"}]"#),
        ("excludeCredentials", #"[{"type": "public-key", "id": ""}]"#),
        ("excludeCredentials", #"[{"type": "public-key", "id": "\#(large)"}]"#),
        ("authenticatorSelection", #""platform""#),
        ("authenticatorSelection", #"{"authenticatorAttachment": 1}"#),
        ("authenticatorSelection", #"{"userVerification": true}"#),
        ("extensions", "[]"), ("extensions", #"{"credProps": "yes"}"#),
    ]

    @Test(arguments: registrations) func refusesRegistrations(member: String, value: String?) {
        let options = PasskeyOptionsText.registration().with(member, value).secret
        #expect(Self.registration(options) == .malformedOptions)
    }

    /// Values that a sign-in refuses, by member.
    @Test(
        arguments: [
            ("challenge", nil), ("challenge", #""AAAA""#), ("rpId", "1"),
            ("rpId", #"["example.com"]"#),
            ("allowCredentials", "{}"), ("allowCredentials", "[[]]"),
            ("allowCredentials", #"[{"type": 1, "id": "AA"}]"#),
            ("allowCredentials", #"[{"type": "public-key", "id": "A"}]"#),
            ("userVerification", "[]"),
        ] as [(String, String?)]
    )
    func refusesAssertions(member: String, value: String?) {
        let options = PasskeyOptionsText.assertion().with(member, value).secret
        #expect(Self.assertion(options) == .malformedOptions)
    }

    @Test(arguments: [
        "", "null", "[]", "{", "{}{}", "\"x\"", "\u{FEFF}{}",
        String(repeating: "[", count: 100_000),
        "{\"a\": \"" + String(repeating: "x", count: 256 * 1024) + "\"}",
    ])
    func refusesWhatIsNoObject(text: String) {
        #expect(Self.registration(SecretBytes(utf8: text)) == .malformedOptions)
        #expect(Self.assertion(SecretBytes(utf8: text)) == .malformedOptions)
    }

    /// A large request is read up to its limit, and no further.
    @Test func readsUpToTheLimit() {
        let base = PasskeyOptionsText.assertion()
        let most = OptionReader.largest - base.with("x", "\"\"").secret.count
        for (length, isTaken) in [(most, true), (most + 1, false)] {
            let options = base.with("x", "\"" + String(repeating: "x", count: length) + "\"").secret
            #expect((Self.assertion(options) == nil) == isTaken)
        }
    }

    /// Members and values that a later version of WebAuthn may have are passed over.
    @Test(arguments: [
        ("attestation", #""direct""#), ("timeout", "60000"), ("hints", #"["security-key"]"#),
        ("extensions", #"{"prf": {"eval": {}}, "other": 1}"#),
        ("authenticatorSelection", #"{"userVerification": "telepathy"}"#),
        (
            "authenticatorSelection",
            #"{"authenticatorAttachment": "implant", "residentKey": "required"}"#
        ),
        ("excludeCredentials", #"[{"type": "other", "id": 1}]"#), ("excludeCredentials", "[]"),
        ("pubKeyCredParams", #"[{"type": "other", "alg": -7}, {"type": "public-key", "alg": -8}]"#),
        ("rp", "null"), ("rp", #"{"name": "Example"}"#), ("unknown", "[[[]]]"),
        ("user", #"{"id": "AQID"}"#),
    ])
    func passesOverWhatIsNew(member: String, value: String) {
        let options = PasskeyOptionsText.registration().with(member, value).secret
        #expect(Self.registration(options) == nil)
    }

    @Test func unknownWordsCountAsMissing() {
        #expect(UserVerification(reading: "telepathy") == .preferred)
        #expect(UserVerification(reading: nil) == .preferred)
        #expect(UserVerification(reading: "required") == .required)
    }

    static func registration(_ options: SecretBytes) -> PasskeyError.Code? {
        do throws(PasskeyError) {
            _ = try PasskeyRegistration(options, for: PasskeyPage("https://example.com"))
            return nil
        } catch { return error.code }
    }

    static func assertion(_ options: SecretBytes) -> PasskeyError.Code? {
        do throws(PasskeyError) {
            _ = try PasskeyAssertion(options, for: PasskeyPage("https://example.com"))
            return nil
        } catch { return error.code }
    }
}

/// Base64 with the alphabet of URLs.
@Suite struct Base64TextTests {
    /// RFC 4648, 10, and the two other letters.
    @Test(
        arguments: [
            ("", []), ("Zg", [0x66]), ("Zm8", [0x66, 0x6F]), ("Zm9v", [0x66, 0x6F, 0x6F]),
            ("-_8", [0xFB, 0xFF]), ("AA", [0]),
        ] as [(String, [UInt8])]
    )
    func readsAndWrites(text: String, bytes: [UInt8]) {
        #expect(Base64Text.encoded(bytes) == text)
        #expect(Base64Text.decoded(text) == bytes)
    }

    @Test(arguments: [
        "A", "Zg=", "Zg==", "+/8", "Zh", "Z g", "Zg\n", "Zgé", "ZZZZZ", "Zm9v=", "Ａg",
    ])
    func refusesOtherTexts(text: String) {
        #expect(Base64Text.decoded(text) == nil)
    }
}
