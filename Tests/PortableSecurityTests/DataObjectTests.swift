import Foundation
import ItemDictionaries
import Testing

/// Objects become values of Swift with the same bytes, in one step.
@Suite struct DataObjectTests {
    private static func bytes(_ count: Int) -> [UInt8] {
        (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 7) }
    }

    @Test(arguments: [0, 1, 14, 15, 24, 4096, 100_000]) func keepTheirBytes(_ count: Int) {
        let bytes = Self.bytes(count)
        let object: AnyObject = NSData(bytes: bytes, length: count)
        #expect((object as? Data).map { [UInt8]($0) } == bytes)
        let mutable = NSMutableData(bytes: bytes, length: count)
        let value = mutable as Data
        mutable.append(bytes, length: count)
        #expect([UInt8](value) == bytes)
        #expect([UInt8](mutable as Data) == bytes + bytes)
    }

    @Test func giveAccessToTheirBytes() {
        let bytes = Self.bytes(3)
        let object: Any = NSData(bytes: bytes, length: bytes.count)
        #expect((object as? any ContiguousBytes)?.withUnsafeBytes { [UInt8]($0) } == bytes)
    }
}
