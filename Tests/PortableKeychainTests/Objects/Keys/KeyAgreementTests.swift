import Testing

@testable import PortableKeychain

/// Key exchange and encapsulation (item-semantics.md §6.3).
@Suite struct KeyAgreementTests {
    static let names = ["p256", "p384", "p521", "x25519"]
    static let algorithms: [KeyAlgorithm] = [
        .ecdhKeyExchangeStandard, .ecdhKeyExchangeCofactor, .ecdhKeyExchangeStandardX963SHA1,
        .ecdhKeyExchangeCofactorX963SHA512,
    ]

    @Test(arguments: names)
    func agrees(name: String) throws {
        let mine = try TestKeys.key(name)
        let theirs = try TestKeys.other(name)
        for algorithm in Self.algorithms {
            let left = try mine.keyExchange(
                algorithm,
                with: theirs.publicKey,
                requestedSize: 100,
                sharedInfo: [1, 2]
            )
            let right = try theirs.keyExchange(
                algorithm,
                with: mine.publicKey,
                requestedSize: 100,
                sharedInfo: [1, 2]
            )
            #expect(left.array == right.array)
            let isPlain = !algorithm.rawValue.contains("KDF")
            #expect(left.count == (isPlain ? (mine.sizeInBits + 7) / 8 : 100))
        }
    }

    @Test(arguments: names)
    func agreesAsOpenSSL(name: String) throws {
        let answers = KnownAnswers.agreements.filter { $0.key == name }
        let known = Dictionary(uniqueKeysWithValues: answers.map { ($0.word, $0.bytes) })
        let key = try TestKeys.key(name)
        let peer = try KeyMaterial(
            externalRepresentation: .bytes(try #require(known["peer"])),
            type: key.type,
            keyClass: .publicKey
        )
        for algorithm in [KeyAlgorithm.ecdhKeyExchangeStandard, .ecdhKeyExchangeCofactor] {
            #expect(try key.keyExchange(algorithm, with: peer).array == known["secret"])
        }
        let derived = try key.keyExchange(
            .ecdhKeyExchangeStandardX963SHA256,
            with: peer,
            requestedSize: 50,
            sharedInfo: Array("shared".utf8)
        )
        #expect(derived.array == known["derived"])
    }

    @Test(arguments: [nil, 0, -1, KeyDerivation.largestSize + 1, .max] as [Int?])
    func needsASize(size: Int?) throws {
        let key = try TestKeys.key("p256")
        for algorithm in Self.algorithms {
            let refusal = cause {
                _ = try key.keyExchange(algorithm, with: key.publicKey, requestedSize: size)
            }
            let derives = algorithm.rawValue.contains("KDF")
            #expect(refusal == (derives ? .invalidParameter : nil))
        }
    }

    @Test func refusesOtherPeers() throws {
        let key = try TestKeys.key("p256")
        for peer in [
            key, try TestKeys.key("p384").publicKey, try TestKeys.key("x25519").publicKey,
            try TestKeys.key("rsa2048").publicKey,
        ] {
            #expect(
                cause { _ = try key.keyExchange(.ecdhKeyExchangeStandard, with: peer) }
                    == .invalidParameter
            )
        }
        #expect(
            cause {
                _ = try key.publicKey.keyExchange(.ecdhKeyExchangeStandard, with: key.publicKey)
            }
                == .invalidParameter
        )
    }

    /// RFC 7748, 6.1: points of small order give a secret of zeroes.
    @Test(arguments: [0, 1] as [UInt8])
    func refusesSmallOrders(coordinate: UInt8) throws {
        let key = try TestKeys.key("x25519")
        let point: [UInt8] = [coordinate] + [UInt8](repeating: 0, count: 31)
        let peer = try KeyMaterial(
            externalRepresentation: .bytes(point),
            type: .x25519,
            keyClass: .publicKey
        )
        #expect(
            cause { _ = try key.keyExchange(.ecdhKeyExchangeStandard, with: peer) }
                == .invalidParameter
        )
        let algorithm = KeyAlgorithm.eciesEncryptionStandardX963SHA256AESGCM
        #expect(cause { _ = try peer.encrypt(.bytes([1]), algorithm) } == .invalidParameter)
        let ciphertext = point + [UInt8](repeating: 0, count: 17)
        #expect(cause { _ = try key.decrypt(ciphertext, algorithm) } == .invalidParameter)
    }

    @Test(arguments: [("mlkem768", 1088), ("mlkem1024", 1568)])
    func encapsulates(name: String, length: Int) throws {
        let key = try TestKeys.key(name)
        let sent = try key.publicKey.encapsulate(.kemMLKEM)
        #expect(sent.ciphertext.count == length)
        #expect(sent.sharedSecret.count == 32)
        #expect(try key.decapsulate(sent.ciphertext, .kemMLKEM).array == sent.sharedSecret.array)
        let changed = sent.ciphertext.enumerated().map { $0 == 7 ? $1 ^ 1 : $1 }
        #expect(try key.decapsulate(changed, .kemMLKEM).array != sent.sharedSecret.array)
        for wrong in [[], Array(sent.ciphertext.dropLast()), sent.ciphertext + [0]] {
            #expect(cause { _ = try key.decapsulate(wrong, .kemMLKEM) } == .invalidParameter)
        }
        #expect(cause { _ = try key.publicKey.encapsulate(.kemKyber) } == .invalidParameter)
        #expect(cause { _ = try key.encapsulate(.kemMLKEM) } == .invalidParameter)
    }
}
