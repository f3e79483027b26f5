// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
public import Foundation

// Names for exports, imports and the parts of certificates, which exist on Macs only. The compiler says what to use
// instead.

@available(
    *,
    unavailable,
    message: """
        Export keys with SecKeyCopyExternalRepresentation, certificates with SecCertificateCopyData.
        """
)
public typealias SecExternalFormat = SecUnavailable
@available(
    *,
    unavailable,
    message: """
        Import identities with SecPKCS12Import, keys with SecKeyCreateWithData.
        """
)
public typealias SecExternalItemType = SecUnavailable
@available(
    *,
    unavailable,
    message: """
        Export keys with SecKeyCopyExternalRepresentation, certificates with SecCertificateCopyData.
        """
)
public typealias SecItemImportExportKeyParameters = SecUnavailable
@available(
    *,
    unavailable,
    message: """
        Export keys with SecKeyCopyExternalRepresentation, certificates with SecCertificateCopyData.
        """
)
public struct SecItemImportExportFlags: OptionSet, Sendable {
    public let rawValue: UInt32
    public init(rawValue: UInt32) { self.rawValue = rawValue }
}

@available(
    *,
    unavailable,
    message: """
        Export keys with SecKeyCopyExternalRepresentation, certificates with SecCertificateCopyData.
        """
)
public func SecItemExport(
    _ secItemOrArray: CFTypeRef,
    _ outputFormat: SecExternalFormat,
    _ flags: SecItemImportExportFlags,
    _ keyParams: UnsafePointer<SecItemImportExportKeyParameters>?,
    _ exportedData: UnsafeMutablePointer<CFData?>
) -> OSStatus { errSecUnimplemented }

@available(
    *,
    unavailable,
    message: """
        Import identities with SecPKCS12Import, keys with SecKeyCreateWithData.
        """
)
public func SecItemImport(
    _ importedData: CFData,
    _ fileNameOrExtension: CFString?,
    _ inputFormat: UnsafeMutablePointer<SecExternalFormat>?,
    _ itemType: UnsafeMutablePointer<SecExternalItemType>?,
    _ flags: SecItemImportExportFlags,
    _ keyParams: UnsafePointer<SecItemImportExportKeyParameters>?,
    _ importKeychain: SecKeychain?,
    _ outItems: UnsafeMutablePointer<CFArray?>?
) -> OSStatus { errSecUnimplemented }

@available(
    *,
    unavailable,
    message: """
        Use the functions SecCertificateCopy…, or Certificate of swift-certificates.
        """
)
public func SecCertificateCopyValues(
    _ certificate: SecCertificate,
    _ keys: CFArray?,
    _ error: UnsafeMutablePointer<Unmanaged<CFError>?>?
) -> CFDictionary? { nil }
