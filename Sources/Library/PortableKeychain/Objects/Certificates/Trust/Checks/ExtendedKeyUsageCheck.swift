/// The extended key usage must name the purpose, or any (RFC 5280, 4.2.1.12).
///
/// The authorities below the anchor may be limited to purposes too. Some purposes must be named: a
/// certificate for signing code that names none, or any, is not for that, as on macOS. A certificate for
/// time stamps must name them alone, and mark that as critical (RFC 3161, 2.3).
struct ExtendedKeyUsageCheck: TrustCheck {
    let name = "extended key usage"

    private static let any = "2.5.29.37.0"

    func verdict(on place: Int, of path: CheckedPath, _: inout TrustWork) -> TrustVerdict? {
        let demands = path.demand.purpose
        guard !demands.purposes.isEmpty, place == 0 || path.isBelowAnchor(place) else { return nil }
        let extensions = path.certificates[place].extensions
        guard let named = extensions.purposes else {
            return demands.mustBeNamed && place == 0
                ? .failed(.missingPurpose(demands.purpose)) : .passed
        }
        let isForAny = named.contains(Self.any) && !(demands.mustBeNamed && place == 0)
        guard isForAny || demands.purposes.contains(where: named.contains) else {
            return .failed(.wrongPurpose(demands.purpose))
        }
        guard place == 0, demands.mustBeSole else { return .passed }
        let isSole = named == demands.purposes && extensions.marksPurposes
        return isSole ? .passed : .failed(.sharedPurpose(demands.purpose))
    }
}
