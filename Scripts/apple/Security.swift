// swift-format-ignore-file
// Apple's Security, as far as this project uses it on Apple's platforms: a line for each name, with the signature in
// Apple's documentation.
@_exported public import AppleFoundation

public typealias OSStatus = Int32
/// The place where functions leave an error; Apple writes the type out.
public typealias ErrorPlace = UnsafeMutablePointer<Unmanaged<CFError>?>

public final class SecKey: CFObject {}
public final class SecCertificate: CFObject {}
public final class SecIdentity: CFObject {}
public final class SecPolicy: CFObject {}
public final class SecAccessControl: CFObject {}

public func SecKeyGetTypeID() -> CFTypeID { fatalError() }
public func SecCertificateGetTypeID() -> CFTypeID { fatalError() }
public func SecIdentityGetTypeID() -> CFTypeID { fatalError() }

public func SecCopyErrorMessageString(_ status: OSStatus, _ reserved: UnsafeMutableRawPointer?) -> CFString? { fatalError() }

public func SecItemAdd(_ attributes: CFDictionary, _ result: UnsafeMutablePointer<CFTypeRef?>?) -> OSStatus { fatalError() }
public func SecItemCopyMatching(_ query: CFDictionary, _ result: UnsafeMutablePointer<CFTypeRef?>?) -> OSStatus { fatalError() }
public func SecItemUpdate(_ query: CFDictionary, _ attributesToUpdate: CFDictionary) -> OSStatus { fatalError() }
public func SecItemDelete(_ query: CFDictionary) -> OSStatus { fatalError() }

public struct SecAccessControlCreateFlags: OptionSet, Sendable {
    public let rawValue: CFOptionFlags
    public init(rawValue: CFOptionFlags) { self.rawValue = rawValue }
    public static var userPresence: SecAccessControlCreateFlags { fatalError() }
    public static var biometryAny: SecAccessControlCreateFlags { fatalError() }
    public static var biometryCurrentSet: SecAccessControlCreateFlags { fatalError() }
    public static var devicePasscode: SecAccessControlCreateFlags { fatalError() }
    public static var or: SecAccessControlCreateFlags { fatalError() }
    public static var and: SecAccessControlCreateFlags { fatalError() }
    public static var privateKeyUsage: SecAccessControlCreateFlags { fatalError() }
    public static var applicationPassword: SecAccessControlCreateFlags { fatalError() }
}
public func SecAccessControlCreateWithFlags(_ allocator: CFAllocator?, _ protection: CFTypeRef, _ flags: SecAccessControlCreateFlags, _ error: ErrorPlace?) -> SecAccessControl? { fatalError() }

public func SecCertificateCreateWithData(_ allocator: CFAllocator?, _ data: CFData) -> SecCertificate? { fatalError() }
public func SecCertificateCopyData(_ certificate: SecCertificate) -> CFData { fatalError() }
public func SecIdentityCopyCertificate(_ identityRef: SecIdentity, _ certificateRef: UnsafeMutablePointer<SecCertificate?>) -> OSStatus { fatalError() }
public func SecIdentityCopyPrivateKey(_ identityRef: SecIdentity, _ privateKeyRef: UnsafeMutablePointer<SecKey?>) -> OSStatus { fatalError() }
public func SecPolicyCreateWithProperties(_ policyIdentifier: CFTypeRef, _ properties: CFDictionary?) -> SecPolicy? { fatalError() }

