/// A name of a certificate in the form in which it is compared with subtrees of names (RFC 5280,
/// 4.2.1.10).
enum ComparableName: Hashable, Sendable {
    /// The part in front of the last `@`, and the labels of the host.
    case mail(local: String, host: [[UInt8]])
    /// The labels of a DNS name.
    case host([[UInt8]])
    /// The relative names, the outermost first.
    case directory([DirectoryStep])
    /// The labels of the host in a URI.
    case uri(host: [[UInt8]])
    /// An address of 4 or 16 bytes.
    case address([UInt8])

    /// Reads a name; `nil` for a kind that is not compared here, and for a name that has not the
    /// form of its kind.
    init?(_ name: AlternativeName) {
        switch name.kind {
        case .mail:
            guard let mailbox = name.text.flatMap(Self.mailbox) else { return nil }
            self = mailbox
        case .host:
            guard let labels = name.text.flatMap(CertificateHost.labels) else { return nil }
            self = .host(labels)
        case .directory:
            guard let steps = name.content.flatMap(DirectoryStep.all) else { return nil }
            self = .directory(steps)
        case .uri:
            guard let labels = name.text.flatMap(Self.hostOfURI) else { return nil }
            self = .uri(host: labels)
        case .address:
            guard let bytes = name.content, [4, 16].contains(bytes.count) else { return nil }
            self = .address(bytes)
        case .other, .x400, .party, .registered: return nil
        }
    }

    /// A mailbox; `nil` where the part in front of the host is quoted, because the same address
    /// can be quoted in many ways.
    static func mailbox(_ text: String) -> ComparableName? {
        guard let place = text.utf8.lastIndex(of: UInt8(ascii: "@")) else { return nil }
        let local = text[..<place]
        let isQuoted = local.utf8.contains { $0 <= 0x20 || $0 >= 0x7F || "\"\\@".utf8.contains($0) }
        let host = String(text[text.utf8.index(after: place)...])
        guard !local.isEmpty, !isQuoted, let labels = CertificateHost.labels(host) else {
            return nil
        }
        return .mail(local: String(local), host: labels)
    }

    /// The labels of the host in a URI; `nil` for one without a host or with an address, which RFC
    /// 5280 refuses, and where readers disagree about the host.
    private static func hostOfURI(_ text: String) -> [[UInt8]]? {
        let bytes = Array(text.utf8)
        guard let colon = bytes.firstIndex(of: UInt8(ascii: ":")), colon > 0,
            bytes[(colon + 1)...].starts(with: "//".utf8)
        else { return nil }
        let authority = bytes[(colon + 3)...].prefix { !"/?#".utf8.contains($0) }
        let parts = authority.split(separator: UInt8(ascii: "@"), omittingEmptySubsequences: false)
        guard let host = parts.last, parts.count <= 2 else { return nil }
        let name = host.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)
        let port = name.dropFirst().first ?? []
        let digits = UInt8(ascii: "0")...UInt8(ascii: "9")
        guard name.count <= 2, port.allSatisfy(digits.contains),
            case .name(let labels) = CertificateHost(String(decoding: name[0], as: UTF8.self)),
            labels.joined().allSatisfy({ !"%\\[]".utf8.contains($0) })
        else { return nil }
        return labels
    }
}
