package import PortableKeychain
internal import SafeText

/// The parts of a web address (RFC 3986) that correspond to attributes of internet passwords.
package struct ForeignAddress: Equatable {
    package var networkProtocol: NetworkProtocol?
    /// The host in lower case, without the brackets of an IPv6 address.
    package var server: String
    package var port: Int64 = 0
    /// The path with query and fragment; empty for the root.
    package var path = ""
    /// Whether the address contains a user name, and possibly a password.
    package var namesUser = false

    /// Parses an address, or a bare host name with a dot; `nil` for any other text, such as the
    /// names of Android apps.
    ///
    /// - Parameters:
    ///   - text: The text.
    ///   - isServer: Whether a name without a dot is a host, too.
    /// - Throws: ``FormatProblem`` for an address whose port is not a number from 1 to 65,535.
    package init?(_ text: String, isServer: Bool = false) throws(FormatProblem) {
        let parts = SplitAddress(text)
        if let scheme = parts.scheme {
            guard let known = NetworkProtocol(name: scheme.asciiLowercased) else { return nil }
            networkProtocol = known
        }
        path = String(parts.path)
        if path == "/" { path = "" }
        namesUser = parts.user != nil
        let place: HostAndPort
        do throws(HostAndPort.Problem) { place = try HostAndPort(parts.place) } catch {
            // Without a protocol it can be any text with a colon, such as "Bank: login".
            guard error == .port, networkProtocol != nil else { return nil }
            throw FormatProblem("the port of the address is not \(HostAndPort.portExpectation)")
        }
        if let number = place.port, number != Self.standardPort(networkProtocol) {
            port = Int64(number)
        }
        server = place.host.asciiLowercased
        guard !server.isEmpty, server.unicodeScalars.allSatisfy(Self.isInName) else { return nil }
        guard networkProtocol != nil || isServer || server.contains(sign: ".") else { return nil }
    }

    /// Whether a character can be in the name of a server.
    private static func isInName(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar {
        case "a"..."z", "A"..."Z", "0"..."9", ".", "-", "_", ":", "%": true
        // The properties of all characters take a tenth of an import.
        default: !scalar.isASCII && scalar.properties.isAlphabetic
        }
    }

    /// The default port of the protocol.
    private static func standardPort(_ networkProtocol: NetworkProtocol?) -> UInt16? {
        switch networkProtocol {
        case .https: 443
        case .http: 80
        case .ftp: 21
        case .ssh: 22
        default: nil
        }
    }
}
