internal import SwiftASN1

/// The extensions of a certificate that are used here (RFC 5280, 4.2).
struct CertificateExtensions: Hashable, Sendable {
    var subjectKeyIdentifier: [UInt8]?
    var authorityKeyIdentifier: [UInt8]?
    /// All alternative names, in the order of appearance.
    var alternativeNames: [AlternativeName] = []
    /// The names for which an authority may issue; `nil` if they are not limited.
    var nameConstraints: NameConstraints?
    /// The allowed uses of the key; `nil` if all are allowed.
    var keyUsage: X509Certificate.KeyUsage?
    /// The object identifiers of the purposes of the key; `nil` when it is for any purpose.
    var purposes: [String]?
    /// Whether the purposes are marked as critical.
    var marksPurposes = false
    var isAuthority: Bool?
    var pathLength: Int?
    /// The object identifier of a critical extension that is not supported, or of constraints on
    /// names that cannot be read: these are critical by the RFC, and matter too where an authority
    /// forgot to mark them.
    var unsupported: String?

    /// More than any certificate has.
    private static let countLimit = 128

    init() {}

    init(_ node: ASN1Node) throws(KeychainError) {
        var list = try DERCursor(node, .sequence)
        var seen: Set<ASN1ObjectIdentifier> = []
        while list.next != nil {
            var entry = try list.open(.sequence)
            let identifier = try entry.take(.objectIdentifier).decoded(ASN1ObjectIdentifier.self)
            let isCritical = try Self.flag(entry.takeIfPresent(.boolean))
            let value = try entry.take(.octetString).primitive(.octetString)
            try entry.finish()
            guard seen.insert(identifier).inserted, seen.count <= Self.countLimit else {
                throw .malformed
            }
            let isRead = try read(identifier, value)
            if identifier == .extendedKeyUsage { marksPurposes = isCritical }
            if !isRead, isCritical || identifier == .nameConstraints {
                unsupported = unsupported ?? identifier.description
            }
        }
    }

    /// A flag that is false when absent, or zero, and else true, as in BER.
    private static func flag(_ node: ASN1Node?) throws(KeychainError) -> Bool {
        guard let node else { return false }
        let content = try node.primitive(.boolean)
        guard content.count == 1 else { throw .malformed }
        return content.first != 0
    }

    /// Reads one extension; `false` when it is not used here.
    private mutating func read(
        _ identifier: ASN1ObjectIdentifier,
        _ value: ArraySlice<UInt8>
    ) throws(KeychainError) -> Bool {
        let known: [ASN1ObjectIdentifier] = [
            .keyIdentifier, .authorityKeyIdentifier, .alternativeName, .keyUsage,
            .extendedKeyUsage, .basicConstraints,
        ]
        if identifier == .nameConstraints {
            // A certificate whose constraints cannot be read can be stored, but not trusted.
            nameConstraints = try? NameConstraints(
                ASN1Node.reading(value, atMost: value.count)
            )
            return nameConstraints != nil
        }
        guard known.contains(identifier) else { return false }
        let node = try ASN1Node.reading(value, atMost: value.count)
        switch identifier {
        case .keyIdentifier: subjectKeyIdentifier = Array(try node.primitive(.octetString))
        case .authorityKeyIdentifier:
            var parts = try DERCursor(node, .sequence)
            authorityKeyIdentifier = try parts.takeIfPresent(.context(0)).map {
                node throws(KeychainError) in Array(try node.primitive(.context(0)))
            }
        case .alternativeName: try readNames(node)
        case .keyUsage:
            let bits = try node.decoded(ASN1BitString.self)
            keyUsage = X509Certificate.KeyUsage(bits: Array(bits.bytes))
        case .extendedKeyUsage:
            var list = try DERCursor(node, .sequence)
            var found: [String] = []
            while list.next != nil {
                let purpose = try list.take(.objectIdentifier).decoded(ASN1ObjectIdentifier.self)
                found.append(purpose.description)
            }
            purposes = found
        default:
            var parts = try DERCursor(node, .sequence)
            isAuthority = try Self.flag(parts.takeIfPresent(.boolean))
            pathLength = try parts.takeIfPresent(.integer).map { node throws(KeychainError) in
                let length = try node.decoded(Int64.self)
                guard (0...Int64(Int16.max)).contains(length) else { throw .malformed }
                return Int(length)
            }
            try parts.finish()
        }
        return true
    }

    private mutating func readNames(_ node: ASN1Node) throws(KeychainError) {
        var names = try DERCursor(node, .sequence)
        while names.next != nil {
            guard let name = AlternativeName(try names.take()) else { continue }
            alternativeNames.append(name)
        }
    }
}

extension CertificateExtensions {
    var emailAddresses: [String] { texts(.mail) }
    var dnsNames: [String] { texts(.host) }
    /// The addresses among the alternative names, of 4 or 16 bytes (RFC 5280, 4.2.1.6).
    var ipAddresses: [[UInt8]] {
        alternativeNames.filter { $0.kind == .address }.compactMap(\.content)
            .filter { [4, 16].contains($0.count) }
    }

    private func texts(_ kind: NameKind) -> [String] {
        alternativeNames.filter { $0.kind == kind }.compactMap(\.text)
    }
}

extension ASN1ObjectIdentifier {
    fileprivate static let keyIdentifier: Self = [2, 5, 29, 14]
    fileprivate static let keyUsage: Self = [2, 5, 29, 15]
    fileprivate static let alternativeName: Self = [2, 5, 29, 17]
    fileprivate static let basicConstraints: Self = [2, 5, 29, 19]
    fileprivate static let nameConstraints: Self = [2, 5, 29, 30]
    fileprivate static let authorityKeyIdentifier: Self = [2, 5, 29, 35]
    fileprivate static let extendedKeyUsage: Self = [2, 5, 29, 37]
}
