import PortableSecurity
import Testing

struct RandomTests {
    @Test(arguments: [0, 1, 16, 33, 70_000])
    func fillsExactlyTheCount(count: Int) {
        var bytes = [UInt8](repeating: 0, count: count + 1)
        #expect(SecRandomCopyBytes(kSecRandomDefault, count, &bytes) == errSecSuccess)
        #expect(bytes[count] == 0)
        // 16 zero bytes in a row would be a miracle.
        #expect(count < 16 || bytes.prefix(count).contains { $0 != 0 })
    }

    @Test func refusesANegativeCount() {
        var byte: UInt8 = 0
        #expect(SecRandomCopyBytes(nil, -1, &byte) == errSecParam)
    }

    @Test func drawsDifferentBytes() {
        let draws = (0..<64).map { _ in
            var bytes = [UInt8](repeating: 0, count: 16)
            _ = SecRandomCopyBytes(kSecRandomDefault, 16, &bytes)
            return bytes
        }
        #expect(Set(draws).count == draws.count)
    }
}
