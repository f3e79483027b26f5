public import AppleVocabulary

/// The reason why a password could not be read, saved, renamed, deleted or listed.
public enum PwdKeychainError: Error, Equatable {
    /// There is no such item.
    case noPassword
    /// The item's data is not text in UTF-8.
    case unexpectedPasswordData
    /// An item in a list has no account that is text.
    case unexpectedItemData
    /// The keychain said something else, in its own words: see `SecCopyErrorMessageString`.
    case unhandledError(status: OSStatus)
}
