import Foundation
import Security

/// The outcome of an operation.
public enum Status: OSStatus, Error, Codable, CaseIterable {
    /// Well.
    case success = 0
    /// The feature does not exist here.
    case unimplemented = -4
    /// The question was wrong.
    case param = -50
    /// The user gave up.
    case userCanceled = -128
    /// There is no keychain.
    case notAvailable = -25291
    /// The user could not be authenticated.
    case authFailed = -25293
    /// There is one already.
    case duplicateItem = -25299
    /// There is none.
    case itemNotFound = -25300
    /// The user may not be asked.
    case interactionNotAllowed = -25308
    /// The bytes are damaged.
    case decode = -26275
    /// The access group belongs to other programs.
    case missingEntitlement = -34018
    /// In a way that is not listed here.
    case unexpected = -99999

    init(status: OSStatus) { self = Status(rawValue: status) ?? .unexpected }
}

extension Status: CustomStringConvertible, CustomNSError {
    /// The domain of these errors.
    public static var errorDomain: String { "example.fluent.error" }
    /// The number of the error.
    public var errorCode: Int { Int(rawValue) }
    /// The text for the user.
    public var errorUserInfo: [String: Any] { [NSLocalizedDescriptionKey: description] }

    /// The text for the user.
    public var description: String {
        SecCopyErrorMessageString(rawValue, nil).map { $0 as String } ?? "Status \(rawValue)"
    }
}
