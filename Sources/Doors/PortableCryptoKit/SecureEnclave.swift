internal import PortableKeychain

/// Keys that never leave the token of the current keychain, such as a TPM.
///
/// The token is that of the configuration (`Keychain.Configuration.token`). For development, a
/// program can choose `SoftwareToken` of KeychainTesting, which protects nothing.
public enum SecureEnclave {
    /// Whether the current keychain has a token that makes keys.
    ///
    /// Whether the token can be reached shows at the first key: no program is started, and no chip
    /// asked, to answer this.
    public static var isAvailable: Bool { (try? Keychain.current.hasToken) ?? false }

    /// Keys on P-256, the curve of tokens.
    public enum P256 {
        /// Keys that sign.
        public enum Signing {}
        /// Keys that agree on a secret.
        public enum KeyAgreement {}
    }
}
