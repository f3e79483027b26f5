internal import SafeText

/// The scheme, host and port of a page, which tell it from others (RFC 6454).
package struct WebOrigin: Hashable, Sendable {
    /// The way in which a page was loaded.
    package enum Scheme: String, Sendable {
        case http
        case https

        /// The port of addresses without one.
        package var port: UInt16 { self == .https ? 443 : 80 }
    }

    package let scheme: Scheme
    package let host: WebHost
    package let port: UInt16
    /// The path without query and fragment; it is no part of the origin, and only says which item comes first.
    package let path: String

    private static let longest = 8192

    /// Reads an address; `nil` for any but one of the schemes `http` and `https` with a host.
    ///
    /// - Parameters:
    ///   - address: The address of a page, a frame or a form.
    ///   - rules: The rules that give names of other letters their form in ASCII.
    package init?(_ address: String, _ rules: DomainRules) {
        guard address.utf8.count <= Self.longest else { return nil }
        let parts = SplitAddress(address, isOfBrowser: true)
        guard let scheme = parts.scheme.flatMap({ Scheme(rawValue: $0.lowercased()) }),
            let place = try? HostAndPort(parts.place),
            let host = WebHost(place.host, rules)
        else { return nil }
        (self.scheme, self.host) = (scheme, host)
        port = place.port ?? scheme.port
        path = parts.pathAlone
    }

    /// The origin without the port that its scheme has anyway, for people.
    package var text: String {
        let place = HostAndPort(host: host.text, port: port == scheme.port ? nil : port)
        return "\(scheme.rawValue)://\(place.text)"
    }

    package static func == (left: WebOrigin, right: WebOrigin) -> Bool {
        left.scheme == right.scheme && left.host == right.host && left.port == right.port
    }

    package func hash(into hasher: inout Hasher) {
        hasher.combine(scheme)
        hasher.combine(host)
        hasher.combine(port)
    }
}
