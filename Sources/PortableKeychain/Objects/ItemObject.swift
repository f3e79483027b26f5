/// A live object of the keychain (`SecKey`, `SecCertificate`, `SecIdentity`): what a search returns
/// for `kSecReturnRef`, and what stands for attributes under `kSecValueRef`.
public enum ItemObject: Hashable, Sendable {
    /// A public or private key.
    case key(KeyMaterial)
    /// A certificate.
    case certificate(X509Certificate)
    /// A certificate with its private key.
    case identity(X509Certificate, KeyMaterial)
}
