internal import SafeText

/// A host with an optional port, such as `example.com:8443` or `[::1]:8443`.
struct HostAndPort: Hashable {
    /// The name or address, without the brackets of an IPv6 address.
    var host: String
    /// 1 to 65,535; `nil` for the default port of the protocol.
    var port: UInt16?

    init(host: String, port: UInt16? = nil) {
        self.host = host
        self.port = port
    }

    /// Parses the authority of an address without a user (RFC 3986, 3.2.2 and 3.2.3); `nil` if it
    /// is not valid, for example because it contains a space or a slash.
    init?(_ text: String) {
        let host: Substring
        let rest: Substring
        if text.hasPrefix("[") {
            guard let bracket = text.firstIndex(of: "]") else { return nil }
            host = text[..<bracket].dropFirst()
            rest = text[text.index(after: bracket)...]
        } else {
            let colon = text.firstIndex(of: ":") ?? text.endIndex
            host = text[..<colon]
            rest = text[colon...]
        }
        let forbidden: Set<Character> = ["/", "\\", "@", "?", "#", "[", "]"]
        guard
            !host.contains(where: { forbidden.contains($0) || $0.isWhitespace || Self.acts($0) })
        else { return nil }
        self.host = String(host)
        // An empty port also means the default port of the protocol.
        if rest.isEmpty || rest == ":" { return }
        guard rest.first == ":", rest.dropFirst().utf8.allSatisfy({ (0x30...0x39).contains($0) }),
            let port = UInt16(rest.dropFirst()), port > 0
        else { return nil }
        self.port = port
    }

    /// The text, with brackets if the host contains colons.
    var text: String {
        let host = host.contains(":") ? "[\(host)]" : host
        return port.map { "\(host):\($0)" } ?? host
    }

    private static func acts(_ character: Character) -> Bool {
        character.unicodeScalars.contains(where: Escaping.isUnsafe)
    }
}
