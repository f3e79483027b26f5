internal import ArgumentParser

/// `keychainctl key`.
struct KeyCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "key",
        abstract: "Create, import, export and list cryptographic keys.",
        discussion: """
            A key is selected by its --tag, a name that programs use, or by its --label. Private \
            keys leave the keychain only with 'export'.

            EXAMPLES
              keychainctl key generate --type ec --tag com.example.deploy > public.pem
              keychainctl key import --tag com.example.old < private.pem
              keychainctl key export --tag com.example.deploy | openssl pkey -noout -text
            """,
        subcommands: [
            KeyGenerateCommand.self, KeyImportCommand.self, KeyExportCommand.self,
            KeyListCommand.self, KeySSHCommand.self, KeyDeleteCommand.self,
        ]
    )
}
