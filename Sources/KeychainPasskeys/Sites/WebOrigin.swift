/// The origin of a page, as its browser says it: `https` and a host, or `http` on this machine.
struct WebOrigin: Equatable {
    private static let longest = 4096

    /// The scheme: `https` or `http`.
    let scheme: String
    /// The host.
    let host: HostName
    /// The port; `nil` for that of the scheme.
    let port: UInt16?

    /// Reads an origin.
    ///
    /// - Parameters:
    ///   - text: The text, such as `https://login.example.com:8443`.
    ///   - domains: The knowledge of names of hosts.
    /// - Throws: ``PasskeyError/Code/originNotAllowed`` for any other text: with a path or a user, of
    ///   another scheme, or of an address.
    init(_ text: String, _ domains: some DomainKnowledge) throws(PasskeyError) {
        guard text.utf8.count <= Self.longest, let end = text.firstRange(of: "://") else {
            throw Self.notAllowed
        }
        let scheme = text[..<end.lowerBound].lowercased()
        let parts = text[end.upperBound...].split(
            separator: ":",
            maxSplits: 1,
            omittingEmptySubsequences: false
        )
        guard let name = parts.first, let host = HostName(String(name), domains) else {
            throw Self.notAllowed
        }
        let standard: UInt16
        switch scheme {
        case "https": standard = 443
        case "http" where host.isLocal: standard = 80
        default: throw Self.notAllowed
        }
        var port: UInt16?
        if parts.count > 1 {
            let digits = parts[1]
            // Not a sign, which numbers may have.
            guard digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }),
                let number = UInt16(digits)
            else { throw Self.notAllowed }
            port = number == standard ? nil : number
        }
        self.scheme = scheme
        self.host = host
        self.port = port
    }

    /// The origin as browsers write it.
    var text: String { "\(scheme)://\(host.text)" + (port.map { ":\($0)" } ?? "") }

    private static var notAllowed: PasskeyError {
        PasskeyError(
            .originNotAllowed,
            """
            Passkeys are for pages that a browser loaded from a named host over https, or from this \
            machine. This page is another one.
            """
        )
    }
}
