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
    ///
    /// - Parameters:
    ///   - items: The items.
    ///   - kind: Their kind.
    ///   - json: Whether to print JSON.
    ///   - leavesOut: Whether there are others, which require user authentication.
    package static func show(
        _ items: [ItemAnswer.Item],
        as kind: Kind,
        json: Bool,
        leavesOut: @autoclosure () -> Bool
    ) {
        if json {
            Terminal.json(.array(items.map { .object(self.json($0, kind)) }))
        } else if items.isEmpty {
            guard Terminal.isInteractive else { return }
            Terminal.say(
                leavesOut()
                    ? "None is listed; those that require user authentication are left out."
                    : "None."
            )
        } else if Terminal.isInteractive {
            Terminal.table(
                header: header(kind) + ["HASH"],
                items.map { row($0, kind) + [shownHash($0)] }
            )
        } else {
            // Programs read these lines, which have always had these fields.
            Terminal.table(header: header(kind), items.map { row($0, kind) })
        }
    }

    /// The hash that distinguishes an item from all others of its class: of a certificate its SHA-1,
    /// as macOS's `security` prints it, of a key its application label.
    package static func shownHash(_ item: ItemAnswer.Item) -> String {
        certificate(item).map { ByteText.hexadecimal($0.sha1Fingerprint) }
            ?? text(.applicationLabel, item)
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
        } + [("hash", .string(shownHash(item)))]
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
            if found > 1 { try showCandidates(selection) }
            guard try found < 2 || Terminal.confirm("Delete \(found) \(name)?") else {
                throw Failure(.declined, "nothing was deleted", advice: "use --hash to select one")
            }
        }
        let count = try delete(selection)
        guard count > 0 else { throw Failure(noneOf: selection.itemClass) }
        if count > 1 { Terminal.say("\(count) \(name) deleted.") }
    }
}
