/// An X.509 certificate in a keychain.
///
/// Store it with ``Keychain/add(_:certificate:)``. Two are the same when issuer and serial number
/// are, so there is nothing to `set`.
public struct CertificateItem: CertificateItemAttributes {
    /// `cert`.
    public static let itemClass = ItemClass.certificate

    /// All attributes by their Apple names.
    public var attributes: ItemAttributes

    /// Makes an item of attributes.
    public init(attributes: ItemAttributes) { self.attributes = attributes }

    /// Says how a certificate is to be stored; the rest follows from the certificate.
    ///
    /// - Parameters:
    ///   - label: What a person reads in a list; a summary of the subject by default.
    ///   - accessibility: When it can be read; ``Accessibility/always`` by default, because
    ///     certificates are no secrets.
    ///   - accessGroup: The programs that share it; the caller's first group by default.
    public init(
        label: String? = nil,
        accessibility: Accessibility? = nil,
        accessGroup: String? = nil
    ) {
        attributes = [:]
        self.label = label
        self.accessibility = accessibility
        self.accessGroup = accessGroup
    }
}
