/// A certificate with its issuers up to an anchor, which is trusted by itself (RFC 5280, 6).
///
/// The checks are those of ``TrustChecks``. Certificate policies are not supported: a certificate that
/// marks them as critical is refused.
struct CertificatePath: Sendable {
    /// The path, with the findings on it.
    let path: TrustPath

    /// Longer paths do not occur.
    private static let lengthLimit = 10

    /// Finds a path to an anchor that is valid at the moment of the demand.
    ///
    /// - Parameters:
    ///   - certificate: The certificate in question.
    ///   - chains: Certificates that may be on the path, the anchors among them.
    ///   - demand: The anchors and the moment.
    ///   - excuse: Whether a fault is accepted.
    ///   - record: Called with each path that is given up.
    /// - Throws: ``CertificateTrustError``, with the fault of the first path that was found; with
    ///   the end of the longest one when none leads to an anchor.
    init(
        from certificate: X509Certificate,
        in chains: CertificateChains,
        for demand: TrustDemand,
        excusing excuse: (CertificateTrustError) -> Bool = { _ in false },
        recording record: (TrustPath) -> Void = { _ in }
    ) throws(CertificateTrustError) {
        var work = TrustWork()
        var fault: CertificateTrustError?
        var longest = TrustPath([certificate])
        var open = [longest]
        while !work.isExhausted, var path = open.popLast() {
            if path.certificates.count > longest.certificates.count { longest = path }
            if demand.anchors.contains(path.end) {
                path.check([.end, .certificates, .names], for: demand, &work)
                guard let found = path.fault(excusing: excuse) else {
                    self.path = path
                    return
                }
                fault = fault ?? found
                record(path)
            } else {
                let longer = Self.longer(path, in: chains, for: demand, &work, record)
                open += longer
                guard longer.isEmpty else { continue }
                path.check([.end], for: demand, &work)
                record(path)
            }
        }
        longest.check([.end], for: demand, &work)
        let missing = longest.fault(excusing: { _ in false })
        if let refusal = fault ?? missing, fault != nil || !refusal.isExcused(by: excuse) {
            throw refusal
        }
        longest.check([.certificates, .names], for: demand, &work)
        if let found = longest.fault(excusing: excuse) { throw found }
        path = longest
    }

    /// The path with each authority that issued the certificate at its end.
    private static func longer(
        _ path: TrustPath,
        in chains: CertificateChains,
        for demand: TrustDemand,
        _ work: inout TrustWork,
        _ record: (TrustPath) -> Void
    ) -> [TrustPath] {
        guard path.certificates.count < lengthLimit else { return [] }
        var found: [TrustPath] = []
        for issuer in chains.issuers(of: path.end)
        where !work.isExhausted && !path.certificates.contains(issuer) {
            var longer = path.continued(by: issuer)
            if longer.checkEnd(for: demand, &work) {
                found.append(longer)
            } else {
                record(longer)
            }
        }
        return found
    }
}

extension X509Certificate {
    /// Whether the certificate carries a signature by the key in another one.
    ///
    /// This compares no names and checks no dates or rights: it is one step of
    /// ``evaluateTrust(for:anchors:intermediates:at:)``, which is the function to use for decisions.
    ///
    /// - Parameter issuer: A certificate, such as one with the issuer's name.
    /// - Returns: `false` too for algorithms that are unknown or too weak, such as those on SHA-1
    ///   and RSA with less than 1,024 bits.
    public func isSigned(by issuer: X509Certificate) -> Bool {
        issuer.hasSigned(signed.content, as: signed.signature, by: signed.algorithm)
    }

    /// Whether the key of the certificate made a signature of some bytes.
    func hasSigned(
        _ content: [UInt8],
        as signature: [UInt8],
        by algorithm: SignatureAlgorithm
    ) -> Bool {
        guard case .known(let algorithm) = algorithm, let key = try? publicKey(),
            key.type != .rsa || RSAKeys.sizes.contains(key.sizeInBits)
        else { return false }
        do throws(KeychainError) {
            try key.verify(signature, of: content, algorithm)
            return true
        } catch {
            return false
        }
    }

    /// Whether issuer and subject are the same name, as of a root.
    var isSelfIssued: Bool { normalizedIssuer == normalizedSubject }
}
