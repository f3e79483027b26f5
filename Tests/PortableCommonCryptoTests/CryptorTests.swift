import PortableCommonCrypto
import Testing

/// AES in CBC and CTR mode, with the vectors of NIST SP 800-38A.
@Suite struct CryptorTests {
    static let plain = bytes(
        "6bc1bee22e409f96e93d7e117393172aae2d8a571e03ac9c9eb76fac45af8e51"
            + "30c81c46a35ce411e5fbc1191a0a52ef"
    )
    static let iv = Array(0..<16 as Range<UInt8>)
    static let keys = [
        "2b7e151628aed2a6abf7158809cf4f3c", "8e73b0f7da0e6452c810f32b809079e562f8ead2522c6b7b",
        "603deb1015ca71be2b73aef0857d77811f352c073b6108d72d9810a30914dff4",
    ].map(bytes)
    static let ciphertexts = [
        "7649abac8119b246cee98e9b12e9197d5086cb9b507219ee95db113a917678b2"
            + "73bed6b8e3c1743b7116e69e22229516",
        "4f021db243bc633d7178183a9fa071e8b4d9ada9ad7dedf4e5e738763f69145a"
            + "571b242012fb7ae07fa9baac3df102e0",
        "f58c4c04d6e5f1ba779eabfb5f7bfbd69cfc4e967edb808d679f777bc6702c7d"
            + "39f23369a9d9bacfa530e26304231461",
    ].map(bytes)

    private func crypt(
        _ operation: Int,
        _ options: Int,
        _ key: [UInt8],
        _ input: [UInt8],
        room: Int = 128
    ) -> (status: Int, output: [UInt8], moved: Int) {
        var output = [UInt8](repeating: 0, count: room)
        var moved = -1
        let status = CCCrypt(
            CCOperation(operation),
            CCAlgorithm(kCCAlgorithmAES),
            CCOptions(options),
            key,
            key.count,
            Self.iv,
            input,
            input.count,
            &output,
            room,
            &moved
        )
        return (Int(status), Array(output.prefix(max(0, moved))), moved)
    }

    @Test(arguments: 0..<3) func agreesWithTheStandard(_ row: Int) {
        let key = Self.keys[row]
        let sealed = crypt(kCCEncrypt, 0, key, Self.plain)
        #expect(sealed.status == kCCSuccess && sealed.output == Self.ciphertexts[row])
        let opened = crypt(kCCDecrypt, 0, key, sealed.output)
        #expect(opened.status == kCCSuccess && opened.output == Self.plain)
    }

    /// Each length is padded, at once and in pieces of each size, and back.
    @Test(arguments: 0...48) func pads(_ length: Int) throws {
        let key = Self.keys[0]
        let input = Array(Self.plain.prefix(length))
        let sealed = crypt(kCCEncrypt, kCCOptionPKCS7Padding, key, input)
        #expect(sealed.status == kCCSuccess && sealed.moved == (length / 16 + 1) * 16)
        #expect(crypt(kCCDecrypt, kCCOptionPKCS7Padding, key, sealed.output).output == input)
        for size in [1, 3, 15, 16, 17, 33] {
            let mode = CCMode(kCCModeCBC)
            let encrypted = try pieces(kCCEncrypt, mode, 1, key, Self.iv, input, size)
            #expect(encrypted == sealed.output)
            #expect(try pieces(kCCDecrypt, mode, 1, key, Self.iv, encrypted, size) == input)
        }
    }

