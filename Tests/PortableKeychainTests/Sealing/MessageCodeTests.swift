import Crypto
import Testing

@_spi(Keepers) @testable import PortableKeychain

/// A code is the same with an expanded key and with swift-crypto's function.
struct MessageCodeTests {
    private func code(_ code: MessageCode, _ message: [UInt8]) -> [UInt8] {
        message.withUnsafeBytes { code.of($0) { Array($0) } }
    }

    @Test(arguments: [0, 1, 15, 16, 17, 31, 32, 33, 64, 100, 1000])
    func isTheSameInBothWays(_ length: Int) throws {
        let key = SymmetricKey.random(.system)
        let (expanded, plain) = (try MessageCode(key), try MessageCode(key, isExpanded: false))
        #if os(Linux)
            #expect(expanded.isExpanded)
        #endif
        #expect(!plain.isExpanded)
        let message = (0..<length).map { UInt8(truncatingIfNeeded: $0 + 1) }
        // Twice, because one leaves the expanded key ready for the next.
        for _ in 0..<2 { #expect(code(expanded, message) == code(plain, message)) }
        #expect(code(expanded, message) != code(expanded, message + [0]))
    }

    /// NIST SP 800-38B, appendix D.3: AES-256 with messages of 0 and 16 bytes.
    @Test func isThatOfTheStandard() throws {
        let key = SymmetricKey(
            data: bytes("603deb1015ca71be2b73aef0857d77811f352c073b6108d72d9810a30914dff4")
        )
        for way in [try MessageCode(key), try MessageCode(key, isExpanded: false)] {
            #expect(code(way, []) == bytes("028962f61b7bf89efc6b551f4667d983"))
            #expect(
                code(way, bytes("6bc1bee22e409f96e93d7e117393172a"))
                    == bytes("28a7023f452e8f82bd4bf28d8c37c35c")
            )
        }
    }

    @Test func isTheSameInAllThreads() async throws {
        let expanded = try MessageCode(SymmetricKey.random(.system))
        let messages = (0..<64).map { Array("message \($0)".utf8) }
        let expected = messages.map { code(expanded, $0) }
        await withTaskGroup(of: Bool.self) { group in
            for _ in 0..<8 {
                group.addTask {
                    (0..<50).allSatisfy { _ in messages.map { code(expanded, $0) } == expected }
                }
            }
            for await isRight in group { #expect(isRight) }
        }
    }

    private func bytes(_ hex: String) -> [UInt8] {
        var rest = Substring(hex)
        var bytes: [UInt8] = []
        while let byte = UInt8(rest.prefix(2), radix: 16) {
            bytes.append(byte)
            rest = rest.dropFirst(2)
        }
        return bytes
    }
}
