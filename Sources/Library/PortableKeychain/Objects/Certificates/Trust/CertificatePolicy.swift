/// The purpose of a certificate, which is checked in addition to the path to an anchor.
///
/// Pass one to ``X509Certificate/evaluateTrust(for:anchors:intermediates:at:)``. A policy is a
/// value that names a set of demands; it holds no certificates and trusts nothing by itself. It is
/// not a certificate policy in the sense of RFC 5280, 4.2.1.4, which states how an authority works.
///
/// Evaluation refuses every certificate under a policy that it does not know.
public struct CertificatePolicy: Hashable, Sendable {
    /// The object identifier, in dotted form: one of Apple's, such as `1.2.840.113635.100.1.3`.
    @_spi(Keepers) public let identifier: String
    /// The host that the certificate of a server must name; `nil` for any host.
    @_spi(Keepers) public let host: String?
    /// Whether the certificate is that of a client.
    @_spi(Keepers) public let isForClients: Bool
    /// The e-mail address that the certificate of a person must name; `nil` for any address.
    @_spi(Keepers) public let emailAddress: String?

    /// Names a policy by its identifier, known here or not.
    ///
    /// - Parameters:
    ///   - identifier: The object identifier in dotted form.
    ///   - host: The host that a server's certificate must name; `nil` for any host.
    ///   - isForClients: Whether the certificate is that of a client.
    ///   - emailAddress: The address that a certificate for mail must name; `nil` for any address.
    @_spi(Keepers) public init(
        identifier: String,
        host: String? = nil,
        isForClients: Bool = false,
        emailAddress: String? = nil
    ) {
        self.identifier = identifier
        self.host = host
        self.isForClients = isForClients
        self.emailAddress = emailAddress
    }

    /// A path of valid signatures to an anchor, without further checks (RFC 5280, 6).
    public static let basicX509 = CertificatePolicy(identifier: basicIdentifier)

    /// A certificate of a TLS client; RSA keys on the path must have 2,048 bits or more.
    public static let tlsClient = CertificatePolicy(identifier: tlsIdentifier, isForClients: true)

    /// A certificate of a TLS server.
    ///
    /// RSA keys on the path must have 2,048 bits or more, and there must be a host among the alternative
    /// names. A certificate that is valid from July 1, 2019, or later must name its use for servers and
    /// be valid for at most 825 days.
    ///
    /// - Parameter host: The host that the alternative names of the certificate must contain; `nil`
    ///   for any host. A DNS name is compared without regard to the case of ASCII letters, and a
    ///   `*` matches exactly one label. An IP address is compared with the addresses among the
    ///   alternative names only.
    /// - Returns: The policy.
    public static func tlsServer(host: String?) -> CertificatePolicy {
        CertificatePolicy(identifier: tlsIdentifier, host: host)
    }

    /// A certificate of a person who signs mail, or to whom mail is encrypted (S/MIME, RFC 8550).
    ///
    /// - Parameter address: The e-mail address that must be among the alternative names of the
    ///   certificate, or in its subject; `nil` for any. It is compared without regard to the case of
    ///   ASCII letters.
    /// - Returns: The policy.
    public static func mail(address: String?) -> CertificatePolicy {
        CertificatePolicy(identifier: mailIdentifier, emailAddress: address)
    }

    /// A certificate of a code signer; it must name that purpose.
    public static let codeSigning = CertificatePolicy(identifier: codeSigningIdentifier)

    /// A certificate of a time-stamping authority; it must name that purpose alone, in a critical
    /// extension (RFC 3161, 2.3).
    public static let timeStamping = CertificatePolicy(identifier: timeStampingIdentifier)

    /// A certificate by which a network and a device know each other before the device is let in (EAP).
    ///
    /// - Parameters:
    ///   - host: The name that the certificate of the network's server must have, as for
    ///     ``tlsServer(host:)``; `nil` for any.
    ///   - isForClients: Whether the certificate is that of a device.
    /// - Returns: The policy.
    public static func networkAccess(
        host: String?,
        isForClients: Bool = false
    ) -> CertificatePolicy {
        CertificatePolicy(identifier: eapIdentifier, host: host, isForClients: isForClients)
    }

    static let basicIdentifier = "1.2.840.113635.100.1.2"
    static let tlsIdentifier = "1.2.840.113635.100.1.3"
    static let mailIdentifier = "1.2.840.113635.100.1.8"
    static let eapIdentifier = "1.2.840.113635.100.1.9"
    static let codeSigningIdentifier = "1.2.840.113635.100.1.16"
    static let timeStampingIdentifier = "1.2.840.113635.100.1.20"
}
