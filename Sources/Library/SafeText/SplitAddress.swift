/// The parts of an address, between its delimiters (RFC 3986, 3).
///
/// The delimiters are searched for in bytes, as other programs do: a combining character after one
/// does not hide it. So an address is not read as one of another host.
package struct SplitAddress {
    /// The scheme, before `://`; `nil` if there is none.
    package let scheme: Substring?
    /// The text before the last `@` of the authority, which may contain a password; `nil` if there is
    /// none.
    package let user: Substring?
    /// The host, with its port if there is one (``HostAndPort``).
    package let place: Substring
    /// The path with query and fragment; empty if there is none.
    package let path: Substring

    /// Splits an address; any text has parts.
    ///
    /// - Parameters:
    ///   - text: The address.
    ///   - isOfBrowser: Whether a backslash ends the authority, as it does in browsers.
    package init(_ text: some StringProtocol, isOfBrowser: Bool = false) {
        let text = Substring(text)
        let mark = Self.schemeMark(in: text)
        scheme = mark.map { text[..<$0.lowerBound] }
        let rest = mark.map { text[$0.upperBound...] } ?? text
        let end =
            rest.utf8.firstIndex { byte in
                switch byte {
                case UInt8(ascii: "/"), UInt8(ascii: "?"), UInt8(ascii: "#"): true
                case UInt8(ascii: "\\"): isOfBrowser
                default: false
                }
            } ?? rest.endIndex
        path = rest[end...]
        let authority = rest[..<end]
        let at = authority.utf8.lastIndex(of: UInt8(ascii: "@"))
        user = at.map { authority[..<$0] }
        place = at.map { authority[authority.utf8.index(after: $0)...] } ?? authority
    }

    /// The path without query and fragment.
    package var pathAlone: String {
        String(
            Substring(path.utf8.prefix { $0 != UInt8(ascii: "?") && $0 != UInt8(ascii: "#") })
        )
    }

    /// The first `://`.
    private static func schemeMark(in text: Substring) -> Range<Substring.Index>? {
        var start = text.startIndex
        while let colon = text.utf8[start...].firstIndex(of: UInt8(ascii: ":")) {
            start = text.utf8.index(after: colon)
            guard text.utf8[start...].starts(with: "//".utf8) else { continue }
            return colon..<text.utf8.index(start, offsetBy: 2)
        }
        return nil
    }
}
