import Foundation
import PortableSecurity
import Testing

/// Keys as programs for Apple's platforms make and use them (item-semantics.md §6.2 and §6.3).
@Suite struct KeyUseTests {
    @Test(arguments: [256, 384, 521])
    func signsOnCurves(size: Int) throws {
        let privateKey = try newKey(kSecAttrKeyTypeECSECPrimeRandom, size)
        let publicKey = try #require(SecKeyCopyPublicKey(privateKey))
        let message = Data("a message".utf8)
        let algorithm = SecKeyAlgorithm.ecdsaSignatureMessageX962SHA256
        #expect(SecKeyIsAlgorithmSupported(privateKey, .sign, algorithm))
        #expect(SecKeyIsAlgorithmSupported(publicKey, .verify, algorithm))
        #expect(!SecKeyIsAlgorithmSupported(publicKey, .sign, algorithm))

        var error: Unmanaged<CFError>?
        guard
            let signature = SecKeyCreateSignature(
                privateKey,
                algorithm,
                message as CFData,
                &error
            ) as Data?
        else {
            throw error!.takeRetainedValue() as any Error
        }
        #expect(
            SecKeyVerifySignature(
                publicKey,
                algorithm,
                message as CFData,
                signature as CFData,
                &error
            )
        )
        #expect(error == nil)
        #expect(
            !SecKeyVerifySignature(
                publicKey,
                algorithm,
                Data("another".utf8) as CFData,
                signature as CFData,
                &error
            )
        )
        expect(error, errSecVerifyFailed)
    }

    @Test func signsAndEncryptsWithRSA() throws {
        let privateKey = try newKey(kSecAttrKeyTypeRSA, 2048)
        let publicKey = try #require(SecKeyCopyPublicKey(privateKey))
        #expect(SecKeyGetBlockSize(publicKey) == 256)
        let message = Data("for RSA".utf8) as CFData
        let signing: [SecKeyAlgorithm] = [
            .rsaSignatureMessagePKCS1v15SHA256, .rsaSignatureMessagePSSSHA256,
        ]
        for algorithm in signing {
            let signature = try #require(SecKeyCreateSignature(privateKey, algorithm, message, nil))
            #expect(SecKeyVerifySignature(publicKey, algorithm, message, signature, nil))
        }
        let encrypting: [SecKeyAlgorithm] = [
            .rsaEncryptionOAEPSHA256, .rsaEncryptionOAEPSHA256AESGCM, .rsaEncryptionPKCS1,
        ]
        for algorithm in encrypting {
            try seals(message, to: publicKey, for: privateKey, algorithm)
        }
    }

    @Test func encryptsOnCurves() throws {
        let privateKey = try newKey(kSecAttrKeyTypeEC, 256)
        let publicKey = try #require(SecKeyCopyPublicKey(privateKey))
        let message = Data(repeating: 7, count: 1000) as CFData
        try seals(
            message,
            to: publicKey,
            for: privateKey,
            .eciesEncryptionCofactorVariableIVX963SHA256AESGCM
        )
        try seals(message, to: publicKey, for: privateKey, .eciesEncryptionStandardX963SHA256AESGCM)
    }

    @Test func agreesOnSecrets() throws {
        let mine = try newKey(kSecAttrKeyTypeECSECPrimeRandom, 256)
        let theirs = try newKey(kSecAttrKeyTypeECSECPrimeRandom, 256)
        let parameters: [String: Any] = [
            SecKeyKeyExchangeParameter.requestedSize.rawValue as String: 48,
            SecKeyKeyExchangeParameter.sharedInfo.rawValue as String: Data("info".utf8),
        ]
        let algorithm = SecKeyAlgorithm.ecdhKeyExchangeStandardX963SHA256
        let one = try secret(mine, theirs, algorithm, parameters)
        #expect(one.count == 48)
        #expect(try secret(theirs, mine, algorithm, parameters) == one)
        let plain = try secret(mine, theirs, .ecdhKeyExchangeStandard, [:])
        #expect(plain.count == 32)
        #expect(try secret(theirs, mine, .ecdhKeyExchangeCofactor, [:]) == plain)
    }

    @Test func refusesWrongParametersOfAnExchange() throws {
        let key = try newKey(kSecAttrKeyTypeECSECPrimeRandom, 256)
        let publicKey = try #require(SecKeyCopyPublicKey(key))
        let wrong: [[String: Any]] = [
            [:], ["requestedSize": "48"], ["requestedSize": -1],
            ["requestedSize": 32, "sharedInfo": "text"],
        ]
        for parameters in wrong {
            var error: Unmanaged<CFError>?
            let result = SecKeyCopyKeyExchangeResult(
                key,
                .ecdhKeyExchangeStandardX963SHA256,
                publicKey,
                parameters as CFDictionary,
                &error
            )
            #expect(result == nil, "\(parameters)")
            expect(error, errSecParam)
        }
    }

    @Test func usesNewerCurves() throws {
        let signing = try newKey(kSecAttrKeyTypeEd25519, nil)
        let message = Data("m".utf8) as CFData
        let signature = try #require(
            SecKeyCreateSignature(signing, .edDSASignatureMessageCurve25519SHA512, message, nil)
        )
        let publicKey = try #require(SecKeyCopyPublicKey(signing))
        #expect(
            SecKeyVerifySignature(
                publicKey,
                .edDSASignatureMessageCurve25519SHA512,
                message,
                signature,
                nil
            )
        )
        let agreeing = try newKey(kSecAttrKeyTypeX25519, 256)
        let bytes = try #require(SecKeyCopyExternalRepresentation(agreeing, nil) as Data?)
        #expect(bytes.count == 32)
    }

    @Test func tellsOfUnusableAlgorithms() throws {
        let key = try newKey(kSecAttrKeyTypeECSECPrimeRandom, 256)
        let algorithm = SecKeyAlgorithm.rsaSignatureMessagePSSSHA256
        #expect(!SecKeyIsAlgorithmSupported(key, .sign, algorithm))
        var error: Unmanaged<CFError>?
        #expect(SecKeyCreateSignature(key, algorithm, Data() as CFData, &error) == nil)
        expect(error, errSecParam)
        error = nil
        #expect(SecKeyCreateDecryptedData(key, algorithm, Data() as CFData, &error) == nil)
        expect(error, errSecParam)
    }

    // MARK: - Words

    private func newKey(_ type: CFString, _ size: Int?) throws -> SecKey {
        var attributes: [CFString: Any] = [kSecAttrKeyType: type]
        attributes[kSecAttrKeySizeInBits] = size
        var error: Unmanaged<CFError>?
        guard let key = SecKeyCreateRandomKey(attributes as CFDictionary, &error) else {
            throw error!.takeRetainedValue() as any Error
        }
        return key
    }

    private func seals(
        _ message: CFData,
        to publicKey: SecKey,
        for privateKey: SecKey,
        _ algorithm: SecKeyAlgorithm
    ) throws {
        #expect(SecKeyIsAlgorithmSupported(publicKey, .encrypt, algorithm))
        #expect(SecKeyIsAlgorithmSupported(privateKey, .decrypt, algorithm))
        let sealed = try #require(SecKeyCreateEncryptedData(publicKey, algorithm, message, nil))
        #expect(sealed != message)
        #expect(SecKeyCreateDecryptedData(privateKey, algorithm, sealed, nil) == message)
    }

    private func secret(
        _ privateKey: SecKey,
        _ other: SecKey,
        _ algorithm: SecKeyAlgorithm,
        _ parameters: [String: Any]
    ) throws -> Data {
        let publicKey = try #require(SecKeyCopyPublicKey(other))
        var error: Unmanaged<CFError>?
        guard
            let secret = SecKeyCopyKeyExchangeResult(
                privateKey,
                algorithm,
                publicKey,
                parameters as CFDictionary,
                &error
            ) as Data?
        else {
            throw error!.takeRetainedValue() as any Error
        }
        return secret
    }
}

/// An error that a function left has Apple's domain, a number, and a sentence.
func expect(
    _ error: Unmanaged<CFError>?,
    _ status: OSStatus,
    sourceLocation: SourceLocation = #_sourceLocation
) {
    let error = error?.takeRetainedValue()
    #expect(error?.domain == NSOSStatusErrorDomain, sourceLocation: sourceLocation)
    #expect(error?.code == Int(status), sourceLocation: sourceLocation)
    #expect(error?.localizedDescription.isEmpty == false, sourceLocation: sourceLocation)
}
