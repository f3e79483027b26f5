/// Checks that the authorities of a path may issue for the names below them (RFC 5280, 6.1).
///
/// The constraints of every authority hold, those of the anchor too, for all certificates below it
/// but for authorities that issued themselves. One check is for all paths of an evaluation, and
/// counts what it compares.
struct NameCheck {
    private var comparisons = 0

    /// More comparisons than any honest certificates need.
    private static let comparisonLimit = 250_000

    /// The faults of a path, one at most for each certificate, the one in question first.
    mutating func faults(of path: [X509Certificate]) -> [CertificateTrustError] {
        guard path.contains(where: { $0.extensions.nameConstraints != nil }) else { return [] }
        return path.indices.compactMap { place in
            let certificate = path[place]
            let isSelfIssued = certificate.normalizedIssuer == certificate.normalizedSubject
            guard place == 0 || !isSelfIssued else { return nil }
            return fault(of: certificate, below: path[(place + 1)...]).map {
                CertificateTrustError($0, certificate)
            }
        }
    }

    private mutating func fault(
        of certificate: X509Certificate,
        below authorities: ArraySlice<X509Certificate>
    ) -> CertificateFault? {
        let limiting = authorities.filter { $0.extensions.nameConstraints != nil }
        guard !limiting.isEmpty else { return nil }
        for name in certificate.constrainedNames {
            let comparable = ComparableName(name)
            for authority in limiting {
                guard let constraints = authority.extensions.nameConstraints else { continue }
                comparisons += constraints.cost(of: name.kind)
                guard comparisons <= Self.comparisonLimit else { return .tooManyNames }
                guard constraints.allows(comparable, of: name.kind) else {
                    return .forbiddenName(name.description, authority: authority.subjectSummary)
                }
            }
        }
        return nil
    }
}

extension X509Certificate {
    /// All names that constraints limit: the subject, the addresses in it, and the alternative names.
    fileprivate var constrainedNames: [AlternativeName] {
        let whole = subjectName.parts.isEmpty ? [] : [AlternativeName(.directory, subject)]
        // Mail finds the addresses of the subject beside the alternative names, so all count.
        let addresses = subjectName.parts.filter { $0.type == .nameEmailAddress }
            .map { AlternativeName(.mail, $0.text.map { Array($0.utf8) }) }
        return whole + addresses + extensions.alternativeNames
    }
}
