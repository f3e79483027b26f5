internal import PortableKeychain

/// The reason why a valet did not perform a request.
public enum KeychainError: Int, CaseIterable, CustomStringConvertible, Error, Equatable, Sendable {
    /// The keychain cannot be used: it is locked, no passcode is set where one is needed, or it is
    /// damaged; ``Valet/canAccessKeychain()`` says `false`.
    case couldNotAccessKeychain
    /// The user did not give the proof that was asked for.
    case userCancelled
    /// There is no value for the key.
    case itemNotFound
    /// The program is not in the access group.
    case missingEntitlement
    /// A key has to have a character.
    case emptyKey
    /// A value has to have a byte.
    case emptyValue

    /// The name of the type and of the case.
    public var description: String {
        switch self {
        case .couldNotAccessKeychain: "KeychainError.couldNotAccessKeychain"
        case .userCancelled: "KeychainError.userCancelled"
        case .itemNotFound: "KeychainError.itemNotFound"
        case .missingEntitlement: "KeychainError.missingEntitlement"
        case .emptyKey: "KeychainError.emptyKey"
        case .emptyValue: "KeychainError.emptyValue"
        }
    }

    init(_ error: PortableKeychain.KeychainError) {
        self =
            switch error.code {
            case .itemNotFound: .itemNotFound
            case .userCanceled, .authenticationFailed: .userCancelled
            case .missingEntitlement: .missingEntitlement
            default: .couldNotAccessKeychain
            }
    }
}