    /// The output of a cipher for pieces of a size, never more than was predicted.
    private func pieces(
        _ operation: Int,
        _ mode: CCMode,
        _ padding: CCPadding,
        _ key: [UInt8],
        _ iv: [UInt8],
        _ input: [UInt8],
        _ size: Int
    ) throws -> [UInt8] {
        var reference: CCCryptorRef?
        let status = CCCryptorCreateWithMode(
            CCOperation(operation),
            mode,
            CCAlgorithm(kCCAlgorithmAES),
            padding,
            iv,
            key,
            key.count,
            nil,
            0,
            0,
            CCModeOptions(kCCModeOptionCTR_BE),
            &reference
        )
        try #require(status == Int32(kCCSuccess))
        defer { CCCryptorRelease(reference) }
        let most = CCCryptorGetOutputLength(reference, input.count, true)
        var output: [UInt8] = []
        for start in stride(from: 0, to: input.count, by: size) {
            let piece = Array(input[start..<min(start + size, input.count)])
            let room = CCCryptorGetOutputLength(reference, piece.count, false)
            var part = [UInt8](repeating: 0, count: room + 1)
            var moved = 0
            try #require(
                CCCryptorUpdate(reference, piece, piece.count, &part, room, &moved)
                    == Int32(kCCSuccess)
            )
            try #require(moved == room)
            output += part.prefix(moved)
        }
        var part = [UInt8](repeating: 0, count: 32)
        var moved = 0
        try #require(CCCryptorFinal(reference, &part, 32, &moved) == Int32(kCCSuccess))
        output += part.prefix(moved)
        #expect(output.count <= most)
        return output
    }

    /// The counter of the second row passes its end.
    ///
    /// OpenSSL made its ciphertext.
    @Test(
        arguments: [
            (
                0, "f0f1f2f3f4f5f6f7f8f9fafbfcfdfeff",
                "874d6191b620e3261bef6864990db6ce9806f66b7970fdff8617187bb9fffdff"
                    + "5ae4df3edbd5d35e5b4f09020db03eab"
            ),
            (
                2, "ffffffffffffffffffffffffffffffff",
                "50fd97c3e61abb4873fb78df1e8e77e64b457cd68accda4a89fa236c06bf2605"
                    + "a1dd021ba826fb0a252c6dc9b434030b"
            ),
        ]
    )
    func countsAsTheStandard(_ key: Int, _ counter: String, _ expected: String) throws {
        let mode = CCMode(kCCModeCTR)
        for size in [1, 3, 15, 16, 17, 48] {
            let sealed = try pieces(
                kCCEncrypt,
                mode,
                0,
                Self.keys[key],
                bytes(counter),
                Self.plain,
                size
            )
            #expect(hex(sealed) == expected)
            let opened = try pieces(
                kCCDecrypt,
                mode,
                0,
                Self.keys[key],
                bytes(counter),
                sealed,
                size
            )
            #expect(opened == Self.plain)
        }
    }

    /// Refused calls, with the status of Apple's header for them.
    @Test(
        arguments: [
            // Operation, cipher, options, length of the key, length of the input, status.
            (2, 0, 1, 16, 16, kCCParamError), (0, 1, 1, 16, 16, kCCUnimplemented),
            (0, 0, 2, 16, 16, kCCUnimplemented), (0, 0, 3, 16, 16, kCCUnimplemented),
            (0, 0, 1, 0, 16, kCCKeySizeError), (0, 0, 1, 15, 16, kCCKeySizeError),
            (0, 0, 1, 33, 16, kCCKeySizeError), (0, 0, 0, 16, 15, kCCAlignmentError),
            (1, 0, 1, 16, 15, kCCAlignmentError), (1, 0, 1, 16, 0, kCCAlignmentError),
            (1, 0, 1, 16, 16, kCCDecodeError), (0, 0, 1, 16, -1, kCCParamError),
        ] as [(UInt32, UInt32, UInt32, Int, Int, Int)]
    )
    func refuses(
        _ operation: UInt32,
        _ cipher: UInt32,
        _ options: UInt32,
        _ keyLength: Int,
        _ length: Int,
        _ status: Int
    ) {
        var output = [UInt8](repeating: 7, count: 64)
        var moved = 0
        let key = [UInt8](repeating: 1, count: 40)
        let actual = CCCrypt(
            operation,
            cipher,
            options,
            key,
            keyLength,
            nil,
            Self.plain,
            length,
            &output,
            64,
            &moved
        )
        #expect(Int(actual) == status)
        #expect(output == [UInt8](repeating: 7, count: 64))
    }

    /// Nothing is written with too little room, the needed length is returned, and a second call
    /// works.
    @Test func saysHowMuchRoomItNeeds() {
        let key = Self.keys[0]
        let refused = crypt(kCCEncrypt, kCCOptionPKCS7Padding, key, Self.plain, room: 63)
        #expect(refused.status == kCCBufferTooSmall && refused.moved == 64)
        let sealed = crypt(kCCEncrypt, kCCOptionPKCS7Padding, key, Self.plain, room: 64)
        #expect(sealed.status == kCCSuccess)
        let short = crypt(kCCDecrypt, kCCOptionPKCS7Padding, key, sealed.output, room: 47)
        #expect(short.status == kCCBufferTooSmall && short.moved == 48)
        #expect(short.output == [UInt8](repeating: 0, count: 47))

        var reference: CCCryptorRef?
        CCCryptorCreate(
            CCOperation(kCCEncrypt),
            0,
            CCOptions(kCCOptionPKCS7Padding),
            key,
            16,
            Self.iv,
            &reference
        )
        defer { CCCryptorRelease(reference) }
        let part = Array(Self.plain.prefix(41))
        let whole = crypt(kCCEncrypt, kCCOptionPKCS7Padding, key, part).output
        var room = [UInt8](repeating: 0, count: 64)
        var moved = 0
        let small = Int32(kCCBufferTooSmall)
        #expect(CCCryptorUpdate(reference, part, 41, &room, 31, &moved) == small && moved == 32)
        #expect(CCCryptorUpdate(reference, part, 41, &room, 32, &moved) == 0 && moved == 32)
        var end = [UInt8](repeating: 0, count: 16)
        #expect(CCCryptorFinal(reference, &end, 15, &moved) == small && moved == 16)
        #expect(CCCryptorFinal(reference, &end, 16, &moved) == 0 && moved == 16)
        #expect(Array(room.prefix(32)) + end == whole)
        // Later blocks would have the vector of the last block again.
        let wrong = Int32(kCCCallSequenceError)
        #expect(CCCryptorUpdate(reference, part, 41, &room, 64, &moved) == wrong)
        #expect(CCCryptorFinal(reference, &end, 16, &moved) == wrong)
        // And begins again.
        #expect(CCCryptorReset(reference, Self.iv) == 0)
        #expect(CCCryptorUpdate(reference, Self.plain, 48, &room, 64, &moved) == 0)
        #expect(Array(room.prefix(48)) == Array(sealed.output.prefix(48)))
    }

    @Test func takesNoCipherThatWasNotMade() {
        var moved = 0
        let wrong = Int32(kCCParamError)
        #expect(CCCryptorUpdate(nil, nil, 0, nil, 0, &moved) == wrong)
        #expect(CCCryptorFinal(nil, nil, 0, &moved) == wrong)
        #expect(CCCryptorReset(nil, nil) == wrong)
        #expect(CCCryptorRelease(nil) == wrong)
        #expect(CCCryptorGetOutputLength(nil, 16, true) == 0)
        #expect(CCCryptorCreate(0, 0, 1, [1], 16, nil, nil) == wrong)
        var reference: CCCryptorRef?
        #expect(
            CCCryptorCreateWithMode(0, 11, 0, 0, nil, Self.keys[0], 16, nil, 0, 0, 0, &reference)
                == Int32(kCCUnimplemented)
        )
        #expect(
            CCCryptorCreateWithMode(0, 2, 0, 0, nil, Self.keys[0], 16, nil, 0, 12, 0, &reference)
                == Int32(kCCUnimplemented)
        )
        // A counter with its least significant byte first.
        #expect(
            CCCryptorCreateWithMode(0, 4, 0, 0, nil, Self.keys[0], 16, nil, 0, 0, 1, &reference)
                == Int32(kCCUnimplemented)
        )
        #expect(reference == nil)
    }
}
