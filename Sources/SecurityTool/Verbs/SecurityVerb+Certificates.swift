internal import KeychainctlKit
internal import PortableKeychain
internal import SafeText

extension SecurityVerb {
    /// The verbs about keys, certificates and identities.
    static let objects: [SecurityVerb] = [
        findKey, .notHere("set-key-partition-list", partitions), findCertificate, findIdentity,
        deleteObject("delete-certificate", .certificate),
        deleteObject("delete-identity", .identity),
        .notHere("set-identity-preference", preferences),
        .notHere("get-identity-preference", preferences),
        .notHere("create-db", "a keychain is no database of Apple's; 'create-keychain' makes one"),
    ]

    private static let preferences = "programs here choose their identities themselves"

    private static let findCertificate = SecurityVerb(
        name: "find-certificate",
        summary: "Show the first certificate that matches, or all.",
        options: [
            .flag("a", "Show all."),
            .value("c", "name", "Part of its name, in capital or small letters."),
            .value("e", "address", "The e-mail address in it."),
            .flag("m", "Show the e-mail addresses in it."),
            .flag("p", "Print it as PEM."),
            .flag("Z", "Show its SHA-256 and SHA-1."),
        ],
        operands: "[keychain...]",
        function: "SecKeychainSearchCopyNext"
    ) { call in
        let finding = CertificateFinding(
            name: try call.text("c"),
            emailAddress: try call.text("e")
        )
        let found = try finding.all(
            .certificate,
            in: SecurityKeychains.toSearch(call.operands)
        )
        guard !found.isEmpty || call.has("a") else { throw KeychainError(.itemNotFound) }
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
            Terminal.write(text, to: Terminal.output)
        }
    }

    /// The verb that adds certificates of files.
    static let addCertificates = SecurityVerb(
        name: "add-certificates",
        summary: "Add the certificates of files.",
        options: [.value("k", "keychain", "Where to.")],
        operands: "file...",
        function: "SecCertificateAddToKeychain",
        failsWithOne: true
    ) { call in
        guard !call.operands.isEmpty else { throw SecurityFailure.usage("nothing says which file") }
        let items = Items(keychain: try SecurityKeychains.toStore(call.word("k")))
        var isRepeated = false
        for file in call.operands {
            let certificates = try X509Certificate.all(in: SecretInput.file(file.shown))
            let added = try items.addMissing(certificates.map(ItemRequest.adding))
            guard added < certificates.count else { continue }
            isRepeated = true
            call.say("\(file.shown): already in \(call.word("k")?.shown ?? "default keychain")")
        }
        if isRepeated { throw SecurityFailure(1, nil) }
    }

    private static func deleteObject(_ name: String, _ itemClass: ItemClass) -> SecurityVerb {
        SecurityVerb(
            name: name,
            summary: "Delete the one that matches.",
            options: CertificateFinding.options + [
                .flag(
                    "t",
                    "Forget that it is trusted, too.",
                    .refused("the system keeps its trusted certificates in files of its own")
                )
            ],
            operands: "[keychain...]",
            function: "SecKeychainItemDelete"
        ) { call in
            let found = try CertificateFinding(call).all(
                itemClass,
                in: SecurityKeychains.toSearch(call.operands)
            )
            guard let one = found.first else { throw SecurityFailure(1, "none matches") }
            guard found.count == 1 else {
                throw SecurityFailure(1, "\(found.count) match; give -Z and the hash of one")
            }
            try one.place.delete()
        }
    }
}

extension ItemRequest {
    /// Adds a certificate under the name of its subject.
    static func adding(_ certificate: X509Certificate) -> ItemRequest {
        ItemRequest(.add, itemClass: .certificate, object: .certificate(certificate))
    }
}
