/// The authorities of a path may issue for the names below them only (RFC 5280, 6.1).
///
/// The constraints of every authority hold, those of the anchor too, for all certificates below it
/// except authorities that issued themselves.
struct NameConstraintsCheck: TrustCheck {
    let name = "name constraints"

    /// More comparisons than any honest certificates need.
    private static let comparisonLimit = 250_000

    func verdict(on place: Int, of path: CheckedPath, _ work: inout TrustWork) -> TrustVerdict? {
        let certificate = path.certificates[place]
        guard place == 0 || !certificate.isSelfIssued else { return nil }
        let limiting = path.certificates[(place + 1)...].filter {
            $0.extensions.nameConstraints != nil
        }
        guard !limiting.isEmpty else { return nil }
        return TrustVerdict(Self.fault(of: certificate, below: limiting, &work))
    }

    private static func fault(
        of certificate: X509Certificate,
        below authorities: [X509Certificate],
        _ work: inout TrustWork
    ) -> CertificateFault? {
        for name in certificate.constrainedNames {
            let comparable = ComparableName(name)
            for authority in authorities {
                guard let constraints = authority.extensions.nameConstraints else { continue }
                work.comparisons += constraints.cost(of: name.kind)
                guard work.comparisons <= comparisonLimit else { return .tooManyNames }
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
