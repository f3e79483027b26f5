/// Below an authority there may be only so many others (RFC 5280, 6.1.4 l and m).
///
/// An authority that issued itself, as when it changes its key, is not counted; nor is the certificate
/// in question.
struct PathLengthCheck: TrustCheck {
    let name = "path length"

    func verdict(on place: Int, of path: CheckedPath, _: inout TrustWork) -> TrustVerdict? {
        guard place > 0, path.isEnd(place),
            let limit = path.certificates[place].extensions.pathLength
        else { return nil }
        let others = path.certificates[1..<place].count { !$0.isSelfIssued }
        return others <= limit ? .passed : .failed(.longPath(limit: limit))
    }
}
