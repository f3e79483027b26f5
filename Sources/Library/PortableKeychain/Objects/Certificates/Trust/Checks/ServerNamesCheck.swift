/// The certificate of a server must have a host among its alternative names, also if no host was
/// given: common names are no hosts (Apple's support article 103769).
struct ServerNamesCheck: TrustCheck {
    let name = "hosts of a server"

    func verdict(on place: Int, of path: CheckedPath, _: inout TrustWork) -> TrustVerdict? {
        guard place == 0, case .server = path.demand.purpose else { return nil }
        let extensions = path.certificates[place].extensions
        let namesHosts = !extensions.dnsNames.isEmpty || !extensions.ipAddresses.isEmpty
        return namesHosts ? .passed : .failed(.missingHost)
    }
}
