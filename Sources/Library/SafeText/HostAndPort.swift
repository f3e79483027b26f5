/// A host with an optional port, such as `example.com:8443` or `[::1]:8443`.
package struct HostAndPort: Hashable, Sendable {
    /// The reason why a text is not a host with an optional port.
    package enum Problem: Error, Equatable {
        /// The host is not valid, for example because it contains a space or a slash.
        case host
        /// The part after the colon is not a number from 1 to 65,535.
        case port
    }

    /// The form of a port, for error messages; 0 is stored for the default port of a protocol.
    package static let portExpectation = "a number from 1 to 65535"

    /// The name or address, without the brackets of an IPv6 address.
    package var host: String
    /// 1 to 65,535; `nil` for the default port of the protocol.
    package var port: UInt16?

    package init(host: String, port: UInt16? = nil) {
        self.host = host
        self.port = port
    }

    /// Parses the authority of an address without a user (RFC 3986, 3.2.2 and 3.2.3).
    ///
    /// Delimiters are searched for in bytes, as by ``SplitAddress``. Iterating over the characters of a
    /// million addresses takes longer than storing their items.
    package init(_ text: some StringProtocol) throws(Problem) {
        let text = Substring(text)
        let (host, rest): (Substring, Substring)
        if text.utf8.first == UInt8(ascii: "[") {
            guard let bracket = text.utf8.firstIndex(of: UInt8(ascii: "]")) else { throw .host }
            host = text[text.utf8.index(after: text.startIndex)..<bracket]
            rest = text[text.utf8.index(after: bracket)...]
        } else {
            let colon = text.utf8.firstIndex(of: UInt8(ascii: ":")) ?? text.endIndex
            (host, rest) = (text[..<colon], text[colon...])
        }
        let digits = rest.utf8.dropFirst()
        guard host.unicodeScalars.allSatisfy(Self.isInHost),
            rest.isEmpty || rest.utf8.first == UInt8(ascii: ":"),
            !digits.contains(UInt8(ascii: ":"))
        else { throw .host }
        self.host = String(host)
        // An empty port also means the default port of the protocol.
        guard !digits.isEmpty else { return }
        guard let port = Self.port(Substring(digits)) else { throw .port }
        self.port = port
    }

    /// Whether a character can be in a host, or in what people call one.
    private static func isInHost(_ scalar: Unicode.Scalar) -> Bool {
        guard scalar.isASCII else {
            return !scalar.properties.isWhitespace && !Escaping.isUnsafe(scalar)
        }
        return switch scalar {
        case "/", "\\", "@", "?", "#", "[", "]": false
        default: (0x21..<0x7F).contains(scalar.value)
        }
    }

    /// The text, with brackets if the host contains colons.
    package var text: String { Self.bracketed(host) + (port.map { ":\($0)" } ?? "") }

    /// A host as addresses write it: with brackets if it contains colons and has none.
    package static func bracketed(_ host: String) -> String {
        // Most hosts have no colon, which is found out quickly.
        guard !Escaping.isPlain(host, without: (UInt8(ascii: ":"), 0x7F)),
            host.utf8.contains(UInt8(ascii: ":")), !host.hasPrefix("[")
        else { return host }
        return "[\(host)]"
    }

    /// Parses a port; `nil` for anything but digits with a value from 1 to 65,535.
    package static func port(_ text: some StringProtocol) -> UInt16? {
        guard text.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let port = UInt16(text),
            port > 0
        else { return nil }
        return port
    }
}
