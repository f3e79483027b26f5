/// The path of an object of the Secret Service, or of the portal.
enum SecretPath: Hashable {
    case service
    /// A collection, by the name of its keychain.
    case collection(String)
    /// An item, by its collection and its own name.
    case item(String, String)
    /// A collection by another name; programs call its methods as those of the collection.
    case alias(String)
    case session(String)
    case prompt(String)
    /// The object by which the portal of the desktop asks for the secrets of programs in sandboxes.
    case portal
    /// A request of the portal, by the whole path that the portal chose.
    case portalRequest(String)

    static let root = "/org/freedesktop/secrets"

    /// Reads a path; `nil` if no object can have it.
    init?(_ path: String) {
        guard path != SecretPortal.root else {
            self = .portal
            return
        }
        guard !path.hasPrefix(SecretPortal.root + "/") else {
            self = .portalRequest(path)
            return
        }
        guard path.hasPrefix(Self.root) else { return nil }
        guard path.utf8.count > Self.root.utf8.count else {
            self = .service
            return
        }
        let parts = path.dropFirst(Self.root.count).split(
            separator: "/",
            omittingEmptySubsequences: false
        )
        guard (3...4).contains(parts.count), parts[0].isEmpty, let name = Self.decoded(parts[2])
        else { return nil }
        switch (parts[1], parts.count) {
        case ("collection", 3): self = .collection(name)
        case ("collection", _):
            guard let item = Self.decoded(parts[3]) else { return nil }
            self = .item(name, item)
        case ("aliases", 3): self = .alias(name)
        case ("session", 3): self = .session(name)
        case ("prompt", 3): self = .prompt(name)
        default: return nil
        }
    }

    /// The path as text.
    var text: String {
        switch self {
        case .service: Self.root
        case .collection(let name): "\(Self.root)/collection/\(Self.encoded(name))"
        case .item(let collection, let name):
            "\(Self.root)/collection/\(Self.encoded(collection))/\(Self.encoded(name))"
        case .alias(let name): "\(Self.root)/aliases/\(Self.encoded(name))"
        case .session(let name): "\(Self.root)/session/\(Self.encoded(name))"
        case .prompt(let name): "\(Self.root)/prompt/\(Self.encoded(name))"
        case .portal: SecretPortal.root
        case .portalRequest(let path): path
        }
    }

    /// Letters and digits as they are; any other byte as `_` and two digits.
    private static func encoded(_ name: String) -> String {
        var result = ""
        for byte in name.utf8 {
            if isPlain(byte) {
                result.unicodeScalars.append(Unicode.Scalar(byte))
            } else {
                let digits = String(byte, radix: 16)
                result += "_" + (digits.utf8.count < 2 ? "0" : "") + digits
            }
        }
        // An element of a path cannot be empty.
        return result.isEmpty ? "_" : result
    }

    /// Reads only texts that ``encoded(_:)`` writes, so that each object has one path.
    private static func decoded(_ text: Substring) -> String? {
        if text == "_" { return "" }
        var bytes: [UInt8] = []
        var rest = text.utf8[...]
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "_") else {
                guard isPlain(byte) else { return nil }
                bytes.append(byte)
                continue
            }
            guard rest.count >= 2, let value = UInt8(Substring(rest.prefix(2)), radix: 16) else {
                return nil
            }
            bytes.append(value)
            rest = rest.dropFirst(2)
        }
        guard !bytes.isEmpty, let name = String(validating: bytes, as: UTF8.self),
            encoded(name) == text
        else { return nil }
        return name
    }

    private static func isPlain(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"):
            true
        default: false
        }
    }
}
