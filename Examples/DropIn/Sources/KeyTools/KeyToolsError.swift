import Foundation
import Security

/// The reason why a key could not be used.
public enum KeyToolsError: Error {
    /// A private key has no public half.
    case noPublicKey
    /// The keychain found no key under the tag of one.
    case unexpectedItem
    /// The key cannot do this.
    case unsupported(String)
    /// The keychain refused.
    case status(OSStatus)
    /// The key refused.
    case failed(any Error)
}

/// Turns the two results of a function into one.
func attempt<T>(_ function: (UnsafeMutablePointer<Unmanaged<CFError>?>) -> T?) throws -> T {
    var error: Unmanaged<CFError>?
    if let result = function(&error) { return result }
    guard let error = error?.takeRetainedValue() else { throw KeyToolsError.status(errSecParam) }
    throw KeyToolsError.failed(error as any Error)
}
