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
              keychainctl identity export --label "Me" --chain > me.p12
            """
    )

    @OptionGroup var object: ObjectOptions
    @OptionGroup var hashed: HashOption
    @Flag(help: "Add the certificates of its issuers that the keychain holds.") var chain = false
    @OptionGroup var place: KeychainOptions

    func run() throws {
        let items = Items(keychain: try place.open())
        let (_, certificate, key) = try items.onlyIdentity(object, hashed)
        let issuers =
            chain ? try items.keychain.certificates.chain(of: certificate).dropFirst() : []
        var source = try PasscodeSource("passphrase")
        let file = try PKCS12.encode(
            certificate: certificate,
            privateKey: key,
            chain: Array(issuers),
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
