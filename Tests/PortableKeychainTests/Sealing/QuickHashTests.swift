import Testing

@testable import PortableKeychain

/// The lowest bits of a hash, which choose places in tables, are spread (`UnsafeRawBufferPointer.quickHash`).
struct QuickHashTests {
    /// Services and accounts often differ in a number at their end, wherever that is in a word.
    @Test(arguments: 1..<64) func differForTextsThatEndInOtherDigits(_ length: Int) {
        let places = (UInt8(ascii: "0")...UInt8(ascii: "9")).map { digit in
            let text = [UInt8](repeating: UInt8(ascii: "x"), count: length - 1) + [digit]
            return text.withUnsafeBytes { $0.quickHash % 64 }
        }
        #expect(Set(places).count > 6)
    }
}
