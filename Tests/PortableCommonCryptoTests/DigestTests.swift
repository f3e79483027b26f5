import PortableCommonCrypto
import Testing

/// The functions of CommonDigest.h, with the digests that the standards give for "abc".
@Suite struct DigestTests {
    struct Digest: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let expected: String
        let atOnce: @Sendable ([UInt8], inout [UInt8]) -> Bool
        /// In two pieces, in memory that was not initialized.
        let inPieces: @Sendable ([UInt8], Int, inout [UInt8]) -> [Int32]
    }

    private static func row<Context>(
        _ name: String,
        _ expected: String,
        _ atOnce:
            @escaping @Sendable (UnsafeRawPointer?, CC_LONG, UnsafeMutablePointer<UInt8>?) ->
            UnsafeMutablePointer<UInt8>?,
        _ begin: @escaping @Sendable (UnsafeMutablePointer<Context>?) -> Int32,
        _ update:
            @escaping @Sendable (UnsafeMutablePointer<Context>?, UnsafeRawPointer?, CC_LONG) ->
            Int32,
        _ finish:
            @escaping @Sendable (UnsafeMutablePointer<UInt8>?, UnsafeMutablePointer<Context>?) ->
            Int32
    ) -> Digest {
        Digest(
            testDescription: name,
            expected: expected,
            atOnce: { data, room in atOnce(data, CC_LONG(data.count), &room) != nil },
            inPieces: { data, split, room in
                let memory = UnsafeMutableRawPointer.allocate(
                    byteCount: MemoryLayout<Context>.size,
                    alignment: 16
                )
                defer { memory.deallocate() }
                memory.initializeMemory(
                    as: UInt8.self,
                    repeating: 0xA5,
                    count: MemoryLayout<Context>.size
                )
                let context = memory.bindMemory(to: Context.self, capacity: 1)
                let rest = Array(data[split...])
                return [
                    begin(context), update(context, data, CC_LONG(split)),
                    update(context, rest, CC_LONG(rest.count)), finish(&room, context),
                    // It has ended.
                    update(context, data, 1), finish(&room, context),
                ]
            }
        )
    }

    static let digests = [
        row(
            "MD5",
            "900150983cd24fb0d6963f7d28e17f72",
            { CC_MD5($0, $1, $2) },
            { CC_MD5_Init($0) },
            { CC_MD5_Update($0, $1, $2) },
            { CC_MD5_Final($0, $1) }
        ),
        row(
            "SHA-1",
            "a9993e364706816aba3e25717850c26c9cd0d89d",
            { CC_SHA1($0, $1, $2) },
            { CC_SHA1_Init($0) },
            { CC_SHA1_Update($0, $1, $2) },
            { CC_SHA1_Final($0, $1) }
        ),
        row(
            "SHA-256",
            "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad",
            { CC_SHA256($0, $1, $2) },
            { CC_SHA256_Init($0) },
            { CC_SHA256_Update($0, $1, $2) },
            { CC_SHA256_Final($0, $1) }
        ),
        row(
            "SHA-384",
            "cb00753f45a35e8bb5a03d699ac65007272c32ab0eded1631a8b605a43ff5bed8086072ba1e7cc2358baeca134c825a7",
            { CC_SHA384($0, $1, $2) },
            { CC_SHA384_Init($0) },
            { CC_SHA384_Update($0, $1, $2) },
            { CC_SHA384_Final($0, $1) }
        ),
        row(
            "SHA-512",
            "ddaf35a193617abacc417349ae20413112e6fa4e89a97ea20a9eeee64b55d39a"
                + "2192992a274fc1a836ba3c23a3feebbd454d4423643ce80e2a9ac94fa54ca49f",
            { CC_SHA512($0, $1, $2) },
            { CC_SHA512_Init($0) },
            { CC_SHA512_Update($0, $1, $2) },
            { CC_SHA512_Final($0, $1) }
        ),
    ]

    @Test(arguments: digests) func agreesWithTheStandard(_ digest: Digest) {
        let data = Array("abc".utf8)
        var room = [UInt8](repeating: 0, count: digest.expected.utf8.count / 2)
        #expect(digest.atOnce(data, &room))
        #expect(hex(room) == digest.expected)
        for split in 0...3 {
            room = [UInt8](repeating: 0, count: room.count)
            #expect(digest.inPieces(data, split, &room) == [1, 1, 1, 1, 0, 0])
            #expect(hex(room) == digest.expected)
        }
    }

    /// SHA-384 and SHA-512 share a type of contexts: a longer digest would be written past its room.
    @Test func endsOnlyWhatItBegan() {
        var room = [UInt8](repeating: 7, count: 64)
        var context = CC_SHA512_CTX()
        CC_SHA512_Init(&context)
        #expect(CC_SHA384_Final(&room, &context) == 0)
        #expect(CC_SHA512_Final(&room, &context) == 1)
        room = [UInt8](repeating: 7, count: 64)
        CC_SHA384_Init(&context)
        #expect(CC_SHA512_Final(&room, &context) == 0)
        #expect(room == [UInt8](repeating: 7, count: 64))
    }

    @Test func takesNothing() {
        var room = [UInt8](repeating: 0, count: 32)
        #expect(CC_SHA256(nil, 0, &room) != nil)
        #expect(hex(room).hasPrefix("e3b0c44298fc1c149afbf4c8996fb924"))
        #expect(CC_SHA256([1], 1, nil) == nil)
        #expect(CC_SHA256_Init(nil) == 0)
        var context = CC_SHA256_CTX()
        #expect(CC_SHA256_Update(&context, [1], 1) == 0)
        #expect(CC_SHA256_Final(&room, &context) == 0)
    }
}
