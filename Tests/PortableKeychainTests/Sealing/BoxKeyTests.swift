import Crypto
import Testing

@_spi(Keepers) @testable import PortableKeychain

/// A box opens in the same way with an expanded key and with swift-crypto's function.
struct BoxKeyTests {
    private let key = SymmetricKey.random(.system)
    private let context = Array("context".utf8)

    private var ways: [BoxKey] { [BoxKey(key), BoxKey(key, isExpanded: false)] }

    private func seal(_ plaintext: [UInt8]) throws -> [UInt8] {
        try plaintext.withRawBytes { bytes throws(KeychainError) in
            try Box.seal(bytes, key: key, context: context, entropy: .system)
        }
    }

    private func open(_ box: [UInt8], _ key: BoxKey, _ context: [UInt8]) throws -> [UInt8] {
        try box.withRawBytes { box throws(KeychainError) in
            try context.withRawBytes { context throws(KeychainError) in
                try Box.open(box, key: key, context: context) { Array($0) }
            }
        }
    }

    @Test func expandsKeysWhereItCan() {
        #if os(Linux)
            #expect(ways.map(\.isExpanded) == [true, false])
        #else
            #expect(ways.map(\.isExpanded) == [false, false])
        #endif
    }

    @Test(arguments: [0, 1, 15, 16, 17, 255, 1024, 1025, 100_000])
    func opensWhatWasSealed(_ length: Int) throws {
        let plaintext = (0..<length).map { UInt8(truncatingIfNeeded: $0) }
        let box = try seal(plaintext)
        for way in ways { #expect(try open(box, way, context) == plaintext) }
    }

    @Test func opensNothingElse() throws {
        let box = try seal(Array("correct horse".utf8))
        for way in ways {
            for place in box.indices {
                var changed = box
                changed[place] ^= 1
                #expect(throws: KeychainError(.corrupt)) { try open(changed, way, context) }
            }
            for length in [0, 1, 12, 27, 28, box.count - 1] {
                #expect(throws: KeychainError(.corrupt)) {
                    try open(Array(box.prefix(length)), way, context)
                }
            }
            #expect(throws: KeychainError(.corrupt)) { try open(box + [0], way, context) }
            for other in [[], Array("other context".utf8)] {
                #expect(throws: KeychainError(.corrupt)) { try open(box, way, other) }
            }
            // The failures above leave nothing behind.
            #expect(try open(box, way, context) == Array("correct horse".utf8))
        }
        let stranger = SymmetricKey.random(.system)
        for way in [BoxKey(stranger), BoxKey(stranger, isExpanded: false)] {
            #expect(throws: KeychainError(.corrupt)) { try open(box, way, context) }
        }
    }
}
