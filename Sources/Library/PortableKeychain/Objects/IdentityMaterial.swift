/// A certificate in memory with its private key.
///
/// Use it to store both at once with `keychain.identities.add(_:for:)`, and to sign in the name of the
/// certificate's subject. The pair is checked when it is made and cannot be changed: the key is
/// always the one that the certificate is for. Whether to trust the certificate is another question;
/// see ``X509Certificate/evaluateTrust(for:anchors:intermediates:at:)``.
///
/// ```swift
/// import Foundation
///
/// let keychain = try Keychain.default
/// let certificate = try X509Certificate(der: Data(contentsOf: URL(filePath: "server.der")))
/// if let key = try keychain.keys.only(matching: .key(tag: "com.example.server")) {
///     let identity = try IdentityMaterial(certificate: certificate, privateKey: key)
///     try keychain.identities.add(identity, for: IdentityItem(label: "server.example"))
/// }
/// ```
public struct IdentityMaterial: Hashable, Sendable {
    /// The certificate.
    public let certificate: X509Certificate
    /// The private key; sign with it, or turn it into another library's with
    /// ``KeyMaterial/converted(to:)``.
    public let privateKey: KeyMaterial

    /// Joins a certificate with its private key.
    ///
    /// - Parameters:
    ///   - certificate: The certificate.
    ///   - privateKey: The private key.
    /// - Throws: ``KeychainError/Code/invalidParameter`` when the key is public or belongs to
    ///   another certificate: a keychain would never find the two together.
    public init(
        certificate: X509Certificate,
        privateKey: KeyMaterial
    ) throws(KeychainError) {
        guard privateKey.keyClass == .privateKey,
            privateKey.applicationLabel == certificate.publicKeyHash
        else {
            throw KeychainError(
                .invalidParameter,
                reason: "This is not the private key of the certificate."
            )
        }
        self.certificate = certificate
        self.privateKey = privateKey
    }

    /// Joins a certificate with its private key of another library.
    ///
    /// - Parameters:
    ///   - certificate: The certificate.
    ///   - privateKey: The private key.
    /// - Throws: ``KeychainError/Code/invalidParameter`` when the two do not belong together.
    public init(
        certificate: X509Certificate,
        privateKey: some KeyConvertible
    ) throws(KeychainError) {
        try self.init(certificate: certificate, privateKey: privateKey.keyMaterial)
    }
}
