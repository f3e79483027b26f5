internal import ArgumentParser
internal import KeychainctlKit
internal import PortableKeychain
internal import SafeText

/// `keychainctl certificate show`.
struct CertificateShowCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "show",
        abstract: "Show the fields of a certificate."
    )

    @OptionGroup var object: ObjectOptions
    @OptionGroup var place: KeychainOptions
    @Flag(help: "Print a JSON object.") var json = false

    func run() throws {
        let selection = ItemSelection(itemClass: .certificate, attributes: object.attributes)
        let found = try Items(keychain: place.open()).only(selection, [.attributes, .reference])
        let said = ObjectList.certificate(found)?.lines ?? []
        let stored = ObjectList.lines(found)
        let lines = said + stored.filter { line in !said.contains { $0.0 == line.0 } }
        if json {
            Terminal.json(.object(lines.map { ($0.0, .string($0.1)) }))
        } else {
            Terminal.properties(lines)
        }
    }
}

extension X509Certificate {
    /// The fields of the certificate, with readable names.
    fileprivate var lines: [(String, String)] {
        let lines: [(String, String?)] = [
            ("subject", subjectSummary),
            ("issuer", issuerSummary),
            ("serial", ByteText.hexadecimal(serialNumber)),
            ("e-mail", emailAddresses.isEmpty ? nil : emailAddresses.joined(separator: ", ")),
            ("hosts", dnsNames.isEmpty ? nil : dnsNames.joined(separator: ", ")),
            ("valid-from", AttributeForm.date.text(.date(validity.notBefore))),
            ("valid-until", AttributeForm.date.text(.date(validity.notAfter))),
            ("key", (try? publicKey()).map(Self.text)),
        ]
        return lines.compactMap { name, text in text.map { (name, $0) } }
    }

    private static func text(_ key: KeyMaterial) -> String {
        "\(KeyTypeName.text(key.type)) \(key.sizeInBits)"
    }
}
