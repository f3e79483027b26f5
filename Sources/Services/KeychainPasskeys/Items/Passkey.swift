package import PortableKeychain

/// A passkey with its private key, as other programs hand it over and take it.
///
/// It is what an import brings and an export takes. In a keychain it is a ``StoredPasskey``, whose key is
/// read only where it signs.
package struct Passkey: Sendable {
    /// The site and the account.
    package var account: PasskeyAccount
    /// The private key in PKCS #8, unencrypted: P-256 or Ed25519.
    package var privateKey: SecretBytes

    /// Makes a passkey.
    ///
    /// - Parameters:
    ///   - account: The site and the account.
    ///   - privateKey: The private key in PKCS #8, unencrypted: P-256 or Ed25519.
    package init(_ account: PasskeyAccount, privateKey: SecretBytes) {
        self.account = account
        self.privateKey = privateKey
    }
}
