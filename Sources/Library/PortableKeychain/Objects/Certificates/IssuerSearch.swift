/// Finds the issuers of certificates among others, by their signatures.
///
/// It says which certificates belong together, also when they have expired. Whether one is trusted is
/// for ``X509Certificate/evaluateTrust(for:anchors:intermediates:at:)``.
struct IssuerSearch {
    /// The issuers by subject; those that end last come first, because an authority that was
    /// renewed has several.
    private let bySubject: [[UInt8]: [X509Certificate]]
    private var remainingSignatures = Self.signatureLimit

    /// More signatures than any honest set of certificates needs.
    private static let signatureLimit = 1000
    /// Longer than any chain that a program follows (OpenSSL stops at 100).
    private static let longestChain = 100

    init(_ certificates: [X509Certificate]) {
        bySubject = Dictionary(
            grouping: certificates.sorted { $0.validity.notAfter > $1.validity.notAfter },
            by: \.normalizedSubject
        )
    }

    /// The certificate, and those of its issuers that are known, in this order.
    ///
    /// After 1,000 signatures that were looked at for one value, chains end early.
    mutating func chain(from certificate: X509Certificate) -> [X509Certificate] {
        var chain = [certificate]
        while chain.count < Self.longestChain, let last = chain.last,
            let next = issuer(of: last, besides: chain)
        {
            chain.append(next)
        }
        return chain
    }

    private mutating func issuer(
        of certificate: X509Certificate,
        besides chain: [X509Certificate]
    ) -> X509Certificate? {
        let named = bySubject[certificate.normalizedIssuer] ?? []
        guard case .known = certificate.signed.algorithm else {
            // The signature cannot be checked here, such as one on SHA-1: the name has to do.
            let isOwnIssuer = certificate.normalizedIssuer == certificate.normalizedSubject
            return isOwnIssuer ? nil : named.first { !chain.contains($0) }
        }
        for candidate in named where remainingSignatures > 0 && !chain.contains(candidate) {
            remainingSignatures -= 1
            if certificate.isSigned(by: candidate) { return candidate }
        }
        return nil
    }
}
