internal import ArgumentParser
internal import PortableKeychain

/// `keychainctl key export`.
struct KeyExportCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "export",
        abstract: "Print a key as PEM.",
        discussion: """
            Private keys come as unencrypted PKCS#8, public ones (--public) as \
            SubjectPublicKeyInfo; both are what openssl reads. When several keys match, none is \
            printed (status 65).

            EXAMPLES
              keychainctl key export --tag com.example.deploy --public > public.pem
              keychainctl key export --tag com.example.deploy | openssl req -new -key /dev/stdin
            """
    )

    @Flag(name: .customLong("public"), help: "Print the public half.") var isPublic = false
    @OptionGroup var key: KeyOptions
    @OptionGroup var object: ObjectOptions
    @OptionGroup var place: KeychainOptions

    func run() throws {
        var attributes = object.attributes
        try key.put(into: &attributes)
        let items = Items(keychain: try place.open())
        let material = try items.privateOrOnlyKey(
            ItemSelection(itemClass: .key, attributes: attributes)
        )
        SecretOutput.write(try (isPublic ? material.publicKey : material).pem())
    }
}

extension Items {
    /// The only private key that matches or, where there is none, the only public one.
    ///
    /// Both halves of a pair have the same tag and label, and the private one holds them both.
    func privateOrOnlyKey(_ selection: ItemSelection) throws -> KeyMaterial {
        var privateKeys = selection
        privateKeys.attributes[.keyClass] = .string(KeyClass.privateKey.rawValue)
        let isAmong = try !find(privateKeys, .persistentReference, limit: .one).isEmpty
        let found = try only(isAmong ? privateKeys : selection, .reference)
        guard case .key(let material) = found.object else {
            throw KeychainError(.undecodable, reason: "The item's payload is no key.")
        }
        return material
    }
}
