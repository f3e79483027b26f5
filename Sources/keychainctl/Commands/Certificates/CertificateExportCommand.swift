internal import ArgumentParser
internal import KeychainctlKit
internal import PortableKeychain

/// `keychainctl certificate export`.
struct CertificateExportCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "export",
        abstract: "Print certificates as PEM.",
        discussion: "Prints all matching certificates, in the order in which they were stored."
    )

    @OptionGroup var object: ObjectOptions
    @OptionGroup var place: KeychainOptions

    func run() throws {
        let selection = ItemSelection(itemClass: .certificate, attributes: object.attributes)
        let found = try Items(keychain: place.open()).find(selection, .reference)
        guard !found.isEmpty else { throw KeychainError(.itemNotFound) }
        for item in found {
            guard let certificate = ObjectList.certificate(item) else {
                throw KeychainError(.undecodable, reason: "The payload is not a valid certificate.")
            }
            SecretOutput.write(certificate.pem)
        }
    }
}
