internal import ArgumentParser
internal import KeychainctlKit
@_spi(Keepers) internal import PortableKeychain

/// The device that holds the keys, which never leave it.
enum TokenName: String, CaseIterable, ExpressibleByArgument {
    /// The machine's TPM 2.0.
    case tpm
}

/// `keychainctl key generate`.
struct KeyGenerateCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "generate",
        abstract: "Create and store a private key, and print its public key.",
        discussion: """
            The public key is printed as PEM (SubjectPublicKeyInfo). With --pair, it is also \
            stored in the keychain: either both keys are stored, or none. --require applies only \
            to the private key.

            With --token, the machine's security chip makes the key (ec, 256 bits), which never \
            leaves it: the keychain on another machine cannot use it, it is in no backup, and it \
            is lost when the chip is cleared. Where there is no such chip, no key is made.

            EXAMPLES
              keychainctl key generate --tag com.example.deploy > public.pem
              keychainctl key generate --type rsa --size 4096 --label "Signing" --pair
              keychainctl key generate --type ed25519 --label laptop --ssh
              keychainctl key generate --token tpm --label laptop --ssh --require presence
            """
    )

    @Option(
        help: ArgumentHelp(
            KeyTypeName.allCases.map(\.rawValue).joined(separator: ", ") + ".",
            valueName: "type"
        )
    )
    var type = KeyTypeName.ec
    @Option(
        help: """
            The size in bits: 2048 to 8192 for rsa; 256, 384 or 521 for ec. For ml-kem, 768 or \
            1024; for ml-dsa, 65 or 87. Default: a recommended size.
            """
    )
    var size: Int?
    @Option(help: "Make the key in this machine's security chip: tpm.")
    var token: TokenName?
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
        uses.put(into: &attributes)
        let publicAttributes = attributes
        try requirements.put(into: &attributes)
        let kind = try KeySpecification(type: type.type, sizeInBits: size ?? type.usualSize)
        let (keychain, made) = try place.choice.openToStore { present in
            // A token that makes none leaves no new keychain: the one in memory has the same token.
            try token == nil
                ? KeyMaterial.generate(kind)
                : (present ?? .inMemory(.tool)).makeTokenKey(kind)
        }
        let halves = pair ? [(made.publicKey, publicAttributes)] : []
        _ = try keychain.performTogether(
            (halves + [(made, attributes)]).map {
                ItemRequest(.add, itemClass: .key, attributes: $1, object: .key($0))
            }
        )
        SecretOutput.write(try made.publicKey.pem())
        Items(keychain: keychain).tellKeysWithoutSSH(new: made, attributes)
    }
}
