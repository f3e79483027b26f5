internal import ArgumentParser
internal import KeychainctlKit
@_spi(Keepers) internal import PortableKeychain

/// `keychainctl certificate export`.
struct CertificateExportCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "export",
        abstract: "Print certificates as PEM.",
        discussion: """
            Prints all matching certificates, in the order in which they were stored. With --chain, \
            each is followed by the certificates of its issuers that the keychain holds, as servers \
            such as nginx read it.

            EXAMPLES
              keychainctl certificate export --label example.com --chain > fullchain.pem
            """
    )

    @OptionGroup var object: ObjectOptions
    @OptionGroup var hashed: HashOption
    @Flag(help: "Add the certificates of issuers, the nearest first.") var chain = false
    @OptionGroup var place: KeychainOptions

    func run() throws {
        let items = Items(keychain: try place.open())
        let selection = try items.narrowed(
            ItemSelection(itemClass: .certificate, attributes: object.attributes),
            toHash: hashed.hash
        )
        let found = try items.find(selection, .reference)
        guard !found.isEmpty else { throw Failure(noneOf: .certificate) }
        for item in found {
            guard let certificate = ObjectList.certificate(item) else {
                throw KeychainError(.undecodable, reason: "The payload is not a valid certificate.")
            }
            let printed =
                chain ? try items.keychain.certificates.chain(of: certificate) : [certificate]
            for certificate in printed { SecretOutput.write(certificate.pem) }
        }
    }
}
