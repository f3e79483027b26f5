/// The half of a pair that a key is, by Apple's decimal name (`kSecAttrKeyClass…`).
///
/// There is no value for symmetric keys: store their bytes as a password.
@nonexhaustive public enum KeyClass: String, Hashable, Sendable {
    /// The half that may be published.
    case publicKey = "0"
    /// The half that is kept secret.
    case privateKey = "1"
}
