@_spi(Keepers) internal import PortableKeychain

extension SecretEncoder {
    /// Writes a key, certificate or identity.
    ///
    /// - Throws: ``KeychainError/Code/unimplemented`` for a key that a chip holds: only the process
    ///   that opened the chip can use it.
    mutating func object(_ object: ItemObject) throws(KeychainError) {
        switch object {
        case .key(let key):
            integer(UInt8(1))
            try self.key(key)
        case .certificate(let certificate):
            integer(UInt8(2))
            sized(certificate.der)
        case .identity(let certificate, let key):
            integer(UInt8(3))
            sized(certificate.der)
            try self.key(key)
        }
    }

    private mutating func key(_ key: KeyMaterial) throws(KeychainError) {
        guard key.tokenID == nil else {
            throw KeychainError(
                .unimplemented,
                reason: "A key in a chip is not passed on. Open the keychain without the agent."
            )
        }
        text(key.type.rawValue)
        flag(key.keyClass == .privateKey)
        sized(key.externalRepresentation)
    }
}

extension ByteReader {
    mutating func object() throws(KeychainError) -> ItemObject {
        switch try integer(UInt8.self) {
        case 1: return .key(try key())
        case 2: return .certificate(try certificate())
        case 3:
            let certificate = try certificate()
            return .identity(certificate, try key())
        default: throw Frame.malformed
        }
    }

    private mutating func certificate() throws(KeychainError) -> X509Certificate {
        try X509Certificate(der: try bytes())
    }

    private mutating func key() throws(KeychainError) -> KeyMaterial {
        let type = KeyType(rawValue: try text())
        let isPrivate = try flag()
        return try KeyMaterial(
            externalRepresentation: try secret(),
            type: type,
            keyClass: isPrivate ? .privateKey : .publicKey
        )
    }
}
