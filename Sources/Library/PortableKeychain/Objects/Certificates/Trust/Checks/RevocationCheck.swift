/// A certificate must not have been revoked, as far as an answer of its authority is available (RFC
/// 6960).
///
/// An answer that is not good in itself counts for nothing. Where answers are required, each
/// certificate below the anchor needs one that says it was not revoked.
struct RevocationCheck: TrustCheck {
    let name = "revocation"

    func verdict(on place: Int, of path: CheckedPath, _: inout TrustWork) -> TrustVerdict? {
        guard !path.isEnd(place) else { return nil }
        let demand = path.demand.revocation
        let answer = demand.answer(
            about: path.certificates[place],
            issuedBy: path.certificates[place + 1],
            at: path.demand.moment
        )
        switch answer?.status {
        case .good?: return .passed
        case .revoked(let moment, let reason)?: return .failed(.revoked(moment, reason: reason))
        case .unknown?, nil: return demand.isRequired ? .failed(.noRevocationAnswer) : nil
        }
    }
}