public enum SecKeyOperationType: CFIndex, Sendable { case sign, verify, encrypt, decrypt, keyExchange }
public struct SecKeyAlgorithm: RawRepresentable, Hashable, @unchecked Sendable {
    public let rawValue: CFString
    public init(rawValue: CFString) { self.rawValue = rawValue }
    public static var ecdsaSignatureDigestX962SHA1: SecKeyAlgorithm { fatalError() }
    public static var ecdsaSignatureDigestX962SHA224: SecKeyAlgorithm { fatalError() }
    public static var ecdsaSignatureDigestX962SHA256: SecKeyAlgorithm { fatalError() }
    public static var ecdsaSignatureDigestX962SHA384: SecKeyAlgorithm { fatalError() }
    public static var ecdsaSignatureDigestX962SHA512: SecKeyAlgorithm { fatalError() }
    public static var ecdsaSignatureMessageX962SHA1: SecKeyAlgorithm { fatalError() }
    public static var ecdsaSignatureMessageX962SHA224: SecKeyAlgorithm { fatalError() }
    public static var ecdsaSignatureMessageX962SHA256: SecKeyAlgorithm { fatalError() }
    public static var ecdsaSignatureMessageX962SHA384: SecKeyAlgorithm { fatalError() }
    public static var ecdsaSignatureMessageX962SHA512: SecKeyAlgorithm { fatalError() }
    public static var eciesEncryptionCofactorVariableIVX963SHA224AESGCM: SecKeyAlgorithm { fatalError() }
    public static var eciesEncryptionCofactorVariableIVX963SHA256AESGCM: SecKeyAlgorithm { fatalError() }
    public static var eciesEncryptionCofactorVariableIVX963SHA384AESGCM: SecKeyAlgorithm { fatalError() }
    public static var eciesEncryptionCofactorVariableIVX963SHA512AESGCM: SecKeyAlgorithm { fatalError() }
    public static var eciesEncryptionStandardVariableIVX963SHA224AESGCM: SecKeyAlgorithm { fatalError() }
    public static var eciesEncryptionStandardVariableIVX963SHA256AESGCM: SecKeyAlgorithm { fatalError() }
    public static var eciesEncryptionStandardVariableIVX963SHA384AESGCM: SecKeyAlgorithm { fatalError() }
    public static var eciesEncryptionStandardVariableIVX963SHA512AESGCM: SecKeyAlgorithm { fatalError() }
    public static var rsaEncryptionOAEPSHA1: SecKeyAlgorithm { fatalError() }
    public static var rsaEncryptionOAEPSHA1AESGCM: SecKeyAlgorithm { fatalError() }
    public static var rsaEncryptionOAEPSHA224: SecKeyAlgorithm { fatalError() }
    public static var rsaEncryptionOAEPSHA224AESGCM: SecKeyAlgorithm { fatalError() }
    public static var rsaEncryptionOAEPSHA256: SecKeyAlgorithm { fatalError() }
    public static var rsaEncryptionOAEPSHA256AESGCM: SecKeyAlgorithm { fatalError() }
    public static var rsaEncryptionOAEPSHA384: SecKeyAlgorithm { fatalError() }
    public static var rsaEncryptionOAEPSHA384AESGCM: SecKeyAlgorithm { fatalError() }
    public static var rsaEncryptionOAEPSHA512: SecKeyAlgorithm { fatalError() }
    public static var rsaEncryptionOAEPSHA512AESGCM: SecKeyAlgorithm { fatalError() }
    public static var rsaEncryptionPKCS1: SecKeyAlgorithm { fatalError() }
    public static var rsaEncryptionRaw: SecKeyAlgorithm { fatalError() }
    public static var rsaSignatureDigestPKCS1v15Raw: SecKeyAlgorithm { fatalError() }
    public static var rsaSignatureDigestPKCS1v15SHA1: SecKeyAlgorithm { fatalError() }
    public static var rsaSignatureDigestPKCS1v15SHA224: SecKeyAlgorithm { fatalError() }
    public static var rsaSignatureDigestPKCS1v15SHA256: SecKeyAlgorithm { fatalError() }
    public static var rsaSignatureDigestPKCS1v15SHA384: SecKeyAlgorithm { fatalError() }
    public static var rsaSignatureDigestPKCS1v15SHA512: SecKeyAlgorithm { fatalError() }
    public static var rsaSignatureDigestPSSSHA1: SecKeyAlgorithm { fatalError() }
    public static var rsaSignatureDigestPSSSHA224: SecKeyAlgorithm { fatalError() }
    public static var rsaSignatureDigestPSSSHA256: SecKeyAlgorithm { fatalError() }
    public static var rsaSignatureDigestPSSSHA384: SecKeyAlgorithm { fatalError() }
    public static var rsaSignatureDigestPSSSHA512: SecKeyAlgorithm { fatalError() }
    public static var rsaSignatureMessagePKCS1v15SHA1: SecKeyAlgorithm { fatalError() }
    public static var rsaSignatureMessagePKCS1v15SHA224: SecKeyAlgorithm { fatalError() }
    public static var rsaSignatureMessagePKCS1v15SHA256: SecKeyAlgorithm { fatalError() }
    public static var rsaSignatureMessagePKCS1v15SHA384: SecKeyAlgorithm { fatalError() }
    public static var rsaSignatureMessagePKCS1v15SHA512: SecKeyAlgorithm { fatalError() }
    public static var rsaSignatureMessagePSSSHA1: SecKeyAlgorithm { fatalError() }
    public static var rsaSignatureMessagePSSSHA224: SecKeyAlgorithm { fatalError() }
    public static var rsaSignatureMessagePSSSHA256: SecKeyAlgorithm { fatalError() }
    public static var rsaSignatureMessagePSSSHA384: SecKeyAlgorithm { fatalError() }
    public static var rsaSignatureMessagePSSSHA512: SecKeyAlgorithm { fatalError() }
}
public func SecKeyCreateRandomKey(_ parameters: CFDictionary, _ error: ErrorPlace?) -> SecKey? { fatalError() }
public func SecKeyCreateWithData(_ keyData: CFData, _ attributes: CFDictionary, _ error: ErrorPlace?) -> SecKey? { fatalError() }
public func SecKeyCopyPublicKey(_ key: SecKey) -> SecKey? { fatalError() }
public func SecKeyCopyAttributes(_ key: SecKey) -> CFDictionary? { fatalError() }
public func SecKeyCopyExternalRepresentation(_ key: SecKey, _ error: ErrorPlace?) -> CFData? { fatalError() }
public func SecKeyGetBlockSize(_ key: SecKey) -> Int { fatalError() }
public func SecKeyIsAlgorithmSupported(_ key: SecKey, _ operation: SecKeyOperationType, _ algorithm: SecKeyAlgorithm) -> Bool { fatalError() }
public func SecKeyCreateSignature(_ key: SecKey, _ algorithm: SecKeyAlgorithm, _ dataToSign: CFData, _ error: ErrorPlace?) -> CFData? { fatalError() }
public func SecKeyVerifySignature(_ key: SecKey, _ algorithm: SecKeyAlgorithm, _ signedData: CFData, _ signature: CFData, _ error: ErrorPlace?) -> Bool { fatalError() }
public func SecKeyCreateEncryptedData(_ key: SecKey, _ algorithm: SecKeyAlgorithm, _ plaintext: CFData, _ error: ErrorPlace?) -> CFData? { fatalError() }
public func SecKeyCreateDecryptedData(_ key: SecKey, _ algorithm: SecKeyAlgorithm, _ ciphertext: CFData, _ error: ErrorPlace?) -> CFData? { fatalError() }

