/// Conditions on certificates beyond equality of attributes (item-semantics.md §2.2).
struct CertificateFilter {
    private let filters: [MatchFilter]
    private let now: Double
    private let chain: CertificateChains

    /// Makes a filter.
    ///
    /// - Parameters:
    ///   - filters: The conditions, all of which must hold.
    ///   - now: The present moment, in seconds since 2001-01-01T00:00:00Z.
    ///   - others: The certificates of which chains are made.
    init(_ filters: [MatchFilter], now: Double, among others: [X509Certificate]) {
        self.filters = filters
        self.now = now
        chain = CertificateChains(others)
    }

    /// Whether a certificate satisfies all conditions.
    func accepts(_ certificate: X509Certificate) -> Bool {
        filters.allSatisfy { filter in
            switch filter {
            case .issuers(let names):
                // Entries that are no names are left out, and a list without any filters nothing.
                let normalized = names.compactMap { X509Certificate.normalizedName($0) }
                return normalized.isEmpty || chain.reaches(normalized, from: certificate)
            case .validOnDate(let date): return certificate.isValid(at: date ?? now)
            case .emailAddress(let address): return certificate.has(emailAddress: address)
            case .policy, .trustedOnly, .hostOrSubdomain, .ignored: return true
            }
        }
    }
}

/// Who issued whom, among known certificates.
struct CertificateChains {
    private let bySubject: [[UInt8]: [X509Certificate]]

    /// Longer chains do not occur, and a circle would go on for ever.
    private static let depthLimit = 10

    init(_ certificates: [X509Certificate]) {
        bySubject = Dictionary(grouping: certificates, by: \.normalizedSubject)
    }

    /// Whether a certificate, or one above it, was issued by one of some names.
    func reaches(_ names: [[UInt8]], from certificate: X509Certificate) -> Bool {
        var level = [certificate]
        var seen: Set<X509Certificate> = []
        for _ in 0...Self.depthLimit {
            if level.contains(where: { names.contains($0.normalizedIssuer) }) { return true }
            seen.formUnion(level)
            level = level.flatMap { bySubject[$0.normalizedIssuer] ?? [] }
                .filter { !seen.contains($0) }
            if level.isEmpty { return false }
        }
        return false
    }
}

extension X509Certificate {
    /// Whether a moment lies within the validity; bounds that say nothing are never valid.
    func isValid(at moment: Double) -> Bool {
        guard notBefore != notAfter, notBefore != 0, notAfter != 0 else { return false }
        return notBefore <= moment && moment <= notAfter
    }

    /// Whether the certificate carries an address, in capitals or not.
    func has(emailAddress: String) -> Bool {
        emailAddresses.contains { $0.lowercased() == emailAddress.lowercased() }
    }
}
