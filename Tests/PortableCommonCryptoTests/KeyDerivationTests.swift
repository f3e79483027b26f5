import PortableCommonCrypto
import Testing

/// PBKDF2, with the key of RFC 6070 for SHA-1 and those that Python's hashlib makes.
@Suite struct KeyDerivationTests {
    static let keys: [(Int, String)] = [
        (kCCPRFHmacAlgSHA1, "4b007901b765489abead49d926f721d065a429c1"),
        (kCCPRFHmacAlgSHA256, "c5e478d59288c841aa530db6845c4c8d962893a0"),
        (kCCPRFHmacAlgSHA384, "559726be38db125bc85ed7895f6e3cf574c7a01c"),
        (kCCPRFHmacAlgSHA512, "d197b1b33db0143e018b12f3d1d1479e6cdebdcc"),
    ]

    @Test(arguments: keys) func agreesWithOthers(_ function: Int, _ expected: String) {
        var key = [UInt8](repeating: 0, count: 20)
        let status = CCKeyDerivationPBKDF(
            CCPBKDFAlgorithm(kCCPBKDF2),
            "password",
            8,
            Array("salt".utf8),
            4,
            CCPseudoRandomAlgorithm(function),
            4096,
            &key,
            20
        )
        #expect(status == Int32(kCCSuccess))
        #expect(hex(key) == expected)
    }

    /// The values that Apple's function refuses, one at a time.
    @Test(
        arguments: [
            (1, 8, 4, 3, 1, 20), (2, -1, 4, 3, 1, 20), (2, 8, -1, 3, 1, 20), (2, 8, 4, 2, 1, 20),
            (2, 8, 4, 9, 1, 20), (2, 8, 4, 3, 0, 20), (2, 8, 4, 3, 1, 0),
        ] as [(UInt32, Int, Int, UInt32, UInt32, Int)]
    )
    func refusesValues(
        _ algorithm: UInt32,
        _ password: Int,
        _ salt: Int,
        _ function: UInt32,
        _ rounds: UInt32,
        _ length: Int
    ) {
        var key = [UInt8](repeating: 7, count: 20)
        let status = CCKeyDerivationPBKDF(
            algorithm,
            "password",
            password,
            Array("salt".utf8),
            salt,
            function,
            rounds,
            &key,
            length
        )
        #expect(status == Int32(kCCParamError))
        #expect(key == [UInt8](repeating: 7, count: 20))
    }

    @Test func refusesPlacesThatAreNotThere() {
        var key = [UInt8](repeating: 7, count: 20)
        let salt: [UInt8] = [1]
        let wrong = Int32(kCCParamError)
        #expect(CCKeyDerivationPBKDF(2, nil, 1, salt, 1, 3, 1, &key, 20) == wrong)
        #expect(CCKeyDerivationPBKDF(2, "p", 1, nil, 1, 3, 1, &key, 20) == wrong)
        #expect(CCKeyDerivationPBKDF(2, "p", 1, salt, 1, 3, 1, nil, 20) == wrong)
        #expect(CCKeyDerivationPBKDF(2, nil, 0, nil, 0, 3, 1, &key, 20) == Int32(kCCSuccess))
    }

    @Test func measuresTheProcessor() {
        let rounds = CCCalibratePBKDF(2, 8, 8, 3, 32, 100)
        #expect(rounds > 0)
        #expect(CCCalibratePBKDF(2, 8, 8, 9, 32, 100) == 0)
        #expect(CCCalibratePBKDF(2, 8, 8, 3, 0, 100) == 0)
    }
}
