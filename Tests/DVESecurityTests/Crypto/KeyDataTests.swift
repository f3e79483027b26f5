import AppleVocabulary
import DVESecurity
import Foundation
import Testing

/// The bytes of secret keys.
@Suite struct KeyDataTests {
    private typealias KeyData = Crypto.KeyData

    @Test(arguments: [[], [0], [1, 2, 3], [UInt8](repeating: 7, count: 5000)] as [[UInt8]])
    func everyWayOfMakingGivesTheSame(bytes: [UInt8]) {
        let keys = [
            KeyData(copyFrom: bytes),
            KeyData(copyFrom: Data(bytes)),
            KeyData.createSecureCopy(of: bytes),
            KeyData.createSecureCopy(of: Data(bytes)),
            KeyData(transferFrom: NSMutableData(data: Data(bytes))),
            KeyData(byteCount: bytes.count) { $0.copyBytes(from: bytes) },
        ]
        #expect(keys.map(\.bytes) == Array(repeating: bytes, count: keys.count))
        #expect(Set(keys).count == 1)
        #expect(keys.allSatisfy { $0.byteCount == bytes.count && $0.bitCount == bytes.count * 8 })
    }

    @Test func roomIsZeroBeforeItIsFilled() {
        let key = KeyData(byteCount: 100) { room in
            #expect(room.allSatisfy { $0 == 0 })
            room[0] = 1
        }
        #expect(key.bytes == [1] + Array(repeating: 0, count: 99))
    }

    @Test func failuresOfTheCallerComeThrough() {
        #expect(throws: CancellationError.self) {
            try KeyData(byteCount: 8) { _ in throw CancellationError() }
        }
        #expect(throws: CancellationError.self) {
            try KeyData(copyFrom: [1]).withUnsafeBytes { _ in throw CancellationError() }
        }
    }

    @Test(arguments: [(true, [0, 0, 0]), (false, [1, 2, 3])] as [(Bool, [UInt8])])
    func transfersLeaveWhatTheyAreTold(resets: Bool, left: [UInt8]) {
        let source = NSMutableData(data: Data([1, 2, 3]))
        let key = KeyData(transferFrom: source, resetSource: resets)
        #expect(key.bytes == [1, 2, 3])
        #expect([UInt8](source as Data) == left)
    }

    @Test func equalityIsThatOfBytes() {
        let table: [([UInt8], [UInt8], Bool)] = [
            ([], [], true), ([1], [1], true), ([1], [2], false), ([1], [1, 0], false),
            ([0], [], false),
        ]
        for (left, right, equal) in table {
            #expect((KeyData(copyFrom: left) == KeyData(copyFrom: right)) == equal)
        }
    }

    @Test func randomKeysDiffer() throws {
        let keys = try (0..<8).map { _ in try KeyData.createRandomData(length: 32) }
        #expect(Set(keys).count == 8)
        #expect(try KeyData.createRandomData(length: 0).byteCount == 0)
        #expect(throws: CryptoError.self) { try KeyData.createRandomData(length: -1) }
    }

    @Test func textsAreCopiedInTheirEncoding() {
        let table: [(NSString, String.Encoding, [UInt8]?)] = [
            ("", .utf8, nil), ("key", .utf8, [107, 101, 121]), ("ü", .utf8, [0xC3, 0xBC]),
            ("ü", .isoLatin1, [0xFC]), ("ü", .ascii, nil), ("k", .utf16LittleEndian, [107, 0]),
        ]
        for (text, encoding, bytes) in table {
            #expect(KeyData(copyFrom: text, encoding: encoding)?.bytes == bytes)
        }
    }

    @Test func nothingPrintsTheBytes() {
        let key = KeyData(copyFrom: Data("secretsecret".utf8))
        var dumped = ""
        dump(key, to: &dumped)
        for text in ["\(key)", String(reflecting: key), dumped] {
            #expect(!text.contains("secret\u{22}") && !text.contains("115"))
            #expect(!text.contains("secretsecret"))
        }
    }

    @Test func typesOfOthersGetWhatFollowsFromTheirBytes() throws {
        let key = Token(word: "k")
        #expect(key.byteCount == 1)
        #expect(key.withUnsafeBytes { Array($0) } == [107])
        #expect(key == Token(keyData: key.keyData))
        #expect(Set([key, Token(word: "k"), Token(word: "l")]).count == 2)
    }

    private struct Token: KeyDataRepresentable, ContiguousBytes, Hashable {
        let word: String
        var keyData: KeyData { KeyData(copyFrom: Data(word.utf8)) }

        init(word: String) { self.word = word }
        init(keyData: KeyData) { word = String(decoding: keyData.bytes, as: UTF8.self) }
    }
}
