internal import ArgumentParser
internal import KeychainctlKit
internal import PortableKeychain
internal import Transfer

/// `keychainctl inject`.
struct InjectCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "inject",
        abstract: "Fill secrets into a template.",
        discussion: """
            Copies a text from standard input to standard output, with secrets in place of \
            references such as {{ keychain:service/account }}; 'keychainctl help run' lists all \
            forms. Everything else stays as it is, byte for byte. If a secret is missing \
            (status 44) or cannot be read, nothing is written.

            EXAMPLES
              keychainctl inject < config.yaml.template | kubectl apply -f -
              keychainctl inject --output ~/.npmrc < npmrc.template
            """
    )

    @Option(
        help: ArgumentHelp(
            "Write to this new file, which only you can read.",
            valueName: "file"
        ),
        completion: .file()
    )
    var output: String?

    @OptionGroup var place: KeychainOptions

    /// The largest template, in bytes; for comparison, an etcd object has 1.5 megabytes at most.
    private static let limit = 64 << 20

    func run() throws {
        let template = try SecretTemplate(SecretInput.everything(atMost: Self.limit))
        let text = try template.filled(from: Items(keychain: place.open()))
        if let output {
            try NewFile.write(text, to: output)
        } else {
            SecretOutput.write(text)
        }
    }
}
