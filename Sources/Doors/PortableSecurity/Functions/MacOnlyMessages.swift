// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
public import Foundation

// Names for signed and encrypted messages (CMS, S/MIME), which exist on Macs only: no library that this one depends on
// reads them. The compiler says what to use instead.

@available(*, unavailable, message: "Check messages with CMS of swift-certificates, @_spi(CMS).")
public typealias CMSDecoder = SecUnavailable
@available(*, unavailable, message: "Sign messages with CMS of swift-certificates, @_spi(CMS).")
public typealias CMSEncoder = SecUnavailable
@available(*, unavailable, message: "Check messages with CMS of swift-certificates, @_spi(CMS).")
public typealias CMSSignerStatus = SecUnavailable
@available(*, unavailable, message: "Sign messages with CMS of swift-certificates, @_spi(CMS).")
public typealias CMSCertificateChainMode = SecUnavailable
@available(*, unavailable, message: "Sign messages with CMS of swift-certificates, @_spi(CMS).")
public struct CMSSignedAttributes: OptionSet, Sendable {
    public let rawValue: UInt32
    public init(rawValue: UInt32) { self.rawValue = rawValue }
}

@available(*, unavailable, message: "Check messages with CMS of swift-certificates, @_spi(CMS).")
public func CMSDecoderCreate(
    _ cmsDecoderOut: UnsafeMutablePointer<CMSDecoder?>
) -> OSStatus { errSecUnimplemented }

@available(*, unavailable, message: "Check messages with CMS of swift-certificates, @_spi(CMS).")
public func CMSDecoderUpdateMessage(
    _ cmsDecoder: CMSDecoder,
    _ msgBytes: UnsafeRawPointer,
    _ msgBytesLen: Int
) -> OSStatus { errSecUnimplemented }

@available(*, unavailable, message: "Check messages with CMS of swift-certificates, @_spi(CMS).")
public func CMSDecoderFinalizeMessage(_ cmsDecoder: CMSDecoder) -> OSStatus { errSecUnimplemented }

@available(*, unavailable, message: "Check messages with CMS of swift-certificates, @_spi(CMS).")
public func CMSDecoderSetDetachedContent(
    _ cmsDecoder: CMSDecoder,
    _ detachedContent: CFData
) -> OSStatus { errSecUnimplemented }

@available(*, unavailable, message: "Check messages with CMS of swift-certificates, @_spi(CMS).")
public func CMSDecoderCopyDetachedContent(
    _ cmsDecoder: CMSDecoder,
    _ detachedContentOut: UnsafeMutablePointer<CFData?>
) -> OSStatus { errSecUnimplemented }

@available(*, unavailable, message: "Check messages with CMS of swift-certificates, @_spi(CMS).")
public func CMSDecoderGetNumSigners(
    _ cmsDecoder: CMSDecoder,
    _ numSignersOut: UnsafeMutablePointer<Int>
) -> OSStatus { errSecUnimplemented }

@available(*, unavailable, message: "Check messages with CMS of swift-certificates, @_spi(CMS).")
public func CMSDecoderCopySignerStatus(
    _ cmsDecoder: CMSDecoder,
    _ signerIndex: Int,
    _ policyOrArray: CFTypeRef,
    _ evaluateSecTrust: Bool,
    _ signerStatusOut: UnsafeMutablePointer<CMSSignerStatus>?,
    _ secTrustOut: UnsafeMutablePointer<SecTrust?>?,
    _ certVerifyResultCodeOut: UnsafeMutablePointer<OSStatus>?
) -> OSStatus { errSecUnimplemented }

@available(*, unavailable, message: "Check messages with CMS of swift-certificates, @_spi(CMS).")
public func CMSDecoderCopySignerEmailAddress(
    _ cmsDecoder: CMSDecoder,
    _ signerIndex: Int,
    _ signerEmailAddressOut: UnsafeMutablePointer<CFString?>
) -> OSStatus { errSecUnimplemented }

@available(*, unavailable, message: "Check messages with CMS of swift-certificates, @_spi(CMS).")
public func CMSDecoderCopySignerCert(
    _ cmsDecoder: CMSDecoder,
    _ signerIndex: Int,
    _ signerCertOut: UnsafeMutablePointer<SecCertificate?>
) -> OSStatus { errSecUnimplemented }

@available(*, unavailable, message: "Open encrypted messages with the command openssl cms.")
public func CMSDecoderIsContentEncrypted(
    _ cmsDecoder: CMSDecoder,
    _ isEncryptedOut: UnsafeMutablePointer<Bool>
) -> OSStatus { errSecUnimplemented }

@available(*, unavailable, message: "Check messages with CMS of swift-certificates, @_spi(CMS).")
public func CMSDecoderCopyEncapsulatedContentType(
    _ cmsDecoder: CMSDecoder,
    _ eContentTypeOut: UnsafeMutablePointer<CFData?>
) -> OSStatus { errSecUnimplemented }

@available(*, unavailable, message: "Check messages with CMS of swift-certificates, @_spi(CMS).")
public func CMSDecoderCopyAllCerts(
    _ cmsDecoder: CMSDecoder,
    _ certsOut: UnsafeMutablePointer<CFArray?>
) -> OSStatus { errSecUnimplemented }

@available(*, unavailable, message: "Check messages with CMS of swift-certificates, @_spi(CMS).")
public func CMSDecoderCopyContent(
    _ cmsDecoder: CMSDecoder,
    _ contentOut: UnsafeMutablePointer<CFData?>
) -> OSStatus { errSecUnimplemented }

