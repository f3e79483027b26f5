import Testing

@testable import PortableKeychain

/// Places in tables are spread (`UnsafeRawBufferPointer.place(among:)`).
struct PlaceTests {
    /// Services and accounts often differ in a number at their end, wherever that is in a word.
    @Test(arguments: 1..<64) func differForTextsThatEndInOtherDigits(_ length: Int) {
        let places = (UInt8(ascii: "0")...UInt8(ascii: "9")).map { digit in
            let text = [UInt8](repeating: UInt8(ascii: "x"), count: length - 1) + [digit]
            return text.withUnsafeBytes { $0.place(among: 64) }
        }
        #expect(Set(places).count > 6)
        #expect(places.allSatisfy { 0..<64 ~= $0 })
    }
}
