internal import ArgumentParser
internal import KeychainctlKit
@_spi(Keepers) internal import PortableKeychain

/// `keychainctl certificate import`.
struct CertificateImportCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "import",
        abstract: "Import certificates.",
        discussion: """
            Reads standard input: one certificate in DER, or any number in PEM. Either all of \
            them are stored, or none. Certificates that exist already are accepted. Without \
            --label, the label is the name of the subject.

            EXAMPLES
              keychainctl certificate import < chain.pem
            """
    )

    @OptionGroup var object: ObjectOptions
    @OptionGroup var protection: AccessibleOption
    @OptionGroup var place: KeychainOptions

    func run() throws {
        var attributes = object.attributes
        try protection.put(into: &attributes)
        let input = try SecretInput.everything(atMost: SecretInput.largestFile)
        let certificates = try X509Certificate.all(in: input.withUnsafeBytes { Array($0) })
        let items = Items(keychain: try place.openToStore())
        let count = try items.addMissing(
            certificates.map {
                ItemRequest(
                    .add,
                    itemClass: .certificate,
                    attributes: attributes,
                    object: .certificate($0)
                )
            }
        )
        let present = certificates.count - count
        Terminal.say(
            "\(count) imported" + (present > 0 ? ", \(present) already present." : ".")
        )
    }
}
