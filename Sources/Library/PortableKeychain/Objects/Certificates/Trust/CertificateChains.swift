/// Known certificates by subject, to find the issuers of a certificate.
struct CertificateChains {
    private let bySubject: [[UInt8]: [X509Certificate]]

    /// Longer chains do not occur, and a circle would never end.
    private static let depthLimit = 10

    init(_ certificates: [X509Certificate]) {
        bySubject = Dictionary(grouping: certificates, by: \.normalizedSubject)
    }

    /// The certificates that bear the name of a certificate's issuer.
    func issuers(of certificate: X509Certificate) -> [X509Certificate] {
        bySubject[certificate.normalizedIssuer] ?? []
    }

    /// Whether a certificate, or one above it, was issued by one of some names.
    func reaches(_ names: [[UInt8]], from certificate: X509Certificate) -> Bool {
        var level: Set = [certificate]
        var seen: Set<X509Certificate> = []
        for _ in 0...Self.depthLimit {
            if level.contains(where: { names.contains($0.normalizedIssuer) }) { return true }
            seen.formUnion(level)
            level = Set(level.flatMap(issuers)).filter { !seen.contains($0) }
            if level.isEmpty { return false }
        }
        return false
    }
}
