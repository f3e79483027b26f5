internal import ArgumentParser
internal import PortableKeychain

/// `keychainctl key import`.
struct KeyImportCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "import",
        abstract: "Keep a key that exists already.",
        discussion: """
            Reads a private or public key from standard input: PEM (PKCS#8, PKCS#1, SEC 1 or \
            SubjectPublicKeyInfo). The file it came from stays as it is: delete it when the key \
            should be in the keychain alone.

            EXAMPLES
              keychainctl key import --tag com.example.old < private.pem
            """
    )

    @OptionGroup var key: KeyOptions
    @OptionGroup var object: ObjectOptions
    @OptionGroup var protection: AccessibleOption
    @OptionGroup var requirements: RequirementOptions
    @OptionGroup var place: KeychainOptions

    func run() throws {
        var attributes = object.attributes
        try key.put(into: &attributes)
        try protection.put(into: &attributes)
        try requirements.put(into: &attributes)
        let material = try KeyMaterial(pem: SecretInput.everything(atMost: SecretInput.largestFile))
        let keychain = try place.openToStore()
        _ = try keychain.perform(
            ItemRequest(.add, itemClass: .key, attributes: attributes, object: .key(material))
        )
    }
}
