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

    /// Looks whether a certificate is good for it.
    ///
    /// - Throws: ``CertificatePath/Fault`` when it is not.
    package func check(_ certificate: X509Certificate) throws(CertificatePath.Fault) {
        switch self {
        case .any: return
        case .client: try check(certificate, for: "1.3.6.1.5.5.7.3.2")
        case .server(let host):
            try check(certificate, for: "1.3.6.1.5.5.7.3.1")
            guard host.map(certificate.names) ?? true else { throw .otherHost }
        }
    }

    /// The extended key usage must name the purpose, or any (RFC 5280, 4.2.1.12), and the key usage
    /// allow one of the ways in which TLS uses keys.
    private func check(
        _ certificate: X509Certificate,
        for purpose: String
    ) throws(CertificatePath.Fault) {
        let uses: X509Certificate.KeyUsage = [.digitalSignature, .keyEncipherment, .keyAgreement]
        let purposes = certificate.extendedKeyUsage ?? [purpose]
        guard purposes.contains(purpose) || purposes.contains("2.5.29.37.0"),
            certificate.keyUsage.map({ !$0.isDisjoint(with: uses) }) ?? true
        else { throw .otherPurpose }
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
