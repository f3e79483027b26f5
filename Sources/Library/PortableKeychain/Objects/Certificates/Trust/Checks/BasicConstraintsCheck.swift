/// The issuer of a certificate must be an authority (RFC 5280, 6.1.4 k).
///
/// Version 1 knows no extensions: such a certificate issues nothing.
struct BasicConstraintsCheck: TrustCheck {
    let name = "authority"

    func verdict(on place: Int, of path: CheckedPath, _: inout TrustWork) -> TrustVerdict? {
        guard place > 0, path.isEnd(place) else { return nil }
        let isAuthority = path.certificates[place].extensions.isAuthority == true
        return isAuthority ? .passed : .failed(.noAuthority)
    }
}
