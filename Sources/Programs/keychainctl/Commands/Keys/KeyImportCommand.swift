internal import ArgumentParser
internal import KeychainctlKit
@_spi(Keepers) internal import PortableKeychain
internal import SSHAgent
internal import KeychainEssentials

/// `keychainctl key import`.
struct KeyImportCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "import",
        abstract: "Import an existing key.",
        discussion: """
            Reads a private or public key from standard input: PEM (PKCS#8, PKCS#1, SEC 1 or \
            SubjectPublicKeyInfo), or the format of ssh-keygen, without a passphrase. The file \
            is not deleted: delete it yourself if the key should be only in the keychain. With \
            --pair, the public key of a private key is also stored. --require applies only to \
            the private key. Keys in the format of ssh-keygen are marked for ssh (see 'key ssh'); \
            others need --ssh for that.

            EXAMPLES
              keychainctl key import --tag com.example.old < private.pem
              keychainctl key import --label laptop < ~/.ssh/id_ed25519
            """
    )

    @Flag(help: "Also store the public key.") var pair = false
    @OptionGroup var key: KeyOptions
    @OptionGroup var object: ObjectOptions
    @OptionGroup var protection: AccessibleOption
    @OptionGroup var requirements: RequirementOptions
    @OptionGroup var uses: SSHUseOptions
    @OptionGroup var place: KeychainOptions

    func run() throws {
        var attributes = object.attributes
        try key.put(into: &attributes)
        try protection.put(into: &attributes)
        let text = try SecretInput.everything(atMost: SecretInput.largestFile)
        let isOpenSSH = OpenSSHKeyFile.isOne(text)
        uses.put(into: &attributes, isForSSH: isOpenSSH)
        let publicAttributes = attributes
        try requirements.put(into: &attributes)
        let material = isOpenSSH ? try Self.openSSHKey(text) : try KeyMaterial(pem: text)
        let keychain = try place.openToStore()
        let halves = pair ? [(material.publicKey, publicAttributes)] : []
        do throws(KeychainError) {
            _ = try keychain.performTogether(
                (halves + [(material, attributes)]).map {
                    ItemRequest(.add, itemClass: .key, attributes: $1, object: .key($0))
                }
            )
        } catch {
            guard error.code == .duplicateItem else { throw error }
            throw Self.presence(of: material, attributes, in: keychain, error)
        }
        Items(keychain: keychain).tellKeysWithoutSSH(new: material, attributes)
    }

    /// The failure of a key that is stored already, with its name.
    private static func presence(
        of material: KeyMaterial,
        _ attributes: ItemAttributes,
        in keychain: Keychain,
        _ error: KeychainError
    ) -> Failure {
        let selection = ItemSelection(
            itemClass: .key,
            attributes: [.applicationLabel: .data(Data(material.applicationLabel))]
        )
        let found = try? Items(keychain: keychain).find(selection, .attributes, interaction: .skip)
        // The same key can be stored under other tags, too.
        let name = (found ?? []).map { ListedItem($0) }.first {
            tag(in: $0.attributes) == tag(in: attributes) && !$0.name.isEmpty
        }?.name
        return Failure(
            Failure(error).status,
            "the key is stored already" + (name.map { " as '\($0)'" } ?? ""),
            advice: (name == nil ? "" : "use it under this name, or ")
                + "use another --tag to store it a second time"
        )
    }

    /// The tag of a key; empty if it has none.
    private static func tag(in attributes: ItemAttributes) -> [UInt8] {
        switch attributes[.applicationTag] {
        case .data(let bytes): Array(bytes)
        case .string(let text): Array(text.utf8)
        default: []
        }
    }

    private static func openSSHKey(_ text: SecretBytes) throws -> KeyMaterial {
        do throws(OpenSSHKeyFile.Refusal) {
            return try OpenSSHKeyFile.key(text)
        } catch .encrypted {
            throw Failure(
                .severalItems,
                "the key has a passphrase",
                advice: "remove the passphrase from a copy: ssh-keygen -p -N '' -f copy"
            )
        } catch .unsupported {
            throw Failure(
                .severalItems,
                "a key of this type is not supported",
                advice: "use a key that is RSA, ECDSA or Ed25519, and not in a security key"
            )
        } catch {
            throw KeychainError(
                .undecodable,
                reason: "The input is not a key of a supported format."
            )
        }
    }
}
