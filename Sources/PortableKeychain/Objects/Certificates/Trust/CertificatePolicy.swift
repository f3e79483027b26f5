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
    /// The e-mail address that the certificate of a person must name; `nil` for any address.
    public let emailAddress: String?

    /// Names a policy by its identifier, known here or not.
    ///
    /// - Parameters:
    ///   - identifier: The object identifier in dotted form.
    ///   - host: The host that a server's certificate must name; `nil` for any host.
    ///   - isForClients: Whether the certificate is that of a client.
    ///   - emailAddress: The address that a certificate for mail must name; `nil` for any address.
    public init(
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

    /// A path of valid signatures to an anchor, and no more (RFC 5280, 6).
    public static let basicX509 = CertificatePolicy(identifier: basicIdentifier)

    /// A certificate of a TLS client; RSA keys on the path must have 2,048 bits or more.
    public static let tlsClient = CertificatePolicy(identifier: tlsIdentifier, isForClients: true)

    /// A certificate of a TLS server.
    ///
    /// RSA keys on the path must have 2,048 bits or more. A certificate that is valid from July 1,
    /// 2019, or later must name its use for servers and be valid for at most 825 days.
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

    private static let basicIdentifier = "1.2.840.113635.100.1.2"
    private static let tlsIdentifier = "1.2.840.113635.100.1.3"
    private static let mailIdentifier = "1.2.840.113635.100.1.8"
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
        /// A person who signs or receives mail, with this address if one is given.
        case mail(address: String?)
    }

    /// The demands; `nil` for a policy that is not known here.
    var demands: Demands? {
        switch identifier {
        case Self.basicIdentifier: .path
        case Self.tlsIdentifier: isForClients ? .client : .server(host: host)
        case Self.mailIdentifier: .mail(address: emailAddress)
        default: nil
        }
    }
}

extension CertificatePolicy.Demands {
    /// What is wrong with a path: with its first certificate, with the authorities below the anchor,
    /// which may be limited to purposes too, and with all keys, because who breaks one of them can
    /// issue certificates.
    ///
    /// - Parameters:
    ///   - path: The path.
    ///   - isPublic: Whether it leads to an anchor of the system.
    /// - Returns: The faults, those of the certificate in question first.
    func faults(of path: CertificatePath, isPublic: Bool) -> [CertificateTrustError] {
        let authorities = path.certificates.dropFirst()
        return faults(of: path.certificate)
            + authorities.filter { !hasStrongKey($0) }.map { CertificateTrustError(.weakKey, $0) }
            + authorities.dropLast().filter { !allows($0) }
            .map { CertificateTrustError(.wrongPurpose(purpose), $0) }
            + recentFaults(of: path.certificate, isPublic: isPublic)
    }

    private func recentFaults(
        of certificate: X509Certificate,
        isPublic: Bool
    ) -> [CertificateTrustError] {
        guard case .server = self else { return [] }
        return ServerRules.faults(of: certificate, isPublic: isPublic).map {
            CertificateTrustError($0, certificate)
        }
    }

    /// What is wrong with a certificate by itself.
    func faults(of certificate: X509Certificate) -> [CertificateTrustError] {
        var faults: [CertificateFault] = []
        let isAllowed: Bool =
            if let uses, let allowed = certificate.keyUsage {
                !allowed.isDisjoint(with: uses)
            } else {
                true
            }
        if !allows(certificate) || !isAllowed { faults.append(.wrongPurpose(purpose)) }
        if !hasStrongKey(certificate) { faults.append(.weakKey) }
        switch self {
        case .server(let host?) where !certificate.names(host): faults.append(.wrongHost(host))
        case .mail(let address?) where !certificate.namesAddress(address):
            faults.append(.wrongAddress(address))
        default: break
        }
        return faults.map { CertificateTrustError($0, certificate) }
    }

    /// The uses of keys of which one must be allowed, if the certificate limits them.
    private var uses: X509Certificate.KeyUsage? {
        switch self {
        case .path: nil
        case .server, .client: [.digitalSignature, .keyEncipherment, .keyAgreement]
        // RFC 8550, 4.4.2, for signing, and what Apple's policy allows for encrypting.
        case .mail:
            [
                .digitalSignature, .contentCommitment, .keyEncipherment, .dataEncipherment,
                .keyAgreement,
            ]
        }
    }

    /// Whether a key is strong enough.
    ///
    /// Apple's platforms demand 1,024 bits of RSA keys, and 2,048 bits for TLS since 2019. For TLS, a
    /// key of a kind that cannot be read here is not strong, because nobody could check a signature
    /// by it.
    private func hasStrongKey(_ certificate: X509Certificate) -> Bool {
        let isForTLS: Bool =
            switch self {
            case .server, .client: true
            case .path, .mail: false
            }
        guard let key = try? certificate.publicKey() else { return !isForTLS }
        return key.type != .rsa || key.sizeInBits >= (isForTLS ? 2048 : 1024)
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
        case .mail: "1.3.6.1.5.5.7.3.4"
        }
    }

    private var purpose: String {
        switch self {
        case .path: "any purpose"
        case .server: "TLS servers"
        case .client: "TLS clients"
        case .mail: "mail"
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

    /// Whether an e-mail address is among the alternative names or in the subject, without regard to
    /// the case of ASCII letters.
    package func namesAddress(_ address: String) -> Bool {
        emailAddresses.contains { $0.asciiLowercased == address.asciiLowercased }
    }
}
