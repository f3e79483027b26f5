/// A set of names that an authority may give, or may not (`GeneralSubtree`, RFC 5280, 4.2.1.10).
enum NameSubtree: Hashable, Sendable {
    /// One mailbox.
    case mailbox(local: String, host: [[UInt8]])
    case mail(Domain)
    case host(Domain)
    case uri(Domain)
    /// All names that begin with these steps.
    case directory([DirectoryStep])
    /// All addresses that begin with the same bits.
    case network(address: [UInt8], mask: [UInt8])
    /// Names of a kind that is not compared here.
    case unsupported(NameKind)

    /// The hosts of a subtree.
    struct Domain: Hashable, Sendable {
        let labels: [[UInt8]]
        var hasItself = true
        var hasBelow = true

        func contains(_ host: [[UInt8]]) -> Bool {
            guard host.count == labels.count ? hasItself : hasBelow else { return false }
            return host.count >= labels.count && host.suffix(labels.count).elementsEqual(labels)
        }
    }

    /// Reads the base of a subtree; `nil` when it has not the form of its kind.
    init?(_ base: AlternativeName) {
        switch base.kind {
        case .mail:
            if let text = base.text, text.utf8.contains(UInt8(ascii: "@")) {
                guard case .mail(let local, let host) = ComparableName.mailbox(text) else {
                    return nil
                }
                self = .mailbox(local: local, host: host)
            } else {
                guard let domain = Self.domain(base.text, hasBelow: false) else { return nil }
                self = .mail(domain)
            }
        case .host:
            guard let domain = Self.domain(base.text, hasBelow: true) else { return nil }
            self = .host(domain)
        case .uri:
            guard let domain = Self.domain(base.text, hasBelow: false) else { return nil }
            self = .uri(domain)
        case .directory:
            guard let steps = base.content.flatMap(DirectoryStep.all) else { return nil }
            self = .directory(steps)
        case .address:
            guard let network = base.content.flatMap(Self.network) else { return nil }
            self = network
        case .other, .x400, .party, .registered: self = .unsupported(base.kind)
        }
    }

    /// The hosts that a text names: with a dot in front those below it only; all for an empty one,
    /// which the RFC leaves open and other readers take so.
    private static func domain(_ text: String?, hasBelow: Bool) -> Domain? {
        guard let text else { return nil }
        guard !text.isEmpty else { return Domain(labels: []) }
        let isBelow = text.hasPrefix(".")
        guard let labels = CertificateHost.labels(isBelow ? String(text.dropFirst()) : text) else {
            return nil
        }
        return Domain(labels: labels, hasItself: !isBelow, hasBelow: isBelow || hasBelow)
    }

    /// A network; `nil` unless its mask is ones in front of zeroes (RFC 4632).
    private static func network(_ bytes: [UInt8]) -> NameSubtree? {
        guard [8, 32].contains(bytes.count) else { return nil }
        let mask = Array(bytes.suffix(bytes.count / 2))
        let rest = mask.drop { $0 == 0xFF }
        let partial = rest.first ?? 0
        guard rest.dropFirst().allSatisfy({ $0 == 0 }), (~partial & (~partial &+ 1)) == 0 else {
            return nil
        }
        return .network(address: Array(bytes.prefix(mask.count)), mask: mask)
    }

    var kind: NameKind {
        switch self {
        case .mailbox, .mail: .mail
        case .host: .host
        case .uri: .uri
        case .directory: .directory
        case .network: .address
        case .unsupported(let kind): kind
        }
    }

    /// Whether a name belongs to the subtree.
    func contains(_ name: ComparableName) -> Bool {
        switch (self, name) {
        case (.mailbox(let local, let host), .mail(let otherLocal, let otherHost)):
            local == otherLocal && host == otherHost
        case (.mail(let domain), .mail(_, let host)), (.host(let domain), .host(let host)),
            (.uri(let domain), .uri(let host)):
            domain.contains(host)
        case (.directory(let base), .directory(let steps)): steps.starts(with: base)
        case (.network(let address, let mask), .address(let other)):
            address.count == other.count
                && mask.indices.allSatisfy { (address[$0] ^ other[$0]) & mask[$0] == 0 }
        default: false
        }
    }

    /// Whether a name stands for any name in the subtree.
    ///
    /// A name that begins with `*` stands for more than itself; and mailboxes are found without
    /// regard to case.
    func touches(_ name: ComparableName) -> Bool {
        switch (self, name) {
        case (.host(let domain), .host(let host)) where host.first == CertificateHost.anyLabel:
            domain.contains(host)
                || domain.hasItself && domain.labels.dropFirst() == host.dropFirst()
                    && domain.labels.count == host.count
        case (.mailbox(let local, let host), .mail(let otherLocal, let otherHost)):
            local.asciiLowercased == otherLocal.asciiLowercased && host == otherHost
        default: contains(name)
        }
    }
}
