/// The purpose of a certificate, which is checked in addition to the path to an anchor.
///
/// Pass one to ``X509Certificate/evaluateTrust(for:anchors:intermediates:at:)``. A policy is a
/// value that names a set of demands; it holds no certificates and trusts nothing by itself. It is
/// not a certificate policy in the sense of RFC 5280, 4.2.1.4, which states how an authority works.
///
/// A policy can be made of any identifier, because requests pass identifiers on to keepers that may
/// know more of them. Evaluation refuses every certificate under a policy that it does not know.
public struct CertificatePolicy: Hashable, Sendable {
    /// The object identifier, in dotted form: one of Apple's, such as `1.2.840.113635.100.1.3`.
    public let identifier: String
    /// The host that the certificate of a server must name; `nil` for any host.
    public let host: String?
    /// Whether the certificate is that of a client.
    public let isForClients: Bool

    /// Names a policy by its identifier, known here or not.
    ///
    /// - Parameters:
    ///   - identifier: The object identifier in dotted form.
    ///   - host: The host that a server's certificate must name; `nil` for any host.
    ///   - isForClients: Whether the certificate is that of a client.
    public init(identifier: String, host: String? = nil, isForClients: Bool = false) {
        self.identifier = identifier
        self.host = host
        self.isForClients = isForClients
    }

    /// A path of valid signatures to an anchor, and no more (RFC 5280, 6).
    public static let basicX509 = CertificatePolicy(identifier: basicIdentifier)

    /// A certificate of a TLS client; RSA keys on the path must have 2,048 bits or more.
    public static let tlsClient = CertificatePolicy(identifier: tlsIdentifier, isForClients: true)

    /// A certificate of a TLS server.
    ///
    /// RSA keys on the path must have 2,048 bits or more.
    ///
    /// - Parameter host: The host that the alternative names of the certificate must contain; `nil`
    ///   for any host. A DNS name is compared without regard to the case of ASCII letters, and a
    ///   `*` matches exactly one label. An IP address is compared with the addresses among the
    ///   alternative names only.
    /// - Returns: The policy.
    public static func tlsServer(host: String?) -> CertificatePolicy {
        CertificatePolicy(identifier: tlsIdentifier, host: host)
    }

    private static let basicIdentifier = "1.2.840.113635.100.1.2"
    private static let tlsIdentifier = "1.2.840.113635.100.1.3"
}

extension CertificatePolicy {
    /// The requirements of a known policy.
    enum Demands: Hashable, Sendable {
        /// A path to an anchor.
        case path
        /// A TLS server, with this name if one is given.
        case server(host: String?)
        /// A TLS client.
        case client
    }

    /// The demands; `nil` for a policy that is not known here.
    var demands: Demands? {
        switch identifier {
        case Self.basicIdentifier: .path
        case Self.tlsIdentifier: isForClients ? .client : .server(host: host)
        default: nil
        }
    }
}

extension CertificatePolicy.Demands {
    /// Checks a path: its first certificate, the authorities below the anchor, which may be limited
    /// to purposes too, and all keys, because who breaks one of them can issue certificates.
    ///
    /// - Throws: ``CertificateTrustError`` with the first certificate that is not good enough.
    func check(_ path: CertificatePath) throws(CertificateTrustError) {
        try check(path.certificate)
        if self == .path { return }
        for authority in path.certificates.dropFirst() where !authority.hasStrongKey {
            throw CertificateTrustError(.weakKey, authority)
        }
        for authority in path.certificates.dropFirst().dropLast() where !allows(authority) {
            throw CertificateTrustError(.wrongPurpose(purpose), authority)
        }
    }

    /// Checks a certificate by itself.
    ///
    /// - Throws: ``CertificateTrustError`` when it is not good enough.
    func check(_ certificate: X509Certificate) throws(CertificateTrustError) {
        switch self {
        case .path: return
        case .client: try checkUses(certificate)
        case .server(let host):
            try checkUses(certificate)
            if let host, !certificate.names(host) {
                throw CertificateTrustError(.wrongHost(host), certificate)
            }
        }
    }

    /// The key usage must allow one of the ways in which TLS uses keys, and the key be strong.
    private func checkUses(_ certificate: X509Certificate) throws(CertificateTrustError) {
        let uses: X509Certificate.KeyUsage = [.digitalSignature, .keyEncipherment, .keyAgreement]
        guard allows(certificate), certificate.keyUsage.map({ !$0.isDisjoint(with: uses) }) ?? true
        else { throw CertificateTrustError(.wrongPurpose(purpose), certificate) }
        guard certificate.hasStrongKey else { throw CertificateTrustError(.weakKey, certificate) }
    }

    /// The extended key usage must name the purpose, or any (RFC 5280, 4.2.1.12).
    private func allows(_ certificate: X509Certificate) -> Bool {
        guard let identifier, let allowed = certificate.extendedKeyUsage else { return true }
        return allowed.contains(identifier) || allowed.contains("2.5.29.37.0")
    }

    private var identifier: String? {
        switch self {
        case .path: nil
        case .server: "1.3.6.1.5.5.7.3.1"
        case .client: "1.3.6.1.5.5.7.3.2"
        }
    }

    private var purpose: String {
        switch self {
        case .path: "any purpose"
        case .server: "TLS servers"
        case .client: "TLS clients"
        }
    }
}

extension X509Certificate {
    /// Whether a host is among the alternative names, which are the only names that count (RFC
    /// 6125, 6.4).
    fileprivate func names(_ host: String) -> Bool {
        let host = CertificateHost(host)
        if case .address(let address) = host { return extensions.ipAddresses.contains(address) }
        return dnsNames.contains(where: host.isNamed)
    }

    /// Whether the key is strong enough for TLS: not RSA of less than 2,048 bits.
    ///
    /// Apple's platforms demand as much since 2019. A key of a kind that cannot be read here is not
    /// strong, because nobody could check a signature by it.
    fileprivate var hasStrongKey: Bool {
        guard let key = try? publicKey() else { return false }
        return key.type != .rsa || key.sizeInBits >= 2048
    }
}