#if os(macOS)
    public final class SecTask: CFObject {}
    public func SecTaskCreateFromSelf(_ allocator: CFAllocator?) -> SecTask? { fatalError() }
    public func SecTaskCopyValueForEntitlement(_ task: SecTask, _ entitlement: CFString, _ error: ErrorPlace?) -> CFTypeRef? { fatalError() }
#endif

public var kSecAttrAccessControl: CFString { fatalError() }
public var kSecAttrAccessGroup: CFString { fatalError() }
public var kSecAttrAccessible: CFString { fatalError() }
public var kSecAttrAccessibleAfterFirstUnlock: CFString { fatalError() }
public var kSecAttrAccessibleAfterFirstUnlockThisDeviceOnly: CFString { fatalError() }
@available(*, deprecated) public var kSecAttrAccessibleAlways: CFString { fatalError() }
@available(*, deprecated) public var kSecAttrAccessibleAlwaysThisDeviceOnly: CFString { fatalError() }
public var kSecAttrAccessibleWhenPasscodeSetThisDeviceOnly: CFString { fatalError() }
public var kSecAttrAccessibleWhenUnlocked: CFString { fatalError() }
public var kSecAttrAccessibleWhenUnlockedThisDeviceOnly: CFString { fatalError() }
public var kSecAttrAccount: CFString { fatalError() }
public var kSecAttrApplicationLabel: CFString { fatalError() }
public var kSecAttrApplicationTag: CFString { fatalError() }
public var kSecAttrAuthenticationType: CFString { fatalError() }
public var kSecAttrComment: CFString { fatalError() }
public var kSecAttrCreationDate: CFString { fatalError() }
public var kSecAttrCreator: CFString { fatalError() }
public var kSecAttrDescription: CFString { fatalError() }
public var kSecAttrEffectiveKeySize: CFString { fatalError() }
public var kSecAttrGeneric: CFString { fatalError() }
public var kSecAttrIsPermanent: CFString { fatalError() }
public var kSecAttrKeyClass: CFString { fatalError() }
public var kSecAttrKeyClassPrivate: CFString { fatalError() }
public var kSecAttrKeyClassPublic: CFString { fatalError() }
public var kSecAttrKeyClassSymmetric: CFString { fatalError() }
public var kSecAttrKeySizeInBits: CFString { fatalError() }
public var kSecAttrKeyType: CFString { fatalError() }
public var kSecAttrKeyTypeECSECPrimeRandom: CFString { fatalError() }
public var kSecAttrKeyTypeRSA: CFString { fatalError() }
public var kSecAttrLabel: CFString { fatalError() }
public var kSecAttrModificationDate: CFString { fatalError() }
public var kSecAttrPath: CFString { fatalError() }
public var kSecAttrPort: CFString { fatalError() }
public var kSecAttrProtocol: CFString { fatalError() }
public var kSecAttrProtocolHTTPS: CFString { fatalError() }
public var kSecAttrSecurityDomain: CFString { fatalError() }
public var kSecAttrServer: CFString { fatalError() }
public var kSecAttrService: CFString { fatalError() }
public var kSecAttrSynchronizable: CFString { fatalError() }
public var kSecAttrSynchronizableAny: CFString { fatalError() }
public var kSecAttrTokenID: CFString { fatalError() }
public var kSecAttrTokenIDSecureEnclave: CFString { fatalError() }
public var kSecAttrType: CFString { fatalError() }
public var kSecClass: CFString { fatalError() }
public var kSecClassCertificate: CFString { fatalError() }
public var kSecClassGenericPassword: CFString { fatalError() }
public var kSecClassIdentity: CFString { fatalError() }
public var kSecClassInternetPassword: CFString { fatalError() }
public var kSecClassKey: CFString { fatalError() }
public var kSecMatchLimit: CFString { fatalError() }
public var kSecMatchPolicy: CFString { fatalError() }
public var kSecPolicyClient: CFString { fatalError() }
public var kSecPolicyName: CFString { fatalError() }
public var kSecPrivateKeyAttrs: CFString { fatalError() }
public var kSecReturnRef: CFString { fatalError() }
public var kSecUseAuthenticationContext: CFString { fatalError() }
public var kSecUseDataProtectionKeychain: CFString { fatalError() }
public var kSecValueData: CFString { fatalError() }
public var kSecValueRef: CFString { fatalError() }

public var errSecDataTooLarge: OSStatus { fatalError() }
public var errSecDuplicateItem: OSStatus { fatalError() }
public var errSecInteractionNotAllowed: OSStatus { fatalError() }
public var errSecInternalError: OSStatus { fatalError() }
public var errSecItemNotFound: OSStatus { fatalError() }
public var errSecMissingEntitlement: OSStatus { fatalError() }
public var errSecParam: OSStatus { fatalError() }
public var errSecSuccess: OSStatus { fatalError() }
public var errSecUnimplemented: OSStatus { fatalError() }
public var errSecVerifyFailed: OSStatus { fatalError() }
