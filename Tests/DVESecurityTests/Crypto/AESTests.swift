import DVESecurity
import Foundation
import KeeperRuns
import Testing

/// The cipher, against OpenSSL's, and its keys, against Python's PBKDF2.
@Suite(.throughEachKeeper) struct AESTests {
    typealias AES = Crypto.AES
    typealias Key = Crypto.AES.Key<Crypto.KeyData>

    private static let vector = data("0f0e0d0c0b0a09080706050403020100")
    private static let longKey = data(
        "00112233445566778899aabbccddeeff00112233445566778899aabbccddeeff"
    )

    private static func data(_ hex: String) -> Crypto.KeyData {
        let digits = Array(hex)
        return Crypto.KeyData(
            copyFrom: stride(from: 0, to: digits.count, by: 2).map {
                UInt8(String(digits[$0...$0 + 1]), radix: 16) ?? 0
            }
        )
    }

    /// `printf '%s' TEXT | openssl enc -aes-128-cbc -K … -iv …`, and with 192 and 256.
    @Test(arguments: [
        (16, "", "d8f43fc6392d8dced3af48947afeeee4"),
        (16, "fifteen letters", "38943d6610a0c8a2789a71ba3a164248"),
        (
            16, "sixteen letters!",
            "d6aae0682089073322d53ab0913346429b3b4702f7c4e07434ecf6e50ad86b06"
        ),
        (24, "fifteen letters", "c45c11648603e2d1409c8b2ddee1b8e2"),
        (
            24, "sixteen letters!",
            "8bf6a0caa3f90875d227e04a865b8fdb8cdea5afaf34465ee4a4e6bab57fb27b"
        ),
        (32, "", "2258814885f97e0e539cc0613346d8f4"),
        (
            32, "sixteen letters!",
            "d53a95cf9048a416a7bfaa9c84de12a68ba792d285b601dffc52e2eca5e0c20d"
        ),
    ])
    func encryptsAsOthersDo(length: Int, text: String, hex: String) throws {
        let key = Key(keyData: Crypto.KeyData(copyFrom: Self.longKey.bytes.prefix(length)))
        let encrypted = try key.encrypt(Data(text.utf8), initVector: Self.vector)
        #expect(Array(encrypted) == Self.data(hex).bytes)
        #expect(try key.decrypt(encrypted, initVector: Self.vector) == Data(text.utf8))
        #expect(
            try AES.encrypt(Data(text.utf8), withKey: key, initVector: Self.vector) == encrypted
        )
        #expect(
            try AES.decrypt(encrypted, withKey: key.keyData, initVector: Self.vector)
                == Data(text.utf8)
        )
    }

    /// `hashlib.pbkdf2_hmac(HASH, 'Hello Test! é'.encode(), b'Salt', 1000, 24)`.
    @Test(
        arguments: zip(
            Key.PseudoRandomAlgorithm.allCases,
            [
                "ee8928dab2d7ed08bbf11f35fd7a459440d88b4fdf57b568",
                "42ee38efdacd3585a8d30885bbe81ea6a7bdeaeb24eccb33",
                "8bcc35db31940ce6d898a552c38c189039a6addad7173c5d",
                "4cabe380b4be6017f06b93ab11941bee252459fbb47366d5",
                "3763396ee3db442edd3f7d5f5dbdf6bf52eab76f2929cd43",
            ]
        )
    )
    func derivesAsOthersDo(algorithm: Key.PseudoRandomAlgorithm, hex: String) throws {
        let key = try Key(
            keySize: .bits192,
            password: "Hello Test! é",
            withSalt: "Salt",
            pseudoRandomAlgorithm: algorithm,
            rounds: 1000
        )
        #expect(key.keyData == Self.data(hex))
    }

    @Test(
        arguments: [
            ("", "Salt", 32, 1, Crypto.AESError.invalidPassword),
            ("a", "", 32, 1, Crypto.AESError.invalidSalt),
        ] as [(String, String, Int, UInt32, Crypto.AESError)]
    )
    func refusesEmptyText(
        password: String,
        salt: String,
        size: Int,
        rounds: UInt32,
        error: Crypto.AESError
    ) {
        #expect(throws: error) { try derive(password, salt, size, rounds) }
    }

    @Test(arguments: [(0, 1), (-1, 1), (16, 0)] as [(Int, UInt32)])
    func refusesSizesBelowOne(size: Int, rounds: UInt32) {
        #expect { try derive("a", "b", size, rounds) } throws: {
            ($0 as? CommonCryptoError)?.status == -4300
        }
    }

    private func derive(
        _ password: String,
        _ salt: String,
        _ size: Int,
        _ rounds: UInt32
    ) throws {
        _ = try Key(
            keySize: Key.KeySize(sizeInBytes: size),
            password: password,
            withSalt: salt,
            pseudoRandomAlgorithm: .hmacAlgSHA256,
            rounds: rounds
        )
    }

    @Test func refusesOtherLengths() throws {
        let key = try Key.createRandom(.bits128)
        let short = Crypto.KeyData(copyFrom: [1, 2, 3])
        #expect(throws: Crypto.AESError.invalidInitVectorSize(16)) {
            try key.encrypt(Data(), initVector: short)
        }
        let status = { (body: () throws -> Data) -> Int32? in
            do { _ = try body() } catch { return (error as? CommonCryptoError)?.status }
            return nil
        }
        #expect(
            status { try Key(keyData: short).encrypt(Data(), initVector: Self.vector) } == -4310
        )
        for data in [Data(), Data([1]), Data(count: 17)] {
            #expect(status { try key.decrypt(data, initVector: Self.vector) } == -4303)
        }
        let other = Key(keyData: Self.data("00112233445566778899aabbccddeeff"))
        let encrypted = try other.encrypt(Data("text".utf8), initVector: Self.vector)
        let wrong = Key(keyData: Self.data("ff112233445566778899aabbccddeeff"))
        #expect(status { try wrong.decrypt(encrypted, initVector: Self.vector) } == -4304)
    }

    @Test func vectorsAndKeysAreNew() throws {
        let first = try AES.createInitVector()
        let second = try AES.createInitVector()
        #expect(first.byteCount == AES.blockSize)
        #expect(first.keyData != second.keyData)
        #expect(try Key.createRandom(.bits256) != Key.createRandom(.bits256))
        #expect(try Key.createRandom(.bits192).keyData.byteCount == 24)
        #expect(Key.KeySize(bitCount: 256) == .bits256)
    }

    /// The code with which the original's first article opens.
    @Test func keysAreStoredAndFound() throws {
        try isolated {
            let key = try Crypto.AES.Key(
                keySize: .bits256,
                password: "Hello Test!",
                withSalt: "Salt",
                pseudoRandomAlgorithm: .hmacAlgSHA256,
                rounds: 10000
            )
            let label = Data("SearchLabel".utf8)
            try Keychain.saveKey(key, withTag: "AESKeyTag", applicationLabel: label)
            let found: Key? = try Keychain.queryKey(withTag: "AESKeyTag", applicationLabel: label)
            #expect(found == key)
        }
    }
}
