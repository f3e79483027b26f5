/// The host of a page, as browsers send it: a name in ASCII and lower case, or an address.
package struct WebHost: Hashable, Sendable {
    /// The name, or the address without brackets.
    package let text: String
    /// Whether it is an address, which no other host belongs to.
    package let isAddress: Bool

    private static let longestName = 253
    private static let longestLabel = 63

    /// Reads a host; `nil` for what no page can have as its host.
    ///
    /// - Parameters:
    ///   - text: The host without brackets and without a port.
    ///   - rules: The rules that give names of other letters their form in ASCII.
    package init?(_ text: String, _ rules: DomainRules) {
        if text.contains(":") {
            guard let address = Self.address(text) else { return nil }
            self.init(text: address, isAddress: true)
            return
        }
        let isASCII = text.utf8.allSatisfy { $0 < 0x80 }
        guard let name = isASCII ? text.lowercased() : rules.ascii(text) else { return nil }
        self.init(name: name)
    }

    /// Takes a name in ASCII and lower case, or an address of IPv4; `nil` for anything else.
    init?(name: String) {
        let labels = name.split(separator: ".", omittingEmptySubsequences: false)
        guard name.utf8.count <= Self.longestName, labels.allSatisfy(Self.isLabel) else {
            return nil
        }
        // Browsers take a name whose last label is a number for an address, and write addresses in one way.
        let isNumeric = labels.last?.utf8.allSatisfy(Self.isDigit) == true
        if isNumeric {
            let numbers = labels.compactMap { UInt8($0) }
            guard labels.count == 4, numbers.map(String.init) == labels.map(String.init) else {
                return nil
            }
        }
        self.init(text: name, isAddress: isNumeric)
    }

    private init(text: String, isAddress: Bool) { (self.text, self.isAddress) = (text, isAddress) }

    /// Whether it is below another host.
    package func isBelow(_ other: WebHost) -> Bool {
        !isAddress && !other.isAddress && text.hasSuffix(".\(other.text)")
    }

    /// Whether it is this computer, which no network is between.
    package var isLocal: Bool {
        text == "localhost" || text.hasSuffix(".localhost") || text == "::1"
            || (isAddress && text.hasPrefix("127."))
    }

    private static func isLabel(_ label: Substring) -> Bool {
        (1...longestLabel).contains(label.utf8.count)
            && label.utf8.allSatisfy { byte in
                isDigit(byte) || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte)
                    || byte == UInt8(ascii: "-") || byte == UInt8(ascii: "_")
            }
    }

    private static func isDigit(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
    }

    /// An address of IPv6, of which only the letters are checked: browsers write each in one way.
    private static func address(_ text: String) -> String? {
        let longest = 45
        let isOne =
            text.utf8.count <= longest && text.utf8.count(where: { $0 == UInt8(ascii: ":") }) > 1
            && text.allSatisfy { $0.isASCII && ($0.isHexDigit || $0 == ":" || $0 == ".") }
        return isOne ? text.lowercased() : nil
    }
}
