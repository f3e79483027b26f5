internal import KeychainEssentials

/// The certificate of a server may be valid for so many days only (Apple's support articles 103769 and
/// 103214).
///
/// The longer period holds under anchors of programs too, from July 1, 2019; the shorter one below the
/// system's anchors, from September 1, 2020.
struct ServerPeriodCheck: TrustCheck {
    let name = "period of a server"

    private static let day = 86_400.0
    private static let dayLimit = 825
    /// September 1, 2020, UTC, in seconds since 2001.
    private static let publicStart = 620_611_200.0
    private static let publicDayLimit = 398

    func verdict(on place: Int, of path: CheckedPath, _: inout TrustWork) -> TrustVerdict? {
        guard place == 0, case .server = path.demand.purpose else { return nil }
        let validity = path.certificates[place].validity
        let start = validity.notBefore.timeIntervalSinceReferenceDate
        guard start >= ServerPurposeCheck.start else { return .passed }
        let isPublic = path.certificates.last.map(path.demand.systemAnchors.contains) ?? false
        let limit = isPublic && start >= Self.publicStart ? Self.publicDayLimit : Self.dayLimit
        let length = validity.notAfter.timeIntervalSinceReferenceDate - start
        return length > Double(limit) * Self.day ? .failed(.longValidity(dayLimit: limit)) : .passed
    }
}
