/// The key usage of an authority must allow that it signs certificates (RFC 5280, 6.1.4 n).
struct CertificateSigningCheck: TrustCheck {
    let name = "signing of certificates"

    func verdict(on place: Int, of path: CheckedPath, _: inout TrustWork) -> TrustVerdict? {
        guard place > 0, path.isEnd(place) else { return nil }
        let uses = path.certificates[place].keyUsage
        return uses?.contains(.certificateSigning) ?? true ? .passed : .failed(.noSigning)
    }
}
