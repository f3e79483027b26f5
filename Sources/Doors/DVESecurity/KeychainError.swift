public import AppleVocabulary

/// The reason why a keychain did not perform a request.
///
/// Two errors are equal when they are of one kind and carry one status. The numbers are those of
/// Apple's `errSec…` constants.
public enum KeychainError: Error, Equatable, Sendable {
    /// The found item does not have the requested form, such as text that is not UTF-8.
    case resultError
    /// Several items match where one was asked for.
    case ambiguousQueryResult
    /// A search failed.
    case itemQueryFailed(status: OSStatus)
    /// An item was not stored.
    case itemSavingFailed(status: OSStatus)
    /// Items were not changed.
    case itemUpdateFailed(status: OSStatus)
    /// Items were not removed.
    case itemDeletionFailed(status: OSStatus)
    #if os(macOS)
        /// Another function of Apple's Security framework failed.
        case secError(status: OSStatus)
    #endif
}

extension KeychainError {
    /// A sentence for a person that explains a status; `nil` for an unknown one.
    public func securityErrorMessage(for status: OSStatus) -> String? {
        SecCopyErrorMessageString(status, nil).map { $0 as String }
    }
}

extension KeychainError: CustomDebugStringConvertible {
    /// The failed operation, with the text and the number of the status.
    public var debugDescription: String {
        switch self {
        case .resultError: text("the result is not of the expected form")
        case .ambiguousQueryResult: text("several items match")
        case .itemQueryFailed(let status): text("searching failed", status)
        case .itemSavingFailed(let status): text("saving failed", status)
        case .itemUpdateFailed(let status): text("updating failed", status)
        case .itemDeletionFailed(let status): text("deleting failed", status)
        #if os(macOS)
            case .secError(let status): text("a function failed", status)
        #endif
        }
    }

    private func text(_ what: String, _ status: OSStatus? = nil) -> String {
        let cause = status.map { " '\(securityErrorMessage(for: $0) ?? "unknown status")' (\($0))" }
        return "DVESecurity.KeychainError: \(what)\(cause ?? "")"
    }
}
