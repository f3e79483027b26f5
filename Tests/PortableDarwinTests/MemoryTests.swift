import PortableDarwin
import Testing

@Suite struct MemoryTests {
    @Test(
        arguments: [
            // size, byte, count, status, bytes filled
            (8, 0, 8, 0, 8), (8, 7, 3, 0, 3), (8, 7, 0, 0, 0), (0, 7, 0, 0, 0),
            (8, 7, 9, EOVERFLOW, 8), (8, 7, -1, E2BIG, 8), (-1, 7, 8, E2BIG, 0),
        ] as [(Int, Int32, Int, Int32, Int)]
    )
    func fillsAndSaysWhatDoesNotFit(
        size: Int,
        byte: Int32,
        count: Int,
        status: Int32,
        filled: Int
    ) {
        var bytes = [UInt8](repeating: 0xAA, count: 8)
        #expect(memset_s(&bytes, size, byte, count) == status)
        let expected =
            [UInt8](repeating: UInt8(byte), count: filled)
            + [UInt8](repeating: 0xAA, count: 8 - filled)
        #expect(bytes == expected)
    }

    @Test func fillsNothingWithoutMemory() { #expect(memset_s(nil, 8, 0, 8) == EINVAL) }

    @Test func comparesBytes() {
        #expect(timingsafe_bcmp([1, 2, 3] as [UInt8], [1, 2, 3] as [UInt8], 3) == 0)
        for place in 0..<3 {
            var other: [UInt8] = [1, 2, 3]
            other[place] ^= 0x80
            #expect(timingsafe_bcmp([1, 2, 3] as [UInt8], other, 3) != 0)
        }
        #expect(timingsafe_bcmp([1, 2] as [UInt8], [1, 3] as [UInt8], 1) == 0)
        #expect(timingsafe_bcmp(nil, nil, 0) == 0)
    }

    @Test func callsTheBodyOfAPool() throws {
        struct Failure: Error {}
        #expect(autoreleasepool { NSInteger(NSUInteger(3)) } == 3)
        #expect(throws: Failure.self) { try autoreleasepool { throw Failure() } }
    }
}
