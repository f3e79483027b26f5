/// The key usage of the certificate in question, if it has one, must allow a use that the purpose needs
/// (RFC 5280, 4.2.1.3).
struct KeyUsageCheck: TrustCheck {
    let name = "key usage"

    func verdict(on place: Int, of path: CheckedPath, _: inout TrustWork) -> TrustVerdict? {
        let demands = path.demand.purpose
        guard place == 0, let uses = demands.uses else { return nil }
        let allowed = path.certificates[place].keyUsage ?? uses
        return allowed.isDisjoint(with: uses)
            ? .failed(.wrongPurpose(demands.purpose)) : .passed
    }
}
