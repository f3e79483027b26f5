internal import KeychainEssentials

/// The certificate of a server that is valid from July 1, 2019, or later must have an extended key usage
/// (Apple's support article 103769), also under anchors of a program.
struct ServerPurposeCheck: TrustCheck {
    let name = "purpose of a server"

    /// July 1, 2019, UTC, in seconds since 2001.
    ///
    /// The start of the rules: certificates that were issued before are free of them.
    static let start = 583_632_000.0

    func verdict(on place: Int, of path: CheckedPath, _: inout TrustWork) -> TrustVerdict? {
        let demands = path.demand.purpose
        guard place == 0, case .server = demands else { return nil }
        let certificate = path.certificates[place]
        let isRecent = certificate.validity.notBefore.timeIntervalSinceReferenceDate >= Self.start
        guard isRecent, certificate.extendedKeyUsage == nil else { return .passed }
        return .failed(.missingPurpose(demands.purpose))
    }
}
