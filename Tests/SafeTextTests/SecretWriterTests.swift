import PortableKeychain
import Testing

@testable import SafeText

/// Secrets that are put together.
@Suite struct SecretWriterTests {
    @Test(arguments: [1, 3, 1000]) func growsAsItIsFilled(_ capacity: Int) {
        var writer = SecretWriter(capacity: capacity)
        #expect(writer.string == "")
        for byte in "ab".utf8 { writer.append(byte) }
        writer.append("é")
        writer.append(SecretBytes(utf8: "secret"))
        writer.append("😀" as Unicode.Scalar)
        #expect(writer.count == 14)
        #expect(SecretText.copy(writer.secret) == "abésecret😀")
    }

    @Test func endsEmpty() {
        let writer = SecretWriter()
        #expect(writer.secret.count == 0)
    }

    @Test(
        arguments: [
            (2..<6, .plain, "a\"\"b"), (2..<6, .doubledQuotes, "a\"b"), (3..<3, .plain, ""),
        ] as [(Range<Int>, SourceText.Notation, String)]
    )
    func decodesWhatItIsAskedFor(
        _ range: Range<Int>,
        _ notation: SourceText.Notation,
        _ text: String
    ) {
        let source = SourceText(SecretBytes(utf8: "x,a\"\"b,y"), range, notation)
        #expect(source.string == text)
        #expect(SecretText.copy(source.secret) == text)
        #expect(source.isEmpty == text.isEmpty)
    }
}
