/// The proofs that a program can provide instead of its user.
public enum LACredentialType: Int, Sendable {
    /// The password of the application (`SecAccessControlCreateFlags.applicationPassword`).
    case applicationPassword = 0
    /// The number of a smart card, which is not supported here.
    case smartCardPIN = -3
}
