internal import ForeignCrypto
@_spi(Keepers) internal import PortableKeychain

/// The encryption of secrets between a program and the service.
struct SecretSession {
    /// The program that opened it; no other one can use it.
    let owner: String
    /// `nil` for secrets that travel as they are.
    let cipher: SessionCipher?

    /// The parameters and the value of a secret on the bus.
    func sealed(
        _ secret: SecretBytes,
        _ entropy: KeychainEntropy
    ) throws(KeychainError) -> (SecretBytes, SecretBytes) {
        guard let cipher else { return (SecretBytes([UInt8]()), secret) }
        let sealed = try cipher.seal(secret, entropy: entropy)
        return (SecretBytes(sealed.vector), SecretBytes(sealed.ciphertext))
    }

    /// The secret that was sent; `nil` if it is encrypted wrongly.
    func opened(parameters: SecretBytes, value: SecretBytes) -> SecretBytes? {
        guard let cipher else { return value }
        return cipher.open(
            value.withUnsafeBytes { Array($0) },
            vector: parameters.withUnsafeBytes { Array($0) }
        )
    }
}
