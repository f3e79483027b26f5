/// A key, certificate or identity in memory, as the value of an item.
///
/// Requests carry one in place of attributes and payload (`kSecValueRef`), and answers return one
/// (`kSecReturnRef`). Only code that writes requests by itself needs it: the typed functions of
/// `Keychain` take and return ``KeyMaterial``, ``X509Certificate`` and ``IdentityMaterial``.
@nonexhaustive @_spi(Keepers) public enum ItemObject: Hashable, Sendable {
    /// A public or private key.
    case key(KeyMaterial)
    /// A certificate.
    case certificate(X509Certificate)
    /// A certificate with its private key.
    case identity(X509Certificate, KeyMaterial)
}
