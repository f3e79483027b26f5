internal import PortableKeychain

/// The key types that both SSH and this library support.
enum SSHKeyType: String, CaseIterable {
    /// RFC 8709.
    case ed25519 = "ssh-ed25519"
    /// RFC 5656, also for the next two.
    case p256 = "ecdsa-sha2-nistp256"
    case p384 = "ecdsa-sha2-nistp384"
    case p521 = "ecdsa-sha2-nistp521"
    /// RFC 4253 for the key; its signatures have other names (RFC 8332).
    case rsa = "ssh-rsa"

    /// The type of a key; `nil` if SSH does not support it.
    init?(_ key: KeyMaterial) {
        switch (key.type, key.sizeInBits) {
        case (.ed25519, _): self = .ed25519
        case (.ellipticCurve, 256): self = .p256
        case (.ellipticCurve, 384): self = .p384
        case (.ellipticCurve, 521): self = .p521
        case (.rsa, _): self = .rsa
        default: return nil
        }
    }

    /// The curve, with the length of its coordinates in bytes; `nil` for other types.
    var curve: (name: String, fieldLength: Int)? {
        switch self {
        case .p256: ("nistp256", 32)
        case .p384: ("nistp384", 48)
        case .p521: ("nistp521", 66)
        case .ed25519, .rsa: nil
        }
    }
}
