internal import ArgumentParser
internal import KeychainctlKit
internal import PortableKeychain
internal import SSHAgent

/// `keychainctl key import`.
struct KeyImportCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "import",
        abstract: "Keep a key that exists already.",
        discussion: """
            Reads a private or public key from standard input: PEM (PKCS#8, PKCS#1, SEC 1 or \
            SubjectPublicKeyInfo), or what ssh-keygen writes, without a passphrase. The file it \
            came from stays as it is: delete it when the key should be in the keychain alone. \
            With --pair the public half of a private key is kept too, and what --require names \
            is asked for the private half alone.

            EXAMPLES
              keychainctl key import --tag com.example.old < private.pem
              keychainctl key import --label laptop < ~/.ssh/id_ed25519
            """
    )

    @Flag(help: "Keep the public half too.") var pair = false
    @OptionGroup var key: KeyOptions
    @OptionGroup var object: ObjectOptions
    @OptionGroup var protection: AccessibleOption
    @OptionGroup var requirements: RequirementOptions
    @OptionGroup var place: KeychainOptions

    func run() throws {
        var attributes = object.attributes
        try key.put(into: &attributes)
        try protection.put(into: &attributes)
        let publicAttributes = attributes
        try requirements.put(into: &attributes)
        let text = try SecretInput.everything(atMost: SecretInput.largestFile)
        let material =
            OpenSSHKeyFile.isOne(text)
            ? try Self.openSSHKey(text) : try KeyMaterial(pem: text)
        let keychain = try place.openToStore()
        let halves = pair ? [(material.publicKey, publicAttributes)] : []
        _ = try keychain.performTogether(
            (halves + [(material, attributes)]).map {
                ItemRequest(.add, itemClass: .key, attributes: $1, object: .key($0))
            }
        )
    }

    private static func openSSHKey(_ text: SecretBytes) throws -> KeyMaterial {
        do throws(OpenSSHKeyFile.Refusal) {
            return try OpenSSHKeyFile.key(text)
        } catch .unsupported {
            throw Failure(
                .severalItems,
                "the key has a passphrase, or is of a type that keychains do not hold",
                advice: "take the passphrase off a copy: ssh-keygen -p -N '' -f copy"
            )
        } catch {
            throw KeychainError(.undecodable, reason: "This is no key of a known form.")
        }
    }
}
