/// A critical extension that is not supported makes the meaning of a certificate unknown (RFC 5280,
/// 4.2).
struct CriticalExtensionsCheck: TrustCheck {
    let name = "critical extensions"

    func verdict(on place: Int, of path: CheckedPath, _: inout TrustWork) -> TrustVerdict? {
        TrustVerdict(
            path.certificates[place].extensions.unsupported.map { .unknownExtension($0) }
        )
    }
}
