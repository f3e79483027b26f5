/// A path that an evaluation tried, from the certificate in question upwards, with the findings of
/// the checks.
package struct TrustPath: Sendable {
    /// The result of one check of one certificate.
    package struct Finding: Sendable {
        /// The name of the check.
        package let check: String
        /// The place of the certificate on the path.
        package let place: Int
        /// The fault; `nil` if the check was passed.
        let fault: CertificateTrustError?

        /// The fault, as a sentence; `nil` if the check was passed.
        package var reason: String? { fault?.reason }
    }

    /// The certificate in question first.
    package let certificates: [X509Certificate]
    /// The results, in the order of the checks.
    package private(set) var findings: [Finding] = []
    /// Whether the answer is this path.
    package private(set) var isChosen = false

    init(_ certificates: [X509Certificate]) { self.certificates = certificates }

    /// The certificate at the end, which leads to others or is an anchor.
    var end: X509Certificate { certificates[certificates.count - 1] }

    /// All that is wrong, in the order of the checks.
    var faults: [CertificateTrustError] { findings.compactMap(\.fault) }

    /// The first fault that is not excused, with the path.
    func fault(
        excusing excuse: (CertificateTrustError) -> Bool
    ) -> CertificateTrustError? {
        faults.first { !$0.isExcused(by: excuse) }?.on(certificates)
    }

    /// The same path with one more certificate at its end; earlier findings stay.
    func continued(by issuer: X509Certificate) -> TrustPath {
        var longer = TrustPath(certificates + [issuer])
        longer.findings = findings
        return longer
    }

    /// The same path as the answer.
    var chosen: TrustPath {
        var chosen = self
        chosen.isChosen = true
        return chosen
    }

    /// Makes all checks of some stages.
    mutating func check(
        _ stages: [TrustChecks.Stage],
        for demand: TrustDemand,
        _ work: inout TrustWork
    ) {
        let path = CheckedPath(certificates: certificates, demand: demand)
        for stage in stages {
            let checks = TrustChecks.checks(stage)
            for place in certificates.indices {
                for check in checks { note(check, on: place, of: path, &work) }
            }
        }
    }

    /// Makes the checks of the authority at the end, and stops at the first fault: signatures take
    /// longest, and come last.
    ///
    /// - Returns: Whether it may issue the certificate below it, and did.
    mutating func checkEnd(for demand: TrustDemand, _ work: inout TrustWork) -> Bool {
        let path = CheckedPath(certificates: certificates, demand: demand)
        for check in TrustChecks.checks(.issuer) {
            for place in certificates.indices.suffix(2) {
                guard note(check, on: place, of: path, &work) else { return false }
            }
        }
        return true
    }

    /// Makes one check and keeps its finding; returns whether the check was passed.
    @discardableResult
    private mutating func note(
        _ check: some TrustCheck,
        on place: Int,
        of path: CheckedPath,
        _ work: inout TrustWork
    ) -> Bool {
        guard let verdict = check.verdict(on: place, of: path, &work) else { return true }
        var fault: CertificateTrustError?
        if case .failed(let found) = verdict {
            fault = CertificateTrustError(found, certificates[place])
        }
        findings.append(Finding(check: check.name, place: place, fault: fault))
        return fault == nil
    }
}
