internal import PortableKeychain
internal import PortableSecurity

/// A right that ``LARightStore`` keeps, with a key of its own and possibly a secret.
///
/// The keychain gives the secret and uses of the private key only while the right is authorized. The
/// private key is on P-256: in the token of the keychain's configuration, if it has one, which it
/// never leaves; else an item of the keychain, which is read for each use.
public final class LAPersistedRight: LARight, @unchecked Sendable {
    // Sendable: as LARight, and no value of its own changes.
    let identifier: String
    let rights: KeychainRights
    private let publicKey: SecKey

    /// Finds a right.
    ///
    /// - Throws: ``KeychainError/Code/itemNotFound`` when there is none of this name.
    init(_ identifier: String, of rights: KeychainRights) throws(KeychainError) {
        self.identifier = identifier
        self.rights = rights
        publicKey = SecKey(try rights.publicKey(identifier))
        super.init(requirement: .default)
    }

    override func onItsKeychain<R>(_ body: () -> R) -> R {
        Keychain.withCurrent(rights.keychain, operation: body)
    }

    /// The private key; it works while the right is authorized.
    public var key: LAPrivateKey { LAPrivateKey(self, LAPublicKey(publicKey)) }

    /// The secret that was saved with the right; it can be read while the right is authorized.
    public var secret: LASecret { LASecret(self) }
}
