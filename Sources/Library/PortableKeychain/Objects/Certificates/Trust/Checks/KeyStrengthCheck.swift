/// All keys of a path must be strong, because who breaks one of them can issue certificates.
///
/// Apple's platforms demand 1,024 bits of RSA keys, and 2,048 bits for TLS since 2019. For TLS, a
/// key of a kind that cannot be read here is not strong, because no signature could be checked with
/// it.
struct KeyStrengthCheck: TrustCheck {
    let name = "key strength"

    func verdict(on place: Int, of path: CheckedPath, _: inout TrustWork) -> TrustVerdict? {
        let isForTLS = path.demand.purpose.isForTLS
        guard let key = try? path.certificates[place].publicKey() else {
            return isForTLS ? .failed(.weakKey) : .passed
        }
        let isStrong = key.type != .rsa || key.sizeInBits >= (isForTLS ? 2048 : 1024)
        return isStrong ? .passed : .failed(.weakKey)
    }
}
