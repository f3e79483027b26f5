/// An X.509 certificate in a keychain.
///
/// Store it with ``Keychain/certificates``. Certificates of one access group are unique by
/// issuer and serial number, and their attributes follow from their bytes, so there is no `set`.
///
/// ```swift
/// import Foundation
///
/// let keychain = try Keychain.default
/// let root = try X509Certificate(der: Data(contentsOf: URL(filePath: "root.der")))
/// try keychain.certificates.add(root, for: CertificateItem(label: "Our root"))
/// let found = try keychain.certificates.only(matching: .certificate(label: "Our root"))
/// ```
public struct CertificateItem: CertificateItemAttributes {
    /// Apple's class of these items, `kSecClassCertificate`, which is the text `cert`.
    public static let itemClass = ItemClass.certificate

    /// All attributes by their Apple names.
    public var attributes: ItemAttributes

    /// Makes an item from attributes.
    public init(attributes: ItemAttributes) { self.attributes = attributes }

    /// Describes how to store a certificate; the other attributes follow from the certificate.
    ///
    /// - Parameters:
    ///   - label: The name that lists show to a user; a summary of the subject by default.
    ///   - accessibility: The condition under which the item can be read; ``Accessibility/always``
    ///     by default, because certificates are not secret.
    ///   - accessGroup: The group of programs that share the item; the caller's first group by
    ///     default.
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
