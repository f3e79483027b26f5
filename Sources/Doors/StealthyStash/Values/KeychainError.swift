public import Foundation
internal import PortableKeychain

/// The reason why the keychain did not perform a request.
///
/// No text in it holds a secret or the value of an attribute.
public enum KeychainError: Error, LocalizedError, Equatable {
    /// A dictionary does not describe an item: an attribute that distinguishes items is missing, or
    /// has a type or a value that it cannot have.
    case unexpectedPasswordData
    /// A dictionary holds no secret.
    case noPassword
    /// The keychain refused, with Apple's number for the reason, such as `errSecDuplicateItem`.
    case unhandledError(status: OSStatus)
    /// The class with this name is not supported. Never thrown here.
    case unsupportedClass(String)

    /// A sentence for a person.
    public var errorDescription: String? {
        switch self {
        case .unexpectedPasswordData:
            "The password data was not in the expected format."
        case .noPassword:
            "No password was found."
        case .unhandledError(let status):
            SecCopyErrorMessageString(status, nil).map { $0 as String }
                ?? "Unhandled error with status code: \(status)"
        case .unsupportedClass(let name):
            "Unsupported class: \(name)"
        }
    }
}

extension KeychainError {
    /// Whether the error means that the item does not exist.
    var isItemNotFound: Bool {
        self == .unhandledError(status: PortableKeychain.KeychainError.Code.itemNotFound.status)
    }
}
