public import Foundation

/// A sentence that explains a status code to a person.
///
/// The texts are specific to this library; distinguish codes by number, never by text.
///
/// - Parameters:
///   - status: A code that a function of this module returned.
///   - reserved: Always `nil`.
/// - Returns: An English sentence, or `nil` for an unknown code.
public func SecCopyErrorMessageString(
    _ status: OSStatus,
    _ reserved: UnsafeMutableRawPointer?
) -> CFString? {
    StatusMessages.sentence(for: status).map { $0 as NSString }
}
