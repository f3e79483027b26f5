internal import ForeignFormats
internal import KeychainctlKit
@_spi(Keepers) internal import PortableKeychain
internal import SafeText

extension SecurityVerb {
    /// The verbs about keys, certificates and identities.
    static let objects: [SecurityVerb] = [
        findKey, partitionList("key", keyOptions), findCertificate, findIdentity,
        deleteObject("delete-certificate", .certificate),
        deleteObject("delete-identity", .identity),
        .notHere("set-identity-preference", preferences),
        .notHere("get-identity-preference", preferences),
        .notHere("create-db", "use 'create-keychain' to create a keychain"),
    ]

    private static let preferences = "programs choose their identities themselves here"

    private static let findCertificate = SecurityVerb(
        name: "find-certificate",
        summary: "Show the first matching certificate, or all.",
        options: [
            .flag("a", "Show all matching certificates."),
            .value("c", "name", "A part of the name, ignoring case."),
            .value("e", "address", "The e-mail address in the certificate."),
            .flag("m", "Show the e-mail addresses in the certificate."),
            .flag("p", "Print the certificate as PEM."),
            .flag("Z", "Show the SHA-256 and SHA-1 hashes."),
        ],
        operands: "[keychain...]",
        function: "SecKeychainSearchCopyNext"
    ) { call in
        let finding = CertificateFinding(
            name: try call.text("c"),
            emailAddress: try call.text("e")
        )
        let keychains = try SecurityKeychains.toSearch(call.operands, call)
        let found = try finding.all(.certificate, in: keychains)
        guard !found.isEmpty || call.has("a") else { throw keychains.absence }
        for one in call.has("a") ? found[...] : found.prefix(1) {
            var text = ""
            if call.has("Z") {
                text += "SHA-256 hash: \(one.certificate.sha256Digits)\n"
                text += "SHA-1 hash: \(one.certificate.sha1Digits)\n"
            }
            if call.has("m") {
                let addresses = one.certificate.emailAddresses.map(Escaping.escaped)
                text += "email addresses: \(addresses.joined(separator: ", "))\n"
            }
            text += call.has("p") ? one.certificate.pem : one.place.block
            Terminal.show(Shown(lines: text))
        }
    }

    /// The verb that adds certificates of files.
    static let addCertificates = SecurityVerb(
        name: "add-certificates",
        summary: "Add the certificates of files.",
        options: [.value("k", "keychain", "The keychain. Default: the default keychain.")],
        operands: "file...",
        function: "SecCertificateAddToKeychain",
        failsWithOne: true
    ) { call in
        guard !call.operands.isEmpty else { throw SecurityFailure.usage("no file is given") }
        let items = Items(keychain: try SecurityKeychains.toStore(call.word("k")))
        var isRepeated = false
        for file in call.operands {
            let content = ObjectFile(
                certificates: try X509Certificate.all(in: SecretInput.file(file.shown))
            )
            let added = try items.addMissing(objects: content.additions)
            guard added.count < Set(content.certificates).count else { continue }
            isRepeated = true
            let place = keychainName(call)
            guard !added.isEmpty else {
                call.say("\(file.shown): already in \(place)")
                continue
            }
            for line in content.report(added, in: place) { call.say("\(file.shown): \(line)") }
        }
        if isRepeated { throw SecurityFailure(1, nil) }
    }

    private static func deleteObject(_ name: String, _ itemClass: ItemClass) -> SecurityVerb {
        SecurityVerb(
            name: name,
            summary: "Delete the matching certificate or identity.",
            options: CertificateFinding.options + [
                .flag(
                    "t",
                    "Also delete its trust settings.",
                    .refused("the system stores its trusted certificates in separate files")
                )
            ],
            operands: "[keychain...]",
            function: "SecKeychainItemDelete"
        ) { call in
            let found = try CertificateFinding(call).all(
                itemClass,
                in: SecurityKeychains.toSearch(call.operands, call)
            )
            try CertificateFinding.only(found).place.delete()
        }
    }
}
