/// A certificate joined with its private key.
///
/// It is not stored as an item: the keychain finds an identity wherever it contains a certificate
/// and the private key that belongs to the certificate's public key. It has the attributes of both;
/// for an attribute that both have, such as the label, it has the certificate's.
///
/// Deleting identities by attributes deletes the matching certificates and the matching keys.
/// Deleting one by its reference deletes the certificate, and its key unless another certificate
/// needs it.
///
/// ```swift
/// let keychain = try Keychain.default
/// let query: KeychainQuery = .identity(label: "server.example").validOn()
/// for identity in try keychain.items(matching: query) {
///     print(identity.label ?? "", identity.tag ?? "")
/// }
/// let identity = try keychain.identities.only(matching: query)    // to sign with
/// ```
public struct IdentityItem: CertificateItemAttributes, KeyItemAttributes {
    /// Apple's class of these items, `kSecClassIdentity`, which is the text `idnt`.
    public static let itemClass = ItemClass.identity

    /// All attributes by their Apple names.
    public var attributes: ItemAttributes

    /// Makes an item from attributes.
    public init(attributes: ItemAttributes) { self.attributes = attributes }

    /// Describes how to store a certificate and its private key; the other attributes follow from
    /// them.
    ///
    /// - Parameters:
    ///   - tag: The name by which your program finds the key.
    ///   - label: The name of both that lists show to a user.
    ///   - accessibility: The condition under which both can be read; by default, the key is
    ///     readable ``Accessibility/whenUnlocked`` and the certificate ``Accessibility/always``.
    ///   - accessGroup: The group of programs that share both; the caller's first group by default.
    public init(
        tag: String? = nil,
        label: String? = nil,
        accessibility: Accessibility? = nil,
        accessGroup: String? = nil
    ) {
        attributes = [:]
        self.tag = tag
        self.label = label
        self.accessibility = accessibility
        self.accessGroup = accessGroup
    }
}
