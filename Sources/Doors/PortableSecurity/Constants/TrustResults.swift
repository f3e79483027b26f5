public import Foundation

// The keys and values of the result of an evaluation of trust. The strings are those of Apple's
// SecTrust.h. Literal NSStrings never change, which is why sharing them between threads is safe
// although NSString is not Sendable.

/// The key of the moment of the evaluation, a date.
nonisolated(unsafe) public let kSecTrustEvaluationDate: CFString = "TrustEvaluationDate"
/// The key of the answer, a number: the raw value of a ``SecTrustResultType``.
nonisolated(unsafe) public let kSecTrustResultValue: CFString = "TrustResultValue"
/// The key that says whether answers about revocation were available for all certificates, a
/// Boolean.
nonisolated(unsafe) public let kSecTrustRevocationChecked: CFString = "TrustRevocationChecked"
/// The key of the reason of a revocation, a number (RFC 5280, 5.3.1).
nonisolated(unsafe) public let kSecTrustRevocationReason: CFString = "TrustRevocationReason"
/// The key of the first moment at which an answer about revocation may change, a date.
nonisolated(unsafe) public let kSecTrustRevocationValidUntilDate: CFString = "TrustExpirationDate"
/// The key of the organization of a certificate with extended validation; in no result here, because
/// nothing here knows which authorities validate so.
nonisolated(unsafe) public let kSecTrustOrganizationName: CFString = "Organization"
/// The key that says whether a certificate has extended validation; in no result here, because nothing
/// here knows which authorities validate so.
nonisolated(unsafe) public let kSecTrustExtendedValidation: CFString = "TrustExtendedValidation"
/// The key that says whether a certificate is in public logs; in no result here, because nothing here
/// knows which logs are trusted.
nonisolated(unsafe) public let kSecTrustCertificateTransparency: CFString =
    "TrustCertificateTransparency"

/// The key of a certificate's name, a string.
nonisolated(unsafe) public let kSecPropertyTypeTitle: CFString = "title"
/// The key of the fault of a certificate, a string.
nonisolated(unsafe) public let kSecPropertyTypeError: CFString = "error"
