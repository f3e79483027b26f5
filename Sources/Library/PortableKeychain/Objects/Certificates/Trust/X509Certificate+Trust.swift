public import KeychainEssentials

extension X509Certificate {
    /// Checks whether the certificate can be trusted, and for what.
    ///
    /// A certificate is trusted when a path of at most ten certificates leads from it to an anchor:
    /// each is signed by the next one, which is an authority and may issue it, and all are valid at
    /// the moment. The policy can demand more of the certificate, such as the name of a host.
    ///
    /// ```swift
    /// import Foundation
    ///
    /// let keychain = try Keychain.default
    /// let certificate = try X509Certificate(der: Data(contentsOf: URL(filePath: "server.der")))
    /// let path = try certificate.evaluateTrust(
    ///     for: .tlsServer(host: "www.example.org"),
    ///     anchors: keychain.certificates.all(matching: .certificate(label: "Our root"))
    /// )
    /// ```
    ///
    /// The system's certificates are not consulted, nothing is fetched from a network, and nothing is
    /// asked about revocation.
    ///
    /// - Parameters:
    ///   - policy: The purpose for which the certificate must be valid.
    ///   - anchors: The certificates that are trusted by themselves. Without one, nothing is
    ///     trusted.
    ///   - intermediates: Certificates that may lie between the certificate and an anchor, in any
    ///     order; those that do not fit are ignored.
    ///   - moment: The time at which all certificates must be valid; `nil` for now, by the system's
    ///     clock.
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
            TrustQuestion(
                policy: policy,
                anchors: anchors,
                intermediates: intermediates,
                moment: moment
            )
        )
    }

    /// Checks whether the certificate can be trusted, although some faults are known and accepted.
    ///
    /// - Parameters:
    ///   - question: The purpose for which the certificate must be valid, and further known data.
    ///   - excuse: Whether a fault is accepted. It is asked only about those that can be
    ///     (``CertificateTrustError/Cause/isExcusable``).
    ///   - record: Called with each path that was tried, with the findings of the checks, to
    ///     explain the answer; the path that is the answer comes last.
    /// - Returns: The path; to no anchor where that is excused.
    /// - Throws: ``CertificateTrustError`` with the first fault that is not excused.
    @discardableResult
    package func evaluateTrust(
        _ question: TrustQuestion,
        excusing excuse: (CertificateTrustError) -> Bool = { _ in false },
        recording record: (TrustPath) -> Void = { _ in }
    ) throws(CertificateTrustError) -> [X509Certificate] {
        guard let demand = question.demand else {
            throw CertificateTrustError(.unknownPolicy(question.policy.identifier), self)
        }
        let found = try CertificatePath(
            from: self,
            in: question.chains,
            for: demand,
            excusing: excuse,
            recording: record
        )
        var path = found.path
        var work = TrustWork()
        path.check([.purpose, .server, .revocation], for: demand, &work)
        if let fault = path.fault(excusing: excuse) {
            record(path)
            throw fault
        }
        record(path.chosen)
        return path.certificates
    }

    /// Whether it is an authority that no other certificate vouches for: a root.
    ///
    /// A keychain trusts the roots that its owner put into it (item-semantics.md §2.2).
    package var isRoot: Bool {
        extensions.isAuthority == true && isSelfIssued && isSigned(by: self)
    }
}
