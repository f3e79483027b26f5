import Foundation
import PortableKeychain
import PortableSecurity
import Testing

/// The sentences for status codes.
@Suite struct StatusTests {
    /// The sentences of Apple's function, as programs see them on macOS.
    static let sentences: [(OSStatus, Int32, String)] = [
        (errSecSuccess, 0, "No error."),
        (errSecUnimplemented, -4, "Function or operation not implemented."),
        (errSecDiskFull, -34, "The disk is full."),
        (errSecIO, -36, "I/O error."),
        (errSecParam, -50, "One or more parameters passed to a function were not valid."),
        (errSecWrPerm, -61, "Write permissions error."),
        (errSecAllocate, -108, "Failed to allocate memory."),
        (errSecUserCanceled, -128, "User canceled the operation."),
        (
            errSecNotAvailable, -25291,
            "No keychain is available. You may need to restart your computer."
        ),
        (errSecReadOnly, -25292, "This keychain cannot be modified."),
        (errSecAuthFailed, -25293, "The user name or passphrase you entered is not correct."),
        (errSecNoSuchKeychain, -25294, "The specified keychain could not be found."),
        (errSecInvalidKeychain, -25295, "The specified keychain is not a valid keychain file."),
        (errSecDuplicateKeychain, -25296, "A keychain with the same name already exists."),
        (errSecDuplicateItem, -25299, "The specified item already exists in the keychain."),
        (errSecItemNotFound, -25300, "The specified item could not be found in the keychain."),
        (
            errSecDataTooLarge, -25302,
            """
            This item contains information which is too large or in a format that cannot be \
            displayed.
            """
        ),
        (errSecNoSuchAttr, -25303, "The specified attribute does not exist."),
        (
            errSecNoSuchClass, -25306,
            "The specified item does not appear to be a valid keychain item."
        ),
        (errSecNoDefaultKeychain, -25307, "A default keychain could not be found."),
        (errSecInteractionNotAllowed, -25308, "User interaction is not allowed."),
        (
            errSecWrongSecVersion, -25310,
            """
            This keychain was created by a different version of the system software and cannot be \
            opened.
            """
        ),
        (errSecDecode, -26275, "Unable to decode the provided data."),
        (errSecMissingEntitlement, -34018, "A required entitlement isn't present."),
        (errSecHostNameMismatch, -67602, "A host name mismatch has occurred."),
        (
            errSecUnknownCriticalExtensionFlag, -67603,
            "There is an unknown critical extension flag."
        ),
        (errSecInvalidExtendedKeyUsage, -67609, "The extended key usage is not valid."),
        (
            errSecSMIMEEmailAddressesNotFound, -67623,
            "An email address mismatch was encountered."
        ),
        (errSecInternalError, -67671, "An internal error has occurred."),
        (errSecUnsupportedKeySize, -67735, "The key size is not supported."),
        (errSecVerifyFailed, -67808, "A cryptographic verification failure has occurred."),
        (errSecCertificateExpired, -67818, "An expired certificate was detected."),
        (errSecCertificateNotValidYet, -67819, "The certificate is not yet valid."),
        (errSecNotTrusted, -67843, "The certificate was not trusted."),
        (
            errSecCertificateNameNotAllowed, -67900,
            "The requested name is not allowed for this certificate."
        ),
        (
            errSecCertificateValidityPeriodTooLong, -67901,
            "The validity period in the certificate exceeds the maximum allowed."
        ),
    ]

    @Test(arguments: sentences)
    func saysWhatApplesFunctionSays(code: OSStatus, value: Int32, sentence: String) {
        #expect(code == value)
        #expect(SecCopyErrorMessageString(code, nil) as String? == sentence)
    }

    /// Codes at the ends of each range, and some whose neighbours would show a shift by one.
    static let samples: [(OSStatus, Int32, String)] = [
        (errSecServiceNotAvailable, -67585, "service"),
        (errSecTrustSettingDeny, -67654, "trust settings"),
        (errSecMobileMeRequestQueued, -67657, "MobileMe"),
        (errSecInvalidQuery, -67693, "query"), (errSecInvalidValue, -67694, "value"),
        (errSecUnsupportedKeyFormat, -67734, "key format"),
        (errSecInvalidKeyUsageMask, -67736, "key usage mask"),
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

    static let thrown: [KeychainError.Code] = [
        .invalidParameter, .unimplemented, .duplicateItem, .itemNotFound, .noSuchAttribute,
        .noSuchClass, .dataTooLarge, .missingEntitlement, .locked, .authenticationRequired,
        .interactionNotAllowed, .ambiguous, .authenticationFailed, .userCanceled, .undecodable,
        .verificationFailed, .noSuchKeychain, .duplicateKeychain, .notAKeychain, .corrupt,
        .rolledBack, .wrongDeviceKey, .newerVersion, .noPasscode, .notAvailable, .readOnly,
        .unsafePermissions, .diskFull, .inputOutput, .outOfMemory,
    ]

    /// A code that the keychain throws has Apple's sentence, so it is in the table above.
    @Test func explainsWhatTheKeychainThrows() {
        let known = Set(Self.sentences.map(\.0))
        for code in Self.thrown {
            #expect(known.contains(code.status), "\(code.name): \(code.status)")
        }
        // Apple has no sentence for it.
        let sentence = SecCopyErrorMessageString(KeychainError.Code.internalError.status, nil)
        #expect((sentence as String?)?.hasSuffix(".") == true)
    }

    @Test func foldsTheNamesThatAppleFolded() {
        #expect(errSecItemInvalidKey == errSecParam)
        #expect(errSecReturnPersitentRefUnsupported == errSecParam)
        #expect(errSecUnsupportedAlgorithm == errSecUnimplemented)
        #expect(errSecInvalidCertificate == errSecDecode)
    }
}
