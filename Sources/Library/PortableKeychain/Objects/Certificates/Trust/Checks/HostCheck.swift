/// The host must be among the alternative names, which are the only names that count (RFC 6125, 6.4).
struct HostCheck: TrustCheck {
    let name = "host"

    func verdict(on place: Int, of path: CheckedPath, _: inout TrustWork) -> TrustVerdict? {
        guard place == 0, let host = path.demand.purpose.host else { return nil }
        return path.certificates[place].names(host) ? .passed : .failed(.wrongHost(host))
    }
}

extension X509Certificate {
    fileprivate func names(_ host: String) -> Bool {
        let host = CertificateHost(host)
        if case .address(let address) = host { return extensions.ipAddresses.contains(address) }
        return dnsNames.contains(where: host.isNamed)
    }
}
