internal import KeychainctlKit
@_spi(Keepers) internal import PortableKeychain
internal import SafeText

/// The fields that `certificate show` and `identity show` print.
struct CertificateFields {
    private var lines: [(String, String)]

    /// The fields of a certificate, and the attributes of its item that say more.
    init(_ item: ItemAnswer.Item) {
        let said = ObjectList.certificate(item)?.lines ?? []
        let stored = ObjectList.lines(item)
        lines = said + stored.filter { line in !said.contains { $0.0 == line.0 } }
        lines.append(("hash", ObjectList.shownHash(item)))
    }

    /// Adds the names of issuers, the nearest first.
    mutating func add(issuers: some Sequence<X509Certificate>) {
        let names = issuers.map { $0.subjectSummary ?? "(without a name)" }
        if !names.isEmpty { lines.append(("chain", names.joined(separator: ", "))) }
    }

    func show(json: Bool) {
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
