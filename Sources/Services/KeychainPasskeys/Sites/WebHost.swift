/// The host of a page, as browsers send it: a name in ASCII and lower case, or an address.
package struct WebHost: Hashable, Sendable {
    /// The name, or the address without brackets.
    package let text: String
    /// Whether it is an address, which no other host belongs to.
    package let isAddress: Bool

    /// The longest name and the longest label in bytes (RFC 1035, 2.3.4).
    private static let longestName = 253
    private static let longestLabel = 63

    /// Reads a host; `nil` for what no page can have as its host.
    ///
    /// - Parameters:
    ///   - text: The host without brackets and without a port.
    ///   - rules: The rules that give names of other letters their form in ASCII.
    package init?(_ text: String, _ rules: DomainRules) {
        if text.unicodeScalars.contains(":") {
            guard let address = Self.address(text) else { return nil }
            self.init(text: address, isAddress: true)
            return
        }
        // Not megabytes to a library of the system: each character has at most four bytes.
        guard text.utf8.count <= 4 * Self.longestName else { return nil }
        let isASCII = text.utf8.allSatisfy { $0 < 0x80 }
        guard let name = isASCII ? text.lowercased() : rules.ascii(text) else { return nil }
        self.init(name: name)
    }

    /// Takes a name in ASCII and lower case, or an address of IPv4; `nil` for anything else.
    package init?(name: String) {
        let labels = name.split(separator: ".", omittingEmptySubsequences: false)
        guard name.utf8.count <= Self.longestName, labels.allSatisfy(Self.isLabel) else {
            return nil
        }
        // Browsers take a name whose last label is a number for an address, and write addresses in one way.
        if let last = labels.last, Self.isHexNumber(last) { return nil }
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

    /// The labels of a name, from the left.
    var labels: [Substring] { text.split(separator: ".", omittingEmptySubsequences: false) }

    /// Whether it is a valid domain, to which passkeys can belong (WebAuthn, 5.1.3; WHATWG URL, *valid domain*).
    ///
    /// Browsers also load pages of names that are none: those with a hyphen at an end of a label.
    var isDomain: Bool {
        !isAddress && labels.allSatisfy { !$0.hasPrefix("-") && !$0.hasSuffix("-") }
    }

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

    /// Whether browsers take a label for a number in base 16 (WHATWG URL, 3.5).
    private static func isHexNumber(_ label: Substring) -> Bool {
        label.hasPrefix("0x") && label.dropFirst(2).allSatisfy(\.isHexDigit)
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
