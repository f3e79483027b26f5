@_spi(Keepers) package import PortableKeychain

extension RecoveryKey {
    /// Makes the recovery key of a new vault.
    ///
    /// - Parameter entropy: The source of its random bytes.
    package init(entropy: KeychainEntropy) {
        self.init(bytes: SecretBytes(count: Self.length) { entropy.fill($0) })
    }
}
