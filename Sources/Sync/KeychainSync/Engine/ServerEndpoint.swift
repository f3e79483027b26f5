internal import PortableKeychain

/// The address of one server: a scheme, a host and a port, and nothing that a library could understand
/// otherwise.
struct ServerEndpoint {
    let isEncrypted: Bool
    let isThisMachine: Bool

    /// The longest address in bytes.
    static let longest = 255

    /// The address of a host as users write it: with the usual port if it has none.
    static func text(_ scheme: String, _ host: some StringProtocol, usualPort: Int) -> String {
        let hasPort = host.last != "]" && host.contains(sign: ":")
        return scheme + host + (hasPort ? "" : ":\(usualPort)")
    }

    /// Reads an address; `nil` if it is none.
    init?(_ text: String) {
        let schemes = [("https://", true), ("http://", false)]
        guard text.utf8.count <= Self.longest,
            let scheme = schemes.first(where: { text.hasPrefix($0.0) })
        else { return nil }
        let rest = text.dropFirst(scheme.0.count)
        guard let colon = rest.lastIndex(of: ":") else { return nil }
        let (host, port) = (rest[..<colon], rest[rest.index(after: colon)...])
        let isBracketed = host.hasPrefix("[") && host.hasSuffix("]")
        let allowed = isBracketed ? "0123456789abcdefABCDEF:." : Self.nameCharacters
        let name = isBracketed ? host.dropFirst().dropLast() : host
        guard !name.isEmpty, name.allSatisfy({ allowed.contains($0) }), port.count <= 5,
            port.allSatisfy({ ("0"..."9").contains($0) }), UInt16(port) ?? 0 > 0
        else { return nil }
        isEncrypted = scheme.1
        let numbers = name.split(separator: ".", omittingEmptySubsequences: false)
        let isLoopback =
            numbers.count == 4 && numbers[0] == "127"
            && numbers.allSatisfy { UInt8($0) != nil }
        isThisMachine = isLoopback || name == "localhost" || (isBracketed && name == "::1")
    }

    private static let nameCharacters =
        "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ-."

    /// Whether a text can be one part of a path on a server: nothing that means another folder, and
    /// nothing that an address would have to write otherwise.
    static func isPlain(_ part: some StringProtocol) -> Bool {
        !part.isEmpty && part != "." && part != ".."
            && part.utf8.allSatisfy { byte in
                (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte)
                    || (0x61...0x7A).contains(byte) || "-._".utf8.contains(byte)
            }
    }
}
