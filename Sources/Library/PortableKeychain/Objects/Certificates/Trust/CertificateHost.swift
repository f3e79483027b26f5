internal import CKeychainPlatform

/// The host that a certificate must name, in the form in which the alternative names state hosts
/// (RFC 5280, 4.2.1.6; RFC 6125, 6.4).
enum CertificateHost: Hashable, Sendable {
    /// An IPv4 or IPv6 address, of 4 or 16 bytes. Only an `iPAddress` names it, never a DNS name.
    case address([UInt8])
    /// The labels of a DNS name, folded.
    case name([[UInt8]])
    /// Neither of them: no certificate names it.
    case malformed

    /// Reads a host.
    ///
    /// - Parameter host: A DNS name, or an address as text; an IPv6 address may be in brackets, as
    ///   in URLs. Names beyond ASCII must be given as they are sent, in their `xn--` form.
    init(_ host: String) {
        let isBracketed = host.hasPrefix("[") && host.hasSuffix("]")
        let text = isBracketed ? String(host.dropFirst().dropLast()) : host
        if let address = Self.address(text), address.count == 16 || !isBracketed {
            self = .address(address)
        } else if let labels = Self.labels(host), let last = labels.last, !Self.isNumeric(last),
            !host.utf8.contains(UInt8(ascii: "*"))
        {
            self = .name(labels)
        } else {
            self = .malformed
        }
    }

    /// Whether a DNS name of a certificate is that of the host.
    ///
    /// A whole label `*` at the beginning matches exactly one label before at least two others, so
    /// that no certificate is good for all of `com`. Elsewhere `*` matches nothing.
    func isNamed(by name: String) -> Bool {
        guard case .name(let host) = self, let pattern = Self.labels(name) else { return false }
        guard pattern.first == Self.anyLabel, pattern.count >= 3 else { return pattern == host }
        return host.count == pattern.count && host.dropFirst() == pattern.dropFirst()
    }

    /// The label that stands for any other one.
    static let anyLabel = [UInt8(ascii: "*")]

    /// The folded labels of a name; `nil` for text that is not ASCII, and for an empty label.
    ///
    /// Only A to Z are folded (RFC 4343): Unicode has other letters that become ASCII letters in
    /// lower case, such as U+212A, the Kelvin sign.
    static func labels(_ name: String) -> [[UInt8]]? {
        guard name.utf8.allSatisfy({ $0 < 0x80 && $0 > 0x20 }) else { return nil }
        let labels = Array(name.asciiLowercased.utf8)
            .split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
            .map(Array.init)
        return labels.contains([]) ? nil : labels
    }

    /// Whether a last label makes the host an IPv4 address, possibly in a form that only some
    /// resolvers read, such as `127.1` or `0x7f000001` (WHATWG URL, "ends in a number").
    private static func isNumeric(_ label: [UInt8]) -> Bool {
        let digits = UInt8(ascii: "0")...UInt8(ascii: "9")
        return label.allSatisfy(digits.contains) || label.starts(with: Array("0x".utf8))
    }

    /// The bytes of an address; `nil` for other text.
    private static func address(_ text: String) -> [UInt8]? {
        // A C string would end at the first zero.
        guard !text.utf8.contains(0) else { return nil }
        var bytes = [UInt8](repeating: 0, count: 16)
        let count = pk_address_parse(text, &bytes)
        return count > 0 ? Array(bytes.prefix(Int(count))) : nil
    }
}
