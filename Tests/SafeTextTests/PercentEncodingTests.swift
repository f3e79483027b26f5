import PortableKeychain
import Testing

@testable import SafeText

@Suite struct PercentEncodingTests {
    @Test(
        "reads and writes",
        arguments: [
            ("", ""), ("a-Z_0.9~", "a-Z_0.9~"), ("a/b:c", "a%2Fb%3Ac"), ("ä", "%C3%A4"),
            ("%", "%25"), ("\0\n", "%00%0A"),
        ]
    )
    func readsAndWrites(_ plain: String, _ encoded: String) {
        #expect(PercentEncoding.encoded(plain) == encoded)
        #expect(PercentEncoding.decoded(SecretBytes(utf8: encoded))?.string() == plain)
        let lower = encoded.lowercased()
        #expect(PercentEncoding.decoded(SecretBytes(utf8: lower))?.string() == plain.lowercased())
    }

    @Test("keeps bytes that are not text") func keepsBytes() {
        let decoded = PercentEncoding.decoded(SecretBytes(utf8: "%FF%fe"))
        #expect(decoded?.withUnsafeBytes { Array($0) } == [0xFF, 0xFE])
    }

    @Test("refuses a sign without two digits", arguments: ["%", "%4", "a%4", "%+1", "%zz", "%4g"])
    func refuses(_ text: String) {
        #expect(PercentEncoding.decoded(SecretBytes(utf8: text)) == nil)
    }
}
