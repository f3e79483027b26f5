import PortableSecurity
import Testing

/// Algorithms have the names and values of Apple's platforms (item-semantics.md §6.3).
@Suite struct AlgorithmNameTests {
    static let table: [(SecKeyAlgorithm, SecKeyAlgorithm, String)] = [
        (.rsaSignatureRaw, kSecKeyAlgorithmRSASignatureRaw, "algid:sign:RSA:raw"),
        (
            .rsaSignatureDigestPKCS1v15Raw, kSecKeyAlgorithmRSASignatureDigestPKCS1v15Raw,
            "algid:sign:RSA:digest-PKCS1v15"
        ),
        (
            .rsaSignatureDigestPKCS1v15SHA1, kSecKeyAlgorithmRSASignatureDigestPKCS1v15SHA1,
            "algid:sign:RSA:digest-PKCS1v15:SHA1"
        ),
        (
            .rsaSignatureDigestPKCS1v15SHA224, kSecKeyAlgorithmRSASignatureDigestPKCS1v15SHA224,
            "algid:sign:RSA:digest-PKCS1v15:SHA224"
        ),
        (
            .rsaSignatureDigestPKCS1v15SHA256, kSecKeyAlgorithmRSASignatureDigestPKCS1v15SHA256,
            "algid:sign:RSA:digest-PKCS1v15:SHA256"
        ),
        (
            .rsaSignatureDigestPKCS1v15SHA384, kSecKeyAlgorithmRSASignatureDigestPKCS1v15SHA384,
            "algid:sign:RSA:digest-PKCS1v15:SHA384"
        ),
        (
            .rsaSignatureDigestPKCS1v15SHA512, kSecKeyAlgorithmRSASignatureDigestPKCS1v15SHA512,
            "algid:sign:RSA:digest-PKCS1v15:SHA512"
        ),
        (
            .rsaSignatureMessagePKCS1v15SHA1, kSecKeyAlgorithmRSASignatureMessagePKCS1v15SHA1,
            "algid:sign:RSA:message-PKCS1v15:SHA1"
        ),
        (
            .rsaSignatureMessagePKCS1v15SHA224, kSecKeyAlgorithmRSASignatureMessagePKCS1v15SHA224,
            "algid:sign:RSA:message-PKCS1v15:SHA224"
        ),
        (
            .rsaSignatureMessagePKCS1v15SHA256, kSecKeyAlgorithmRSASignatureMessagePKCS1v15SHA256,
            "algid:sign:RSA:message-PKCS1v15:SHA256"
        ),
        (
            .rsaSignatureMessagePKCS1v15SHA384, kSecKeyAlgorithmRSASignatureMessagePKCS1v15SHA384,
            "algid:sign:RSA:message-PKCS1v15:SHA384"
        ),
        (
            .rsaSignatureMessagePKCS1v15SHA512, kSecKeyAlgorithmRSASignatureMessagePKCS1v15SHA512,
            "algid:sign:RSA:message-PKCS1v15:SHA512"
        ),
        (
            .rsaSignatureDigestPSSSHA1, kSecKeyAlgorithmRSASignatureDigestPSSSHA1,
            "algid:sign:RSA:digest-PSS:SHA1:SHA1:20"
        ),
        (
            .rsaSignatureDigestPSSSHA224, kSecKeyAlgorithmRSASignatureDigestPSSSHA224,
            "algid:sign:RSA:digest-PSS:SHA224:SHA224:24"
        ),
        (
            .rsaSignatureDigestPSSSHA256, kSecKeyAlgorithmRSASignatureDigestPSSSHA256,
            "algid:sign:RSA:digest-PSS:SHA256:SHA256:32"
        ),
        (
            .rsaSignatureDigestPSSSHA384, kSecKeyAlgorithmRSASignatureDigestPSSSHA384,
            "algid:sign:RSA:digest-PSS:SHA384:SHA384:48"
        ),
        (
            .rsaSignatureDigestPSSSHA512, kSecKeyAlgorithmRSASignatureDigestPSSSHA512,
            "algid:sign:RSA:digest-PSS:SHA512:SHA512:64"
        ),
        (
            .rsaSignatureMessagePSSSHA1, kSecKeyAlgorithmRSASignatureMessagePSSSHA1,
            "algid:sign:RSA:message-PSS:SHA1:SHA1:20"
        ),
        (
            .rsaSignatureMessagePSSSHA224, kSecKeyAlgorithmRSASignatureMessagePSSSHA224,
            "algid:sign:RSA:message-PSS:SHA224:SHA224:24"
        ),
        (
            .rsaSignatureMessagePSSSHA256, kSecKeyAlgorithmRSASignatureMessagePSSSHA256,
            "algid:sign:RSA:message-PSS:SHA256:SHA256:32"
        ),
        (
            .rsaSignatureMessagePSSSHA384, kSecKeyAlgorithmRSASignatureMessagePSSSHA384,
            "algid:sign:RSA:message-PSS:SHA384:SHA384:48"
        ),
        (
            .rsaSignatureMessagePSSSHA512, kSecKeyAlgorithmRSASignatureMessagePSSSHA512,
            "algid:sign:RSA:message-PSS:SHA512:SHA512:64"
        ),
        (.rsaEncryptionRaw, kSecKeyAlgorithmRSAEncryptionRaw, "algid:encrypt:RSA:raw"),
        (.rsaEncryptionPKCS1, kSecKeyAlgorithmRSAEncryptionPKCS1, "algid:encrypt:RSA:PKCS1"),
        (
            .rsaEncryptionOAEPSHA1, kSecKeyAlgorithmRSAEncryptionOAEPSHA1,
            "algid:encrypt:RSA:OAEP:SHA1"
        ),
        (
            .rsaEncryptionOAEPSHA224, kSecKeyAlgorithmRSAEncryptionOAEPSHA224,
            "algid:encrypt:RSA:OAEP:SHA224"
        ),
        (
            .rsaEncryptionOAEPSHA256, kSecKeyAlgorithmRSAEncryptionOAEPSHA256,
            "algid:encrypt:RSA:OAEP:SHA256"
        ),
        (
            .rsaEncryptionOAEPSHA384, kSecKeyAlgorithmRSAEncryptionOAEPSHA384,
            "algid:encrypt:RSA:OAEP:SHA384"
        ),
        (
            .rsaEncryptionOAEPSHA512, kSecKeyAlgorithmRSAEncryptionOAEPSHA512,
            "algid:encrypt:RSA:OAEP:SHA512"
        ),
        (
            .rsaEncryptionOAEPSHA1AESGCM, kSecKeyAlgorithmRSAEncryptionOAEPSHA1AESGCM,
            "algid:encrypt:RSA:OAEP:SHA1:AESGCM"
        ),
        (
            .rsaEncryptionOAEPSHA224AESGCM, kSecKeyAlgorithmRSAEncryptionOAEPSHA224AESGCM,
            "algid:encrypt:RSA:OAEP:SHA224:AESGCM"
        ),
        (
            .rsaEncryptionOAEPSHA256AESGCM, kSecKeyAlgorithmRSAEncryptionOAEPSHA256AESGCM,
            "algid:encrypt:RSA:OAEP:SHA256:AESGCM"
        ),
        (
            .rsaEncryptionOAEPSHA384AESGCM, kSecKeyAlgorithmRSAEncryptionOAEPSHA384AESGCM,
            "algid:encrypt:RSA:OAEP:SHA384:AESGCM"
        ),
        (
            .rsaEncryptionOAEPSHA512AESGCM, kSecKeyAlgorithmRSAEncryptionOAEPSHA512AESGCM,
            "algid:encrypt:RSA:OAEP:SHA512:AESGCM"
        ),
        (.ecdsaSignatureRFC4754, kSecKeyAlgorithmECDSASignatureRFC4754, "algid:sign:ECDSA:RFC4754"),
        (
            .ecdsaSignatureDigestX962, kSecKeyAlgorithmECDSASignatureDigestX962,
            "algid:sign:ECDSA:digest-X962"
        ),
        (
            .ecdsaSignatureDigestX962SHA1, kSecKeyAlgorithmECDSASignatureDigestX962SHA1,
            "algid:sign:ECDSA:digest-X962:SHA1"
        ),
        (
            .ecdsaSignatureDigestX962SHA224, kSecKeyAlgorithmECDSASignatureDigestX962SHA224,
            "algid:sign:ECDSA:digest-X962:SHA224"
        ),
        (
            .ecdsaSignatureDigestX962SHA256, kSecKeyAlgorithmECDSASignatureDigestX962SHA256,
            "algid:sign:ECDSA:digest-X962:SHA256"
        ),
        (
            .ecdsaSignatureDigestX962SHA384, kSecKeyAlgorithmECDSASignatureDigestX962SHA384,
            "algid:sign:ECDSA:digest-X962:SHA384"
        ),
        (
            .ecdsaSignatureDigestX962SHA512, kSecKeyAlgorithmECDSASignatureDigestX962SHA512,
            "algid:sign:ECDSA:digest-X962:SHA512"
        ),
        (
            .ecdsaSignatureMessageX962SHA1, kSecKeyAlgorithmECDSASignatureMessageX962SHA1,
            "algid:sign:ECDSA:message-X962:SHA1"
        ),
        (
            .ecdsaSignatureMessageX962SHA224, kSecKeyAlgorithmECDSASignatureMessageX962SHA224,
            "algid:sign:ECDSA:message-X962:SHA224"
        ),
        (
            .ecdsaSignatureMessageX962SHA256, kSecKeyAlgorithmECDSASignatureMessageX962SHA256,
            "algid:sign:ECDSA:message-X962:SHA256"
        ),
        (
            .ecdsaSignatureMessageX962SHA384, kSecKeyAlgorithmECDSASignatureMessageX962SHA384,
            "algid:sign:ECDSA:message-X962:SHA384"
        ),
        (
            .ecdsaSignatureMessageX962SHA512, kSecKeyAlgorithmECDSASignatureMessageX962SHA512,
            "algid:sign:ECDSA:message-X962:SHA512"
        ),
        (
            .ecdsaSignatureDigestRFC4754, kSecKeyAlgorithmECDSASignatureDigestRFC4754,
            "algid:sign:ECDSA:digest-RFC4754"
        ),
        (
            .ecdsaSignatureDigestRFC4754SHA1, kSecKeyAlgorithmECDSASignatureDigestRFC4754SHA1,
            "algid:sign:ECDSA:digest-RFC4754:SHA1"
        ),
        (
            .ecdsaSignatureDigestRFC4754SHA224, kSecKeyAlgorithmECDSASignatureDigestRFC4754SHA224,
            "algid:sign:ECDSA:digest-RFC4754:SHA224"
        ),
        (
            .ecdsaSignatureDigestRFC4754SHA256, kSecKeyAlgorithmECDSASignatureDigestRFC4754SHA256,
            "algid:sign:ECDSA:digest-RFC4754:SHA256"
        ),
        (
            .ecdsaSignatureDigestRFC4754SHA384, kSecKeyAlgorithmECDSASignatureDigestRFC4754SHA384,
            "algid:sign:ECDSA:digest-RFC4754:SHA384"
        ),
        (
            .ecdsaSignatureDigestRFC4754SHA512, kSecKeyAlgorithmECDSASignatureDigestRFC4754SHA512,
            "algid:sign:ECDSA:digest-RFC4754:SHA512"
        ),
        (
            .ecdsaSignatureMessageRFC4754SHA1, kSecKeyAlgorithmECDSASignatureMessageRFC4754SHA1,
            "algid:sign:ECDSA:message-RFC4754:SHA1"
        ),
        (
            .ecdsaSignatureMessageRFC4754SHA224, kSecKeyAlgorithmECDSASignatureMessageRFC4754SHA224,
            "algid:sign:ECDSA:message-RFC4754:SHA224"
        ),
        (
            .ecdsaSignatureMessageRFC4754SHA256, kSecKeyAlgorithmECDSASignatureMessageRFC4754SHA256,
            "algid:sign:ECDSA:message-RFC4754:SHA256"
        ),
        (
            .ecdsaSignatureMessageRFC4754SHA384, kSecKeyAlgorithmECDSASignatureMessageRFC4754SHA384,
            "algid:sign:ECDSA:message-RFC4754:SHA384"
        ),
        (
            .ecdsaSignatureMessageRFC4754SHA512, kSecKeyAlgorithmECDSASignatureMessageRFC4754SHA512,
            "algid:sign:ECDSA:message-RFC4754:SHA512"
        ),
        (
            .edDSASignatureMessageCurve25519SHA512,
            kSecKeyAlgorithmEdDSASignatureMessageCurve25519SHA512,
            "algid:sign:EdDSA:message-Curve25519:SHA512"
        ),
        (
            .mldsaSignatureMessage, kSecKeyAlgorithmMLDSASignatureMessage,
            "algid:sign:ML-DSA:message"
        ),
        (
            .eciesEncryptionStandardX963SHA1AESGCM,
            kSecKeyAlgorithmECIESEncryptionStandardX963SHA1AESGCM,
            "algid:encrypt:ECIES:ECDH:KDFX963:SHA1:AESGCM"
        ),
        (
            .eciesEncryptionStandardX963SHA224AESGCM,
            kSecKeyAlgorithmECIESEncryptionStandardX963SHA224AESGCM,
            "algid:encrypt:ECIES:ECDH:KDFX963:SHA224:AESGCM"
        ),
        (
            .eciesEncryptionStandardX963SHA256AESGCM,
            kSecKeyAlgorithmECIESEncryptionStandardX963SHA256AESGCM,
            "algid:encrypt:ECIES:ECDH:KDFX963:SHA256:AESGCM"
        ),
        (
            .eciesEncryptionStandardX963SHA384AESGCM,
            kSecKeyAlgorithmECIESEncryptionStandardX963SHA384AESGCM,
            "algid:encrypt:ECIES:ECDH:KDFX963:SHA384:AESGCM"
        ),
        (
            .eciesEncryptionStandardX963SHA512AESGCM,
            kSecKeyAlgorithmECIESEncryptionStandardX963SHA512AESGCM,
            "algid:encrypt:ECIES:ECDH:KDFX963:SHA512:AESGCM"
        ),
        (
            .eciesEncryptionStandardVariableIVX963SHA224AESGCM,
            kSecKeyAlgorithmECIESEncryptionStandardVariableIVX963SHA224AESGCM,
            "algid:encrypt:ECIES:ECDH:KDFX963:SHA224:AESGCM-KDFIV"
        ),
        (
            .eciesEncryptionStandardVariableIVX963SHA256AESGCM,
            kSecKeyAlgorithmECIESEncryptionStandardVariableIVX963SHA256AESGCM,
            "algid:encrypt:ECIES:ECDH:KDFX963:SHA256:AESGCM-KDFIV"
        ),
        (
            .eciesEncryptionStandardVariableIVX963SHA384AESGCM,
            kSecKeyAlgorithmECIESEncryptionStandardVariableIVX963SHA384AESGCM,
            "algid:encrypt:ECIES:ECDH:KDFX963:SHA384:AESGCM-KDFIV"
        ),
        (
            .eciesEncryptionStandardVariableIVX963SHA512AESGCM,
            kSecKeyAlgorithmECIESEncryptionStandardVariableIVX963SHA512AESGCM,
            "algid:encrypt:ECIES:ECDH:KDFX963:SHA512:AESGCM-KDFIV"
        ),
        (
            .eciesEncryptionCofactorX963SHA1AESGCM,
            kSecKeyAlgorithmECIESEncryptionCofactorX963SHA1AESGCM,
            "algid:encrypt:ECIES:ECDHC:KDFX963:SHA1:AESGCM"
        ),
        (
            .eciesEncryptionCofactorX963SHA224AESGCM,
            kSecKeyAlgorithmECIESEncryptionCofactorX963SHA224AESGCM,
            "algid:encrypt:ECIES:ECDHC:KDFX963:SHA224:AESGCM"
        ),
        (
            .eciesEncryptionCofactorX963SHA256AESGCM,
            kSecKeyAlgorithmECIESEncryptionCofactorX963SHA256AESGCM,
            "algid:encrypt:ECIES:ECDHC:KDFX963:SHA256:AESGCM"
        ),
        (
            .eciesEncryptionCofactorX963SHA384AESGCM,
            kSecKeyAlgorithmECIESEncryptionCofactorX963SHA384AESGCM,
            "algid:encrypt:ECIES:ECDHC:KDFX963:SHA384:AESGCM"
        ),
        (
            .eciesEncryptionCofactorX963SHA512AESGCM,
            kSecKeyAlgorithmECIESEncryptionCofactorX963SHA512AESGCM,
            "algid:encrypt:ECIES:ECDHC:KDFX963:SHA512:AESGCM"
        ),
        (
            .eciesEncryptionCofactorVariableIVX963SHA224AESGCM,
            kSecKeyAlgorithmECIESEncryptionCofactorVariableIVX963SHA224AESGCM,
            "algid:encrypt:ECIES:ECDHC:KDFX963:SHA224:AESGCM-KDFIV"
        ),
        (
            .eciesEncryptionCofactorVariableIVX963SHA256AESGCM,
            kSecKeyAlgorithmECIESEncryptionCofactorVariableIVX963SHA256AESGCM,
            "algid:encrypt:ECIES:ECDHC:KDFX963:SHA256:AESGCM-KDFIV"
        ),
        (
            .eciesEncryptionCofactorVariableIVX963SHA384AESGCM,
            kSecKeyAlgorithmECIESEncryptionCofactorVariableIVX963SHA384AESGCM,
            "algid:encrypt:ECIES:ECDHC:KDFX963:SHA384:AESGCM-KDFIV"
        ),
        (
            .eciesEncryptionCofactorVariableIVX963SHA512AESGCM,
            kSecKeyAlgorithmECIESEncryptionCofactorVariableIVX963SHA512AESGCM,
            "algid:encrypt:ECIES:ECDHC:KDFX963:SHA512:AESGCM-KDFIV"
        ),
        (
            .ecdhKeyExchangeStandard, kSecKeyAlgorithmECDHKeyExchangeStandard,
            "algid:keyexchange:ECDH"
        ),
        (
            .ecdhKeyExchangeStandardX963SHA1, kSecKeyAlgorithmECDHKeyExchangeStandardX963SHA1,
            "algid:keyexchange:ECDH:KDFX963:SHA1"
        ),
        (
            .ecdhKeyExchangeStandardX963SHA224, kSecKeyAlgorithmECDHKeyExchangeStandardX963SHA224,
            "algid:keyexchange:ECDH:KDFX963:SHA224"
        ),
        (
            .ecdhKeyExchangeStandardX963SHA256, kSecKeyAlgorithmECDHKeyExchangeStandardX963SHA256,
            "algid:keyexchange:ECDH:KDFX963:SHA256"
        ),
        (
            .ecdhKeyExchangeStandardX963SHA384, kSecKeyAlgorithmECDHKeyExchangeStandardX963SHA384,
            "algid:keyexchange:ECDH:KDFX963:SHA384"
        ),
        (
            .ecdhKeyExchangeStandardX963SHA512, kSecKeyAlgorithmECDHKeyExchangeStandardX963SHA512,
            "algid:keyexchange:ECDH:KDFX963:SHA512"
        ),
        (
            .ecdhKeyExchangeCofactor, kSecKeyAlgorithmECDHKeyExchangeCofactor,
            "algid:keyexchange:ECDHC"
        ),
        (
            .ecdhKeyExchangeCofactorX963SHA1, kSecKeyAlgorithmECDHKeyExchangeCofactorX963SHA1,
            "algid:keyexchange:ECDHC:KDFX963:SHA1"
        ),
        (
            .ecdhKeyExchangeCofactorX963SHA224, kSecKeyAlgorithmECDHKeyExchangeCofactorX963SHA224,
            "algid:keyexchange:ECDHC:KDFX963:SHA224"
        ),
        (
            .ecdhKeyExchangeCofactorX963SHA256, kSecKeyAlgorithmECDHKeyExchangeCofactorX963SHA256,
            "algid:keyexchange:ECDHC:KDFX963:SHA256"
        ),
        (
            .ecdhKeyExchangeCofactorX963SHA384, kSecKeyAlgorithmECDHKeyExchangeCofactorX963SHA384,
            "algid:keyexchange:ECDHC:KDFX963:SHA384"
        ),
        (
            .ecdhKeyExchangeCofactorX963SHA512, kSecKeyAlgorithmECDHKeyExchangeCofactorX963SHA512,
            "algid:keyexchange:ECDHC:KDFX963:SHA512"
        ),
    ]

    @Test(arguments: table.indices)
    func hasApplesValue(index: Int) {
        let (algorithm, constant, value) = Self.table[index]
        #expect(algorithm.rawValue as String == value)
        #expect(constant == algorithm)
        #expect(SecKeyAlgorithm(value as CFString) == algorithm)
        #expect(SecKeyAlgorithm(rawValue: value as CFString) == algorithm)
    }

    @Test func hasEachOnce() {
        #expect(Set(Self.table.map(\.0)).count == Self.table.count)
    }
}
