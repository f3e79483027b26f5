/// What the certificate at the start of a path must be good for.
package enum CertificatePurpose: Hashable, Sendable {
    /// Anything.
    case any
    /// A TLS server, with this name if one is given.
    case server(host: String?)
    /// A TLS client.
    case client

    /// What a policy demands besides a path to an anchor; `nil` for a policy that is not known here.
    ///
    /// - Parameters:
    ///   - policy: The object identifier, Apple's for basic X.509 or for TLS.
    ///   - host: The host that the certificate of a TLS server must name.
    ///   - isForClients: Whether the certificate is that of a TLS client.
    package init?(policy: String, host: String?, isForClients: Bool) {
        switch policy {
        case "1.2.840.113635.100.1.2": self = .any
        case "1.2.840.113635.100.1.3": self = isForClients ? .client : .server(host: host)
        default: return nil
        }
    }

    /// Looks whether a path is good for it: its certificate, and the authorities below the anchor,
    /// which may issue for nothing else than they are for.
    ///
    /// - Throws: ``CertificatePath/Fault`` when it is not.
    package func check(_ path: CertificatePath) throws(CertificatePath.Fault) {
        guard let certificate = path.certificates.first else { throw .noAnchor }
        try check(certificate)
        let authorities = path.certificates.dropFirst().dropLast()
        guard authorities.allSatisfy(allows) else { throw .otherPurpose }
    }

    /// Looks whether a certificate is good for it.
    ///
    /// - Throws: ``CertificatePath/Fault`` when it is not.
    package func check(_ certificate: X509Certificate) throws(CertificatePath.Fault) {
        switch self {
        case .any: return
        case .client: try checkUses(certificate)
        case .server(let host):
            try checkUses(certificate)
            guard host.map(certificate.names) ?? true else { throw .otherHost }
        }
    }

    /// The key usage must allow one of the ways in which TLS uses keys.
    private func checkUses(_ certificate: X509Certificate) throws(CertificatePath.Fault) {
        let uses: X509Certificate.KeyUsage = [.digitalSignature, .keyEncipherment, .keyAgreement]
        guard allows(certificate), certificate.keyUsage.map({ !$0.isDisjoint(with: uses) }) ?? true
        else { throw .otherPurpose }
    }

    /// The extended key usage must name the purpose, or any (RFC 5280, 4.2.1.12).
    private func allows(_ certificate: X509Certificate) -> Bool {
        guard let purpose = identifier, let allowed = certificate.extendedKeyUsage else {
            return true
        }
        return allowed.contains(purpose) || allowed.contains("2.5.29.37.0")
    }

    private var identifier: String? {
        switch self {
        case .any: nil
        case .server: "1.3.6.1.5.5.7.3.1"
        case .client: "1.3.6.1.5.5.7.3.2"
        }
    }
}

extension X509Certificate {
    /// Whether a host is among the alternative names, which alone count (RFC 6125, 6.4).
    ///
    /// A `*` stands for one whole label in front of at least two others.
    fileprivate func names(_ host: String) -> Bool {
        let host = host.lowercased().split(separator: ".", omittingEmptySubsequences: false)
        return dnsNames.contains { name in
            let name = name.lowercased().split(separator: ".", omittingEmptySubsequences: false)
            guard name.first == "*", name.count >= 3 else { return name == host }
            return host.count == name.count && host.first?.isEmpty == false
                && name.dropFirst() == host.dropFirst()
        }
    }
}
