internal import SwiftASN1

/// The names for which an authority may issue certificates (RFC 5280, 4.2.1.10).
struct NameConstraints: Hashable, Sendable {
    /// The subtrees, for each kind of name that is limited, of which one must contain a name.
    private let permitted: [NameKind: [NameSubtree]]
    /// The subtrees that no name may touch.
    private let excluded: [NameKind: [NameSubtree]]

    /// Reads the value of the extension.
    ///
    /// Constraints without any subtree are malformed, as are those with a minimum or a maximum,
    /// which the RFC does not use.
    init(_ node: ASN1Node) throws(KeychainError) {
        var parts = try DERCursor(node, .sequence)
        guard parts.next != nil else { throw .malformed }
        permitted = try Self.subtrees(parts.takeIfPresent(.context(0)), .context(0))
        excluded = try Self.subtrees(parts.takeIfPresent(.context(1)), .context(1))
        try parts.finish()
    }

    private static func subtrees(
        _ node: ASN1Node?,
        _ identifier: ASN1Identifier
    ) throws(KeychainError) -> [NameKind: [NameSubtree]] {
        guard let node else { return [:] }
        var list = try DERCursor(node, identifier)
        var found: [NameKind: [NameSubtree]] = [:]
        repeat {
            var entry = try list.open(.sequence)
            guard let base = AlternativeName(try entry.take()), let subtree = NameSubtree(base)
            else { throw .malformed }
            try entry.finish()
            found[subtree.kind, default: []].append(subtree)
        } while list.next != nil
        return found
    }

    /// Whether a name of a kind is limited.
    func limits(_ kind: NameKind) -> Bool { permitted[kind] != nil || excluded[kind] != nil }

    /// The number of comparisons that a name of a kind takes.
    func cost(of kind: NameKind) -> Int {
        (permitted[kind]?.count ?? 0) + (excluded[kind]?.count ?? 0)
    }

    /// Whether a name may be given; a name that cannot be compared may not, where its kind is limited.
    func allows(_ name: ComparableName?, of kind: NameKind) -> Bool {
        guard limits(kind) else { return true }
        guard let name, excluded[kind]?.contains(where: { $0.touches(name) }) != true else {
            return false
        }
        return permitted[kind]?.contains { $0.contains(name) } ?? true
    }
}
