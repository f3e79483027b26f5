/// Which half of a pair a key is, by Apple's decimal name (`kSecAttrKeyClass…`).
public enum KeyClass: String, Hashable, Sendable {
    /// The half that everybody may know.
    case publicKey = "0"
    /// The half to be kept.
    case privateKey = "1"
}