@available(*, unavailable, message: "Check messages with CMS of swift-certificates, @_spi(CMS).")
public func CMSDecoderCopySignerSigningTime(
    _ cmsDecoder: CMSDecoder,
    _ signerIndex: Int,
    _ signingTime: UnsafeMutablePointer<CFAbsoluteTime>
) -> OSStatus { errSecUnimplemented }

@available(*, unavailable, message: "Check messages with CMS of swift-certificates, @_spi(CMS).")
public func CMSDecoderCopySignerTimestamp(
    _ cmsDecoder: CMSDecoder,
    _ signerIndex: Int,
    _ timestamp: UnsafeMutablePointer<CFAbsoluteTime>
) -> OSStatus { errSecUnimplemented }

@available(*, unavailable, message: "Sign messages with CMS of swift-certificates, @_spi(CMS).")
public func CMSEncoderCreate(
    _ cmsEncoderOut: UnsafeMutablePointer<CMSEncoder?>
) -> OSStatus { errSecUnimplemented }

@available(*, unavailable, message: "Sign messages with CMS of swift-certificates, @_spi(CMS).")
public func CMSEncoderSetSignerAlgorithm(
    _ cmsEncoder: CMSEncoder,
    _ digestAlgorithm: CFString
) -> OSStatus { errSecUnimplemented }

@available(*, unavailable, message: "Sign messages with CMS of swift-certificates, @_spi(CMS).")
public func CMSEncoderAddSigners(
    _ cmsEncoder: CMSEncoder,
    _ signerOrArray: CFTypeRef
) -> OSStatus { errSecUnimplemented }

@available(*, unavailable, message: "Sign messages with CMS of swift-certificates, @_spi(CMS).")
public func CMSEncoderCopySigners(
    _ cmsEncoder: CMSEncoder,
    _ signersOut: UnsafeMutablePointer<CFArray?>
) -> OSStatus { errSecUnimplemented }

@available(*, unavailable, message: "Encrypt messages with the command openssl cms.")
public func CMSEncoderAddRecipients(
    _ cmsEncoder: CMSEncoder,
    _ recipientOrArray: CFTypeRef
) -> OSStatus { errSecUnimplemented }

@available(*, unavailable, message: "Encrypt messages with the command openssl cms.")
public func CMSEncoderCopyRecipients(
    _ cmsEncoder: CMSEncoder,
    _ recipientsOut: UnsafeMutablePointer<CFArray?>
) -> OSStatus { errSecUnimplemented }

@available(*, unavailable, message: "Sign messages with CMS of swift-certificates, @_spi(CMS).")
public func CMSEncoderSetHasDetachedContent(
    _ cmsEncoder: CMSEncoder,
    _ detachedContent: Bool
) -> OSStatus { errSecUnimplemented }

@available(*, unavailable, message: "Sign messages with CMS of swift-certificates, @_spi(CMS).")
public func CMSEncoderGetHasDetachedContent(
    _ cmsEncoder: CMSEncoder,
    _ detachedContentOut: UnsafeMutablePointer<Bool>
) -> OSStatus { errSecUnimplemented }

@available(*, unavailable, message: "Sign messages with CMS of swift-certificates, @_spi(CMS).")
public func CMSEncoderSetEncapsulatedContentTypeOID(
    _ cmsEncoder: CMSEncoder,
    _ eContentTypeOID: CFTypeRef
) -> OSStatus { errSecUnimplemented }

@available(*, unavailable, message: "Sign messages with CMS of swift-certificates, @_spi(CMS).")
public func CMSEncoderAddSupportingCerts(
    _ cmsEncoder: CMSEncoder,
    _ certOrArray: CFTypeRef
) -> OSStatus { errSecUnimplemented }

@available(*, unavailable, message: "Sign messages with CMS of swift-certificates, @_spi(CMS).")
public func CMSEncoderAddSignedAttributes(
    _ cmsEncoder: CMSEncoder,
    _ signedAttributes: CMSSignedAttributes
) -> OSStatus { errSecUnimplemented }

@available(*, unavailable, message: "Sign messages with CMS of swift-certificates, @_spi(CMS).")
public func CMSEncoderSetCertificateChainMode(
    _ cmsEncoder: CMSEncoder,
    _ chainMode: CMSCertificateChainMode
) -> OSStatus { errSecUnimplemented }

@available(*, unavailable, message: "Sign messages with CMS of swift-certificates, @_spi(CMS).")
public func CMSEncoderUpdateContent(
    _ cmsEncoder: CMSEncoder,
    _ content: UnsafeRawPointer,
    _ contentLen: Int
) -> OSStatus { errSecUnimplemented }

@available(*, unavailable, message: "Sign messages with CMS of swift-certificates, @_spi(CMS).")
public func CMSEncoderCopyEncodedContent(
    _ cmsEncoder: CMSEncoder,
    _ encodedContentOut: UnsafeMutablePointer<CFData?>
) -> OSStatus { errSecUnimplemented }

@available(*, unavailable, message: "Sign messages with CMS of swift-certificates, @_spi(CMS).")
public func CMSEncodeContent(
    _ signers: CFTypeRef?,
    _ recipients: CFTypeRef?,
    _ eContentTypeOID: CFTypeRef?,
    _ detachedContent: Bool,
    _ signedAttributes: CMSSignedAttributes,
    _ content: UnsafeRawPointer,
    _ contentLen: Int,
    _ encodedContentOut: UnsafeMutablePointer<CFData?>?
) -> OSStatus { errSecUnimplemented }
