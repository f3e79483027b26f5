internal import KeychainctlKit
@_spi(Keepers) internal import PortableKeychain

/// Finds certificates and identities by the options of the verbs of `security`.
struct CertificateFinding {
    /// Part of the name.
    var name: String?
    /// An e-mail address in the certificate.
    var emailAddress: String?
    /// The SHA-256 or the SHA-1 in hexadecimal digits.
    var fingerprint: String?

    /// The options for name and fingerprint.
    static let options: [SecurityOption] = [
        .value("c", "name", "A part of the name, ignoring case."),
        .value("Z", "hash", "The SHA-256 or SHA-1 hash in hexadecimal digits."),
    ]

    /// Reads the values of ``options``.
    init(_ call: SecurityInvocation) throws(SecurityFailure) {
        name = try call.text("c")
        fingerprint = try call.text("Z")
        guard name != nil || fingerprint != nil else { throw .usage("-c or -Z is required") }
    }

    init(name: String? = nil, emailAddress: String? = nil) {
        self.name = name
        self.emailAddress = emailAddress
    }

    /// A certificate, or an identity, with the keychain that contains it.
    struct Found {
        let certificate: X509Certificate
        let place: FoundItem

        /// The label, or the name of the certificate if it has no label.
        var label: String {
            if case .string(let label) = place.item.attributes?[.label], !label.isEmpty {
                return label
            }
            return certificate.subjectSummary ?? ""
        }
    }

    /// All that match, in the order of the keychains.
    func all(
        _ itemClass: ItemClass,
        in keychains: SearchedKeychains
    ) throws(KeychainError) -> [Found] {
        var found: [Found] = []
        for keychain in keychains.opened {
            let items = Items(keychain: keychain)
            let selection = ItemSelection(itemClass: itemClass, attributes: [:])
            // The attributes of an identity are those of its certificate, so no key is read.
            let returning: ReturnOptions =
                itemClass == .identity
                ? [.attributes, .persistentReference]
                : [.attributes, .reference, .persistentReference]
            for item in try items.find(selection, returning) {
                let certificate =
                    try item.certificate.map { der throws(KeychainError) in
                        try X509Certificate(der: der)
                    } ?? ObjectList.certificate(item)
                guard let certificate else { continue }
                let one = Found(
                    certificate: certificate,
                    place: FoundItem(item: item, items: items)
                )
                if accepts(one) { found.append(one) }
            }
        }
        return found
    }

    /// The only one of those that match.
    ///
    /// - Throws: ``SecurityFailure`` for none and for several, of which one would be deleted by chance.
    static func only(_ found: [Found]) throws(SecurityFailure) -> Found {
        guard let one = found.first else { throw SecurityFailure(1, "none matches") }
        guard found.count == 1 else {
            throw SecurityFailure(1, "\(found.count) match; use -Z with the hash of one")
        }
        return one
    }

    private func accepts(_ found: Found) -> Bool {
        if let name {
            let names = [found.label, found.certificate.commonName ?? ""]
            guard names.contains(where: { $0.lowercased().contains(name.lowercased()) }) else {
                return false
            }
        }
        if let emailAddress {
            let addresses = found.certificate.emailAddresses.map { $0.lowercased() }
            guard addresses.contains(emailAddress.lowercased()) else { return false }
        }
        guard let fingerprint else { return true }
        let digits = fingerprint.uppercased().filter { $0 != ":" && $0 != " " }
        return [found.certificate.sha256Digits, found.certificate.sha1Digits].contains(digits)
    }
}

extension X509Certificate {
    /// The SHA-256 hash in upper-case digits.
    var sha256Digits: String { BufferForm.digits(sha256Fingerprint, "0123456789ABCDEF") }
    /// The SHA-1 hash in upper-case digits.
    var sha1Digits: String { BufferForm.digits(sha1Fingerprint, "0123456789ABCDEF") }
}
