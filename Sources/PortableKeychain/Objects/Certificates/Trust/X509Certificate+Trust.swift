public import KeychainEssentials

extension X509Certificate {
    /// Checks whether the certificate can be trusted, and for what.
    ///
    /// A certificate is trusted when a path of at most ten certificates leads from it to an anchor:
    /// each is signed by the next one, which is an authority and may issue it, and all are valid at
    /// the moment. The policy can demand more of the certificate, such as the name of a host.
    ///
    /// ```swift
    /// let path = try certificate.evaluateTrust(
    ///     for: .tlsServer(host: "www.example.org"),
    ///     anchors: roots,
    ///     intermediates: received
    /// )
    /// ```
    ///
    /// The system's certificates are not consulted, nothing is fetched from a network, and
    /// revocation is not checked.
    ///
    /// - Parameters:
    ///   - policy: What the certificate must be good for.
    ///   - anchors: The certificates that are trusted by themselves. Without one, nothing is
    ///     trusted.
    ///   - intermediates: Certificates that may lie between the certificate and an anchor, in any
    ///     order; those that do not fit are ignored.
    ///   - moment: When all certificates must be valid; `nil` for now, by the system's clock.
    /// - Returns: The path: this certificate first, the anchor last.
    /// - Throws: ``CertificateTrustError``, which names the certificate at fault.
    @discardableResult
    public func evaluateTrust(
        for policy: CertificatePolicy = .basicX509,
        anchors: [X509Certificate],
        intermediates: [X509Certificate] = [],
        at moment: Date? = nil
    ) throws(CertificateTrustError) -> [X509Certificate] {
        try evaluateTrust(
            for: policy,
            anchors: anchors,
            intermediates: intermediates,
            at: moment,
            excusing: { _ in false }
        )
    }

    /// Checks whether the certificate can be trusted, although some faults are known and accepted.
    ///
    /// - Parameters:
    ///   - policy: What the certificate must be good for.
    ///   - anchors: The certificates that are trusted by themselves.
    ///   - intermediates: Certificates that may lie between the certificate and an anchor.
    ///   - systemAnchors: More of them, those of the system, whose authorities must keep stricter
    ///     rules.
    ///   - moment: When all certificates must be valid; `nil` for now.
    ///   - excuse: Whether a fault is accepted. It is asked only about those that can be
    ///     (``CertificateTrustError/Cause/isExcusable``).
    /// - Returns: The path; to no anchor where that is excused.
    /// - Throws: ``CertificateTrustError`` with the first fault that is not excused.
    package func evaluateTrust(
        for policy: CertificatePolicy,
        anchors: [X509Certificate],
        intermediates: [X509Certificate],
        systemAnchors: [X509Certificate] = [],
        at moment: Date?,
        excusing excuse: (CertificateTrustError) -> Bool
    ) throws(CertificateTrustError) -> [X509Certificate] {
        guard let demands = policy.demands else {
            throw CertificateTrustError(.unknownPolicy(policy.identifier), self)
        }
        let given = Set(anchors)
        let trusted = given.union(systemAnchors)
        let chains = CertificateChains(
            anchors + systemAnchors.filter { !given.contains($0) }
                + intermediates.filter { !trusted.contains($0) }
        )
        let now = Date(timeIntervalSinceReferenceDate: KeychainClock.system.now())
        let path = try CertificatePath(
            from: self,
            in: chains,
            to: trusted,
            at: moment ?? now,
            excusing: excuse
        )
        let isPublic = path.certificates.last.map { trusted.contains($0) && !given.contains($0) }
        for fault in demands.faults(of: path, isPublic: isPublic ?? false)
        where !fault.isExcused(by: excuse) {
            throw fault.on(path.certificates)
        }
        return path.certificates
    }

    /// Whether it is an authority that no other certificate vouches for: a root.
    ///
    /// A keychain trusts the roots that its owner put into it (item-semantics.md §2.2).
    package var isRoot: Bool {
        extensions.isAuthority == true && normalizedIssuer == normalizedSubject
            && isSigned(by: self)
    }
}
