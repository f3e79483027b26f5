import Foundation
import PortableKeychain
import PortableSecurity
import Testing

/// The sentences for status codes.
@Suite struct StatusTests {
    /// Codes at the ends of each range, and some whose neighbours would show a shift by one.
    static let samples: [(OSStatus, Int32, String)] = [
        (errSecSuccess, 0, "error"), (errSecParam, -50, "parameter"),
        (errSecDuplicateItem, -25299, "already"), (errSecItemNotFound, -25300, "no such item"),
        (errSecInteractionNotAllowed, -25308, "locked"),
        (errSecMissingEntitlement, -34018, "group"), (errSecDecode, -26275, "decoded"),
        (errSecServiceNotAvailable, -67585, "service"),
        (errSecTrustSettingDeny, -67654, "trust settings"),
        (errSecMobileMeRequestQueued, -67657, "MobileMe"),
        (errSecInvalidQuery, -67693, "query"), (errSecInvalidValue, -67694, "value"),
        (errSecUnsupportedKeyFormat, -67734, "key format"),
        (errSecUnsupportedKeySize, -67735, "key size"),
        (errSecInvalidKeyUsageMask, -67736, "key usage mask"),
        (errSecVerifyFailed, -67808, "verify"), (errSecCertificateExpired, -67818, "expired"),
        (errSecDatabaseLocked, -67869, "locked"),
        (errSecTimestampRevocationNotification, -67898, "revoked"),
        (errSecCertificateDuplicateExtension, -67903, "twice"),
        (errSecMissingQualifiedCertStatement, -67904, "qualified"),
    ]

    @Test(arguments: samples)
    func explains(code: OSStatus, value: Int32, word: String) throws {
        #expect(code == value)
        let sentence = try #require(SecCopyErrorMessageString(code, nil)) as String
        #expect(sentence.localizedCaseInsensitiveContains(word), "\(sentence)")
        #expect(sentence.hasSuffix("."))
    }

    @Test func explainsEveryCodeOfTheRange() {
        for code in OSStatus(-67904) ... -67585 {
            let sentence = SecCopyErrorMessageString(code, nil) as String?
            #expect(sentence?.hasSuffix(".") == true, "\(code)")
        }
    }

    @Test(arguments: [1, -1, -51, -25000, -67584, -67905, .max, .min] as [OSStatus])
    func givesTheNumberOfOtherCodes(code: OSStatus) {
        #expect(SecCopyErrorMessageString(code, nil) as String? == "OSStatus \(code)")
    }

    @Test func explainsWhatTheKeychainThrows() {
        let codes: [KeychainError.Code] = [
            .invalidParameter, .unimplemented, .duplicateItem, .itemNotFound, .noSuchAttribute,
            .noSuchClass, .dataTooLarge, .missingEntitlement, .interactionNotAllowed,
            .authenticationFailed, .userCanceled, .noSuchKeychain, .duplicateKeychain,
            .notAKeychain, .corrupt, .wrongDeviceKey, .newerVersion, .noPasscode, .notAvailable,
            .readOnly, .unsafePermissions, .diskFull, .inputOutput, .outOfMemory, .internalError,
        ]
        for code in codes {
            let sentence = SecCopyErrorMessageString(code.status, nil) as String?
            #expect(sentence?.hasSuffix(".") == true, "\(code.name)")
        }
    }

    @Test func foldsTheNamesThatAppleFolded() {
        #expect(errSecItemInvalidKey == errSecParam)
        #expect(errSecReturnPersitentRefUnsupported == errSecParam)
        #expect(errSecUnsupportedAlgorithm == errSecUnimplemented)
        #expect(errSecInvalidCertificate == errSecDecode)
    }
}
