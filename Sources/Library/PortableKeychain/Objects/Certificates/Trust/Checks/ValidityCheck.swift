/// All certificates must be valid at the moment, the anchor too (RFC 5280, 6.1.3 a).
struct ValidityCheck: TrustCheck {
    let name = "validity"

    func verdict(on place: Int, of path: CheckedPath, _: inout TrustWork) -> TrustVerdict? {
        switch path.certificates[place].validity.position(of: path.demand.moment) {
        case .before: .failed(.notValidYet)
        case .within: .passed
        case .after: .failed(.expired)
        }
    }
}
