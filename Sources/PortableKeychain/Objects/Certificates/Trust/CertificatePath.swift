internal import KeychainEssentials

/// A certificate with its issuers up to an anchor, which is trusted by itself (RFC 5280, 6).
///
/// Signatures, names, validity, the right to issue, lengths of paths, and constraints on names are
/// checked. Certificate policies are not supported: a certificate that marks them as critical is
/// refused. Revocation is not checked.
struct CertificatePath: Sendable {
    /// The certificate in question.
    let certificate: X509Certificate
    /// The certificate in question first, the anchor last.
    let certificates: [X509Certificate]

    /// More signatures than any honest set of certificates needs.
    private static let signatureLimit = 100
    /// Longer paths do not occur.
    private static let lengthLimit = 10

    /// Finds a path to an anchor that is valid at a moment.
    ///
    /// - Parameters:
    ///   - certificate: The certificate in question.
    ///   - chains: Certificates that may lie on the path, the anchors among them.
    ///   - anchors: Certificates that are trusted by themselves.
    ///   - moment: When all certificates must be valid.
    ///   - excuse: Whether a fault is accepted.
    /// - Throws: ``CertificateTrustError``, with the fault of the first path that was found; with
    ///   the end of the longest one when none leads to an anchor.
    init(
        from certificate: X509Certificate,
        in chains: CertificateChains,
        to anchors: Set<X509Certificate>,
        at moment: Date,
        excusing excuse: (CertificateTrustError) -> Bool = { _ in false }
    ) throws(CertificateTrustError) {
        var names = NameCheck()
        func firstFault(of path: [X509Certificate]) -> CertificateTrustError? {
            let faults = path.compactMap { $0.fault(at: moment) } + names.faults(of: path)
            return faults.first { !$0.isExcused(by: excuse) }?.on(path)
        }
        var fault: CertificateTrustError?
        var longest = [certificate]
        var open = [[certificate]]
        var signatures = 0
        search: while let path = open.popLast(), let last = path.last {
            if path.count > longest.count { longest = path }
            if anchors.contains(last) {
                guard let found = firstFault(of: path) else {
                    self.certificate = certificate
                    certificates = path
                    return
                }
                fault = fault ?? found
            } else if path.count < Self.lengthLimit {
                for issuer in chains.issuers(of: last)
                where issuer.mayIssue(above: path.count - 1) && !path.contains(issuer) {
                    guard signatures < Self.signatureLimit else { break search }
                    signatures += 1
                    if last.isSigned(by: issuer) { open.append(path + [issuer]) }
                }
            }
        }
        let missing = Self.missingAnchor(above: longest.last ?? certificate).on(longest)
        guard fault == nil, missing.isExcused(by: excuse) else { throw fault ?? missing }
        if let found = firstFault(of: longest) { throw found }
        self.certificate = certificate
        certificates = longest
    }

    /// The fault of a path that does not continue.
    private static func missingAnchor(above end: X509Certificate) -> CertificateTrustError {
        let isOwnIssuer = end.normalizedIssuer == end.normalizedSubject
        return CertificateTrustError(isOwnIssuer ? .noAnchor : .noIssuer, end)
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
        guard case .known(let algorithm) = signed.algorithm, let key = try? issuer.publicKey(),
            key.type != .rsa || RSAKeys.sizes.contains(key.sizeInBits)
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

    fileprivate func fault(at moment: Date) -> CertificateTrustError? {
        if let identifier = extensions.unsupported {
            return CertificateTrustError(.unknownExtension(identifier), self)
        }
        return switch validity.position(of: moment) {
        case .before: CertificateTrustError(.notValidYet, self)
        case .within: nil
        case .after: CertificateTrustError(.expired, self)
        }
    }
}
