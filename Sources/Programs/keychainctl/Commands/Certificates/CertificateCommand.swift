internal import ArgumentParser

/// `keychainctl certificate`.
struct CertificateCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "certificate",
        abstract: "Import, show, export, list and verify certificates.",
        discussion: """
            EXAMPLES
              keychainctl certificate import < chain.pem
              keychainctl certificate show --label example.com
              keychainctl certificate export --label example.com > certificate.pem
            """,
        subcommands: [
            CertificateImportCommand.self, CertificateShowCommand.self,
            CertificateExportCommand.self, CertificateListCommand.self,
            CertificateVerifyCommand.self, CertificateDeleteCommand.self,
        ]
    )
}
