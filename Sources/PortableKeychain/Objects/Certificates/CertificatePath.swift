/// A certificate with its issuers up to one that is trusted by itself (RFC 5280, 6).
///
/// Signatures, names, validity, the right to issue, and lengths of paths are checked. Constraints
/// on names and certificate policies are not understood: a certificate that marks them as critical
/// is refused. Revocation is not asked for.
package struct CertificatePath: Sendable {
    /// Why a certificate is not trusted.
    package enum Fault: Error, Hashable, Sendable {
        /// No issuer leads to an anchor.
        case noAnchor
        /// A certificate on the path is not valid yet.
        case notValidYet
        /// A certificate on the path is not valid any more.
        case expired
        /// A critical extension is not understood.
        case unknownExtension
        /// The certificate is for another purpose.
        case otherPurpose
        /// The certificate is for other hosts.
        case otherHost
    }

    /// The certificate in question first, the anchor last.
    package let certificates: [X509Certificate]

    /// More signatures than any honest set of certificates needs.
    private static let signatureLimit = 100
    /// Longer paths do not occur.
    private static let lengthLimit = 10

    /// Finds a path to an anchor that is valid at a moment.
    ///
    /// - Parameters:
    ///   - certificate: The certificate in question.
    ///   - others: Certificates that may lie on the path.
    ///   - anchors: Certificates that are trusted by themselves.
    ///   - moment: When it must be valid, in seconds since 2001-01-01T00:00:00Z.
    /// - Throws: ``Fault`` of the first path that was found, ``Fault/noAnchor`` when none was.
    package init(
        from certificate: X509Certificate,
        among others: [X509Certificate],
        to anchors: [X509Certificate],
        at moment: Double
    ) throws(Fault) {
        let trusted = Set(anchors)
        let chains = CertificateChains(anchors + others.filter { !trusted.contains($0) })
        try self.init(from: certificate, in: chains, to: trusted, at: moment)
    }

    /// Finds a path among certificates whose chains are known.
    init(
        from certificate: X509Certificate,
        in chains: CertificateChains,
        to anchors: Set<X509Certificate>,
        at moment: Double
    ) throws(Fault) {
        var fault = Fault.noAnchor
        var open = [[certificate]]
        var signatures = 0
        while let path = open.popLast(), let last = path.last {
            if anchors.contains(last) {
                guard let found = path.lazy.compactMap({ $0.fault(at: moment) }).first else {
                    certificates = path
                    return
                }
                if fault == .noAnchor { fault = found }
            } else if path.count < Self.lengthLimit {
                for issuer in chains.issuers(of: last)
                where issuer.mayIssue(above: path.count - 1) && !path.contains(issuer) {
                    guard signatures < Self.signatureLimit else { throw fault }
                    signatures += 1
                    if last.isSigned(by: issuer) { open.append(path + [issuer]) }
                }
            }
        }
        throw fault
    }
}

extension X509Certificate {
    /// Whether the certificate carries a signature by the key in another one.
    ///
    /// - Parameter issuer: A certificate, such as one with the issuer's name.
    /// - Returns: `false` too for algorithms that are unknown, or too weak to be believed.
    public func isSigned(by issuer: X509Certificate) -> Bool {
        guard case .known(let algorithm) = signed.algorithm, let key = try? issuer.publicKey()
        else { return false }
        do throws(KeychainError) {
            try key.verify(signed.signature, of: signed.content, algorithm)
            return true
        } catch {
            return false
        }
    }

    /// Whether the certificate may issue one below which there are so many other authorities.
    fileprivate func mayIssue(above authorities: Int) -> Bool {
        // Version 1 knows no extensions: such a certificate issues nothing (RFC 5280, 6.1.4 k).
        guard extensions.isAuthority == true,
            keyUsage?.contains(.certificateSigning) ?? true
        else { return false }
        return extensions.pathLength.map { authorities <= $0 } ?? true
    }

    fileprivate func fault(at moment: Double) -> CertificatePath.Fault? {
        if extensions.hasUnknownCritical { return .unknownExtension }
        if moment < notBefore { return .notValidYet }
        return moment > notAfter ? .expired : nil
    }
}
