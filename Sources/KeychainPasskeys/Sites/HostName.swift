/// The name of a host in ASCII and small letters, which is not an address.
struct HostName: Equatable {
    /// The longest name and the longest label (RFC 1035, 2.3.4).
    private static let longest = 253
    private static let longestLabel = 63

    /// The name, such as `login.example.com`.
    let text: String

    /// Reads a name; `nil` if it is not a name of a host.
    ///
    /// Addresses, names with empty or too long labels, and names with ports, paths or spaces are none.
    ///
    /// - Parameters:
    ///   - text: The name in any letters.
    ///   - domains: Brings names with other letters than ASCII into their ASCII form.
    init?(_ text: String, _ domains: some DomainKnowledge) {
        // Not megabytes to a library of the system.
        guard !text.isEmpty, text.utf8.count <= 4 * Self.longest else { return nil }
        let isASCII = text.utf8.allSatisfy { $0 < 0x80 }
        guard let name = isASCII ? text.lowercased() : domains.asciiForm(of: text),
            Self.isASCIIName(name)
        else { return nil }
        self.text = name
    }

    /// The labels, from the left.
    var labels: [Substring] { text.split(separator: ".", omittingEmptySubsequences: false) }

    /// Whether the name means this machine (RFC 6761, 6.3).
    var isLocal: Bool { labels.last == "localhost" }

    /// Whether another name is a whole number of labels above this one.
    func isBelow(_ other: HostName) -> Bool { text.hasSuffix("." + other.text) }

    /// Whether a text is a name in ASCII and small letters.
    static func isASCIIName(_ name: String) -> Bool {
        let labels = name.split(separator: ".", omittingEmptySubsequences: false)
        guard name.utf8.count <= longest, let last = labels.last, !isNumber(last) else {
            return false
        }
        return labels.allSatisfy { label in
            (1...longestLabel).contains(label.utf8.count) && label.utf8.allSatisfy(isAllowed)
                && label.first != "-" && label.last != "-"
        }
    }

    /// Whether browsers take a last label as a part of an IPv4 address (WHATWG URL, 3.5).
    private static func isNumber(_ label: Substring) -> Bool {
        if label.utf8.allSatisfy({ (0x30...0x39).contains($0) }) { return true }
        return label.hasPrefix("0x") && label.dropFirst(2).allSatisfy(\.isHexDigit)
    }

    private static func isAllowed(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"),
            UInt8(ascii: "-"), UInt8(ascii: "_"):
            true
        default: false
        }
    }
}
