/// One check of the evaluation of trust.
///
/// Each check is a type in a file of its own in this folder. ``TrustChecks`` is the list that an
/// evaluation goes through, and the only place that names them.
protocol TrustCheck: Sendable {
    /// The subject of the check, in a few words, as an explanation shows it.
    var name: String { get }

    /// Judges one certificate of a path.
    ///
    /// - Parameters:
    ///   - place: Its place on the path: 0 is the certificate in question.
    ///   - path: The certificates and the demands on them.
    ///   - work: The work of the whole evaluation so far, so that no input makes it endless.
    /// - Returns: The verdict; `nil` if the check has nothing to say about this certificate.
    func verdict(
        on place: Int,
        of path: CheckedPath,
        _ work: inout TrustWork
    ) -> TrustVerdict?
}

/// The result of a check.
enum TrustVerdict {
    case passed
    case failed(CertificateFault)

    /// The verdict on a fault, if there is one.
    init(_ fault: CertificateFault?) { self = fault.map { .failed($0) } ?? .passed }
}

/// Certificates of which each was issued by the next one, with the demands on them.
struct CheckedPath {
    /// The certificate in question first.
    let certificates: [X509Certificate]
    let demand: TrustDemand

    /// Whether a certificate is the last one.
    func isEnd(_ place: Int) -> Bool { place == certificates.count - 1 }

    /// Whether a certificate is that of an authority which is not trusted by itself.
    func isBelowAnchor(_ place: Int) -> Bool { place > 0 && !isEnd(place) }
}

/// The work that an evaluation has done so far, on all its paths.
struct TrustWork {
    /// The number of signatures checked.
    var signatures = 0
    /// The number of names compared with constraints.
    var comparisons = 0
    /// Whether a limit ended the search.
    var isExhausted = false
}
