@_spi(Keepers) package import PortableKeychain
internal import SafeText

/// The output of keys, certificates and identities: tables, lines and JSON.
package enum ObjectList {
    /// The kind of listed objects, which determines the columns.
    package enum Kind {
        case keys
        case certificates
        case identities
    }

    /// Shows items as a table, as lines, or as JSON.
    package static func show(_ items: [ItemAnswer.Item], as kind: Kind, json: Bool) {
        if json {
            Terminal.json(.array(items.map { .object(self.json($0, kind)) }))
        } else if items.isEmpty {
            if Terminal.isInteractive { Terminal.say("None.") }
        } else {
            Terminal.table(header: header(kind), items.map { row($0, kind) })
        }
    }

    /// The attributes that differ from their defaults, by their names.
    package static func lines(_ item: ItemAnswer.Item) -> [(String, String)] {
        AttributeName.named(item.attributes ?? [:], AttributeName.objects).map {
            ($0.name, $0.form.text($1))
        }
    }

    private static func header(_ kind: Kind) -> [String] {
        switch kind {
        case .keys: ["HALF", "TYPE", "SIZE", "TAG", "LABEL", "GROUP"]
        case .certificates, .identities: ["LABEL", "ISSUER", "SERIAL", "VALID UNTIL", "GROUP"]
        }
    }

    private static func row(_ item: ItemAnswer.Item, _ kind: Kind) -> [String] {
        switch kind {
        case .keys:
            [
                text(.keyClass, item), text(.type, item) + (isInToken(item) ? " in token" : ""),
            ] + [.keySizeInBits, .applicationTag, .label, .accessGroup].map { text($0, item) }
        case .certificates, .identities:
            [
                text(.label, item), certificate(item)?.issuerSummary ?? "",
                text(.serialNumber, item),
                certificate(item).map { AttributeForm.date.text(.date($0.validity.notAfter)) }
                    ?? "",
                text(.accessGroup, item),
            ]
        }
    }

    private static func json(_ item: ItemAnswer.Item, _ kind: Kind) -> [(String, JSON)] {
        AttributeName.named(item.attributes ?? [:], AttributeName.objects).map {
            ($0.name, $0.form.json($1))
        }
    }

    private static func isInToken(_ item: ItemAnswer.Item) -> Bool {
        KeyItem(attributes: item.attributes ?? [:]).tokenID != nil
    }

    /// The certificate of an item.
    package static func certificate(_ item: ItemAnswer.Item) -> X509Certificate? {
        switch item.object {
        case .certificate(let certificate), .identity(let certificate, _): certificate
        default: nil
        }
    }

    private static func text(_ key: AttributeKey, _ item: ItemAnswer.Item) -> String {
        guard let value = item.attributes?[key],
            let name = AttributeName.objects.first(where: { $0.key == key })
        else { return "" }
        return name.form.text(value)
    }
}

extension Items {
    /// Deletes keys, certificates or identities; asks for confirmation if several match.
    package func deleteObjects(_ selection: ItemSelection, called name: String, yes: Bool) throws {
        guard !selection.isUnconditional else {
            throw Failure(.usage, "no \(name) are selected", advice: "use options; see --help")
        }
        if !yes {
            let found = try find(selection, .persistentReference).count
            guard try found < 2 || Terminal.confirm("Delete \(found) \(name)?") else {
                throw Failure(.declined, "nothing was deleted", advice: "select fewer \(name)")
            }
        }
        let count = try delete(selection)
        guard count > 0 else { throw KeychainError(.itemNotFound) }
        if count > 1 { Terminal.say("\(count) \(name) deleted.") }
    }
}
