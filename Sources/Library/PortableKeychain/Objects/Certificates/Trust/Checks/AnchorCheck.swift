/// A path must end at a certificate that is trusted by itself (RFC 5280, 6.1).
struct AnchorCheck: TrustCheck {
    let name = "anchor"

    func verdict(on place: Int, of path: CheckedPath, _: inout TrustWork) -> TrustVerdict? {
        guard path.isEnd(place) else { return nil }
        let certificate = path.certificates[place]
        guard !path.demand.anchors.contains(certificate) else { return .passed }
        return .failed(certificate.isSelfIssued ? .noAnchor : .noIssuer)
    }
}
