/// What a program can prove in its user's stead.
public enum LACredentialType: Int, Sendable {
    /// The password of the application (`SecAccessControlCreateFlags.applicationPassword`).
    case applicationPassword = 0
    /// The number of a smart card, which no keychain here reads.
    case smartCardPIN = -3
}
