/// What a caller arranged with its user beforehand (`LAContext`).
///
/// The one thing that two doors share: the one that makes contexts conforms to it, and the one that
/// is handed them (`kSecUseAuthenticationContext`) reads it, so that neither imports the other.
package protocol AuthenticationContext: AnyObject {
    /// Whether the user may not be asked: items that need it fail instead.
    var interactionNotAllowed: Bool { get }
    /// Whether the context was given up; every use of it fails.
    var isInvalidated: Bool { get }
}
