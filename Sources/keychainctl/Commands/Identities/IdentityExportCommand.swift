internal import ArgumentParser
internal import KeychainctlKit
internal import PortableKeychain

/// `keychainctl identity export`.
struct IdentityExportCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "export",
        abstract: "Print a certificate with its private key as a PKCS#12 file.",
        discussion: """
            The passphrase of the file is prompted for twice on a terminal; otherwise it is read \
            from a line of standard input. Keys and certificates are encrypted with AES-256.

            EXAMPLES
              keychainctl identity export --label "Me" > me.p12
            """
    )

    @OptionGroup var object: ObjectOptions
    @OptionGroup var place: KeychainOptions

    func run() throws {
        let selection = ItemSelection(itemClass: .identity, attributes: object.attributes)
        let items = Items(keychain: try place.open())
        // As in 'delete': a locked identity is not found.
        try items.keychain.requireUnlocked()
        let found = try items.only(selection, [.attributes, .reference])
        guard case .identity(let certificate, let key) = found.object else {
            throw KeychainError(.undecodable, reason: "The item is not an identity.")
        }
        var source = try PasscodeSource("passphrase")
        let file = try PKCS12.encode(
            certificate: certificate,
            privateKey: key,
            chain: [],
            friendlyName: certificate.subjectSummary,
            passphrase: source.new()
        )
        guard !Terminal.isInteractive else {
            throw Failure(
                .usage,
                "a PKCS#12 file cannot be printed on a terminal",
                advice: "redirect the output to a file"
            )
        }
        SecretOutput.write(SecretBytes(file))
    }
}
