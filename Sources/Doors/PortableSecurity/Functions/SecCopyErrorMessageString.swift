public import Foundation

/// A sentence that explains a status code to a person.
///
/// Codes that functions of this module return have the English sentence that Apple's function gives; the sentences of other
/// codes are this library's. Distinguish codes by number, never by text.
///
/// - Parameters:
///   - status: A code that a function of this module returned.
///   - reserved: Always `nil`.
/// - Returns: An English sentence; for an unknown code its number, such as "OSStatus -99999". Never
///   `nil`.
public func SecCopyErrorMessageString(
    _ status: OSStatus,
    _ reserved: UnsafeMutableRawPointer?
) -> CFString? {
    (StatusMessages.sentence(for: status) ?? "OSStatus \(status)") as NSString
}
