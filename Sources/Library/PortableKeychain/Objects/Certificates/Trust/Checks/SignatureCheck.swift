/// A certificate must carry the signature of the one above it (RFC 5280, 6.1.3 a).
struct SignatureCheck: TrustCheck {
    let name = "signature"

    /// More signatures than any honest set of certificates needs.
    private static let limit = 100

    func verdict(on place: Int, of path: CheckedPath, _ work: inout TrustWork) -> TrustVerdict? {
        guard place + 1 < path.certificates.count, path.isEnd(place + 1) else { return nil }
        guard work.signatures < Self.limit else {
            work.isExhausted = true
            return .failed(.tooManySignatures)
        }
        work.signatures += 1
        let issuer = path.certificates[place + 1]
        let isSigned = path.certificates[place].isSigned(by: issuer)
        return isSigned ? .passed : .failed(.wrongSignature(authority: issuer.subjectSummary))
    }
}
