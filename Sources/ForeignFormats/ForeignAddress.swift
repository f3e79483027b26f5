package import PortableKeychain

/// The parts of a web address (RFC 3986) that correspond to attributes of internet passwords.
package struct ForeignAddress: Equatable {
    package var networkProtocol: NetworkProtocol?
    package var server: String
    package var port: Int64 = 0
    /// The path with query and fragment; empty for the root.
    package var path = ""
    /// Whether the address contains a user name, and possibly a password.
    package var namesUser = false

    /// Parses an address, or a bare host name with a dot; `nil` for any other text, such as the
    /// names of Android apps.
    package init?(_ text: String) {
        var rest = text[...]
        if let separator = text.firstRange(of: "://") {
            guard let known = NetworkProtocol(name: text[..<separator.lowerBound].asciiLowercased)
            else { return nil }
            networkProtocol = known
            rest = text[separator.upperBound...]
        }
        let end = rest.firstIndex { "/?#".contains($0) } ?? rest.endIndex
        var authority = rest[..<end]
        path = String(rest[end...])
        if path == "/" { path = "" }
        if let at = authority.lastIndex(of: "@") {
            namesUser = true
            authority = authority[authority.index(after: at)...]
        }
        // The last colon, unless it is inside an address in brackets (IPv6).
        if let colon = authority.lastIndex(of: ":"),
            authority[colon...].firstIndex(of: "]") == nil
        {
            guard let number = UInt16(authority[authority.index(after: colon)...]), number > 0
            else { return nil }
            port = Self.standardPort(networkProtocol) == number ? 0 : Int64(number)
            authority = authority[..<colon]
        }
        server = authority.asciiLowercased
        let isName = server.unicodeScalars.allSatisfy {
            $0.properties.isAlphabetic || ("0"..."9").contains($0)
                || ".-_[]:%".unicodeScalars.contains($0)
        }
        guard !server.isEmpty, isName else { return nil }
        guard networkProtocol != nil || server.contains(".") else { return nil }
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
