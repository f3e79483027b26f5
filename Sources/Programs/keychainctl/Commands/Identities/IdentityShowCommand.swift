internal import ArgumentParser
internal import KeychainctlKit
@_spi(Keepers) internal import PortableKeychain

/// `keychainctl identity show`.
struct IdentityShowCommand: AnsweringCommand {
    static let configuration = CommandConfiguration(
        commandName: "show",
        abstract: "Show the fields of an identity's certificate, and its chain.",
        discussion: """
            The chain are the certificates of its issuers in this keychain, the nearest first. \
            Their signatures are checked; whether they are trusted is checked by 'keychainctl \
            certificate verify'.

            EXAMPLES
              keychainctl identity show --label server.example
            """
    )

    @OptionGroup var object: ObjectOptions
    @OptionGroup var hashed: HashOption
    @OptionGroup var place: KeychainOptions
    @OptionGroup var answer: AnswerOptions

    func run() throws {
        let items = Items(keychain: try place.open())
        let (found, certificate, _) = try items.onlyIdentity(object, hashed)
        var fields = CertificateFields(found)
        fields.add(issuers: try items.keychain.certificates.chain(of: certificate).dropFirst())
        fields.show(json: json)
    }
}

extension Items {
    /// The one identity that options select.
    ///
    /// A locked keychain is said to be locked: its identities are not found, and would be missing.
    func onlyIdentity(
        _ object: ObjectOptions,
        _ hashed: HashOption
    ) throws -> (item: ItemAnswer.Item, certificate: X509Certificate, key: KeyMaterial) {
        try keychain.requireUnlocked()
        let selection = try narrowed(
            ItemSelection(itemClass: .identity, attributes: object.attributes),
            toHash: hashed.hash
        )
        let found = try only(selection, [.attributes, .reference])
        guard case .identity(let certificate, let key) = found.object else {
            throw KeychainError(.undecodable, reason: "The item is not an identity.")
        }
        return (found, certificate, key)
    }
}
