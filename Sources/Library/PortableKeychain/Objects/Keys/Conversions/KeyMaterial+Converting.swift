extension KeyMaterial {
    /// The key as another library's, such as swift-crypto's `P256.Signing.PrivateKey`.
    ///
    /// - Parameter type: The type wanted.
    /// - Returns: The key.
    /// - Throws: ``KeychainError/Code/invalidParameter`` when the key is of another kind; the
    ///   reason says which.
    public func converted<Other: KeyConvertible>(
        to type: Other.Type
    ) throws(KeychainError) -> Other {
        do throws(KeychainError) {
            return try Other(keyMaterial: self)
        } catch  where error.code == .invalidParameter {
            throw KeychainError(
                .invalidParameter,
                reason: """
                    This is a \(kind), and no \(String(reflecting: type)): ask for it as what it is, \
                    or as KeyMaterial.
                    """
            )
        }
    }

    /// The kind of the key, as text for users.
    private var kind: String {
        let algorithm =
            switch type {
            case .rsa: "RSA key of \(sizeInBits) bits"
            case .ellipticCurve: "P-\(sizeInBits) key"
            case .ed25519: "Ed25519 key"
            case .x25519: "X25519 key"
            case .mlKEM: "ML-KEM key"
            case .mlDSA: "ML-DSA key"
            default: "key of type \(type.rawValue)"
            }
        return "\(keyClass == .privateKey ? "private" : "public") \(algorithm)"
    }
}
