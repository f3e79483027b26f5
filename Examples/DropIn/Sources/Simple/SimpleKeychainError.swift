import Foundation
import Security

/// The reason why the keychain refused.
public struct SimpleKeychainError: LocalizedError, CustomDebugStringConvertible {
    enum Code: Equatable {
        case operationNotImplemented
        case invalidParameters
        case userCanceled
        case itemNotAvailable
        case authFailed
        case duplicateItem
        case itemNotFound
        case interactionNotAllowed
        case decodeFailed
        case missingEntitlement
        case other(status: OSStatus)
        case unknown(message: String)

        init(_ status: OSStatus) {
            switch status {
            case errSecUnimplemented: self = .operationNotImplemented
            case errSecParam: self = .invalidParameters
            case errSecUserCanceled: self = .userCanceled
            case errSecNotAvailable: self = .itemNotAvailable
            case errSecAuthFailed: self = .authFailed
            case errSecDuplicateItem: self = .duplicateItem
            case errSecItemNotFound: self = .itemNotFound
            case errSecInteractionNotAllowed: self = .interactionNotAllowed
            case errSecDecode: self = .decodeFailed
            case errSecMissingEntitlement: self = .missingEntitlement
            default: self = .other(status: status)
            }
        }
    }

    /// There is nothing under the key.
    public static let itemNotFound = Self(code: .itemNotFound)
    /// The user gave up.
    public static let userCanceled = Self(code: .userCanceled)
    /// The user could not be authenticated.
    public static let authFailed = Self(code: .authFailed)
    /// The user may not be asked.
    public static let interactionNotAllowed = Self(code: .interactionNotAllowed)
    /// The parameters contradict each other.
    public static let invalidParameters = Self(code: .invalidParameters)

    let code: Code
    /// The error that caused this one.
    public let cause: (any Error)?

    init(code: Code, cause: (any Error)? = nil) {
        self.code = code
        self.cause = cause
    }

    /// The text for the user.
    public var debugDescription: String {
        if case .unknown(let message) = code { return message }
        return (SecCopyErrorMessageString(status, nil) as String?) ?? "Status \(status)"
    }

    /// The text for the user.
    public var errorDescription: String? { debugDescription }

    /// The number that the keychain answered.
    public var status: OSStatus {
        switch code {
        case .operationNotImplemented: errSecUnimplemented
        case .invalidParameters: errSecParam
        case .userCanceled: errSecUserCanceled
        case .itemNotAvailable: errSecNotAvailable
        case .authFailed: errSecAuthFailed
        case .duplicateItem: errSecDuplicateItem
        case .itemNotFound: errSecItemNotFound
        case .interactionNotAllowed: errSecInteractionNotAllowed
        case .decodeFailed: errSecDecode
        case .missingEntitlement: errSecMissingEntitlement
        case .other(let status): status
        case .unknown: errSecSuccess
        }
    }
}

extension SimpleKeychainError: Equatable {
    /// Whether both have one cause.
    public static func == (lhs: Self, rhs: Self) -> Bool {
        lhs.code == rhs.code && lhs.localizedDescription == rhs.localizedDescription
    }

    /// Lets `catch SimpleKeychainError.itemNotFound` match.
    public static func ~= (lhs: Self, rhs: any Error) -> Bool {
        (rhs as? Self).map { $0.code == lhs.code } ?? false
    }
}
