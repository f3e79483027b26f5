internal import ArgumentParser
internal import KeychainctlKit
@_spi(Keepers) internal import PortableKeychain
internal import SSHAgent

/// `keychainctl key export`.
struct KeyExportCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "export",
        abstract: "Print a key as PEM, or in OpenSSH's format.",
        discussion: """
            Private keys are printed as unencrypted PKCS#8, public keys (--public) as \
            SubjectPublicKeyInfo; openssl reads both. With --openssh, the public key is printed \
            as a line for authorized_keys. If several keys match, none is printed (status 65).

            EXAMPLES
              keychainctl key export --tag com.example.deploy --public > public.pem
              keychainctl key export --tag com.example.deploy | openssl req -new -key /dev/stdin
              keychainctl key export --label laptop --openssh >> ~/.ssh/authorized_keys
            """
    )

    @Flag(name: .customLong("public"), help: "Print the public key.") var isPublic = false
    @Flag(help: "Print the public key as a line for OpenSSH.") var openssh = false
    @OptionGroup var key: KeyOptions
    @OptionGroup var object: ObjectOptions
    @OptionGroup var hashed: HashOption
    @OptionGroup var place: KeychainOptions

    func run() throws {
        var attributes = object.attributes
        try key.put(into: &attributes)
        let items = Items(keychain: try place.open())
        let selection = try items.narrowed(
            ItemSelection(itemClass: .key, attributes: attributes),
            toHash: hashed.hash
        )
        try items.checkHasNoPasskeys(selection)
        guard isPublic || openssh else {
            return SecretOutput.write(try items.privateOrOnlyKey(selection).pem())
        }
        let material = try items.publicKey(selection)
        guard openssh else { return SecretOutput.write(try material.pem()) }
        guard let publicKey = SSHPublicKey(material) else {
            throw Failure(
                .usage,
                "ssh does not support keys of this type",
                advice: "omit --openssh"
            )
        }
        let comment = object.label ?? key.tag ?? ""
        let line = AgentIdentity(key: publicKey, comment: comment).line
        Terminal.line(Shown(lines: line))
    }
}

extension Items {
    /// The public half of the only key that matches; the user is not asked if one of its halves can
    /// be read without authentication.
    func publicKey(_ selection: ItemSelection) throws -> KeyMaterial {
        let found = try find(selection, .reference, interaction: .skip).compactMap { item in
            if case .key(let material) = item.object { material.publicKey } else { nil }
        }
        guard let key = found.first, found.allSatisfy({ $0 == key }) else {
            return try privateOrOnlyKey(selection).publicKey
        }
        return key
    }

    /// The only private key that matches or, if there is none, the only public one.
    ///
    /// Both keys of a pair have the same tag and label, and the private key contains the public
    /// one.
    func privateOrOnlyKey(_ selection: ItemSelection) throws -> KeyMaterial {
        var privateKeys = selection
        privateKeys.attributes[.keyClass] = .string(KeyClass.privateKey.rawValue)
        let isAmong = try !find(privateKeys, .persistentReference, limit: .one).isEmpty
        let found = try only(isAmong ? privateKeys : selection, .reference)
        guard case .key(let material) = found.object else {
            throw KeychainError(.undecodable, reason: "The payload is not a valid key.")
        }
        return material
    }
}
