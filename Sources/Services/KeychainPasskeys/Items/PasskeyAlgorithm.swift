package import PortableKeychain

/// The algorithms of passkeys, by their numbers in COSE (RFC 9053).
package enum PasskeyAlgorithm: Int64, CaseIterable, Sendable {
    /// ECDSA on P-256 with SHA-256.
    case es256 = -7
    /// Ed25519.
    case edDSA = -8

    /// The algorithm of a key; `nil` if sites have no name for it here.
    package init?(_ key: KeyMaterial) {
        switch (key.type, key.sizeInBits) {
        case (.ellipticCurve, 256): self = .es256
        case (.ed25519, _): self = .edDSA
        default: return nil
        }
    }

    /// The kind of key to make.
    var specification: KeySpecification { self == .es256 ? .p256 : .ed25519 }

    /// The signature of a message: in DER for ECDSA, 64 bytes for Ed25519 (WebAuthn, 6.5.5).
    func sign(_ message: [UInt8], by key: KeyMaterial) throws(KeychainError) -> [UInt8] {
        switch self {
        case .es256: try key.sign(message, .ecdsaSignatureMessageX962SHA256)
        case .edDSA: try key.sign(message, .edDSASignatureMessageCurve25519SHA512)
        }
    }

    /// A public key as COSE has it (RFC 9053, 7).
    func cose(_ key: KeyMaterial) -> CBOR {
        let bytes = key.publicKey.externalRepresentation.withUnsafeBytes { Array($0) }
        let algorithm: (Int64, CBOR) = (3, .integer(rawValue))
        return switch self {
        case .es256:
            // The external representation is 04 ‖ X ‖ Y.
            .numbered([
                (1, .integer(2)), algorithm, (-1, .integer(1)), (-2, .bytes(Array(bytes[1..<33]))),
                (-3, .bytes(Array(bytes[33...]))),
            ])
        case .edDSA:
            .numbered([(1, .integer(1)), algorithm, (-1, .integer(6)), (-2, .bytes(bytes))])
        }
    }
}
