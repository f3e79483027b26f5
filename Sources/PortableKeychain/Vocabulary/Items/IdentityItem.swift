/// A certificate joined with its private key.
///
/// It is no item of its own: a keychain finds one wherever it holds a certificate and the private
/// key whose public half the certificate has. Attributes are those of both; where both have one,
/// such as the label, it is the certificate's. Deleting an identity by its attributes deletes what
/// matches them of certificates and of keys; by its reference, the certificate and its key.
public struct IdentityItem: CertificateItemAttributes, KeyItemAttributes {
    /// `idnt`.
    public static let itemClass = ItemClass.identity

    /// All attributes by their Apple names.
    public var attributes: ItemAttributes

    /// Makes an item of attributes.
    public init(attributes: ItemAttributes) { self.attributes = attributes }

    /// Says how a certificate and its private key are to be stored; the rest follows from them.
    ///
    /// - Parameters:
    ///   - tag: The name by which your program finds the key.
    ///   - label: What a person reads in a list, of both.
    ///   - accessibility: When both can be read; by default the key ``Accessibility/whenUnlocked``
    ///     and the certificate ``Accessibility/always``.
    ///   - accessGroup: The programs that share both; the caller's first group by default.
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
