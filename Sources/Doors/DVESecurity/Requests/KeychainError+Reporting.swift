internal import AppleVocabulary
internal import PortableKeychain

/// The error of the library, which has the same name as the one of this module.
typealias LibraryError = PortableKeychain.KeychainError

extension KeychainError {
    /// Does something with the current keychain; a failure becomes one of this module.
    ///
    /// - Parameters:
    ///   - failure: The kind of failure.
    ///   - body: The action.
    /// - Returns: The result of `body`.
    /// - Throws: The failure, with the status of the error.
    static func reporting<R>(
        _ failure: (OSStatus) -> KeychainError,
        _ body: (PortableKeychain.Keychain) throws(LibraryError) -> R
    ) throws(KeychainError) -> R {
        do throws(LibraryError) {
            return try body(try PortableKeychain.Keychain.current)
        } catch {
            throw failure(error.status)
        }
    }
}
