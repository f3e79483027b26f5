internal import KeychainctlKit
@_spi(Keepers) package import PortableKeychain
package import SafeText

/// Writes and reads this tool's own JSON (Specification/export-format.md).
package enum KeychainExport {
    static let name = "keychain-export"

    /// Whether JSON has this format.
    package static func isOne(_ tree: JSONTree) -> Bool { tree["format"].string == name }

    /// The file of an export.
    ///
    /// - Throws: ``KeychainError`` if a key cannot be converted to PEM.
    package static func file(_ items: [BackupItem]) throws -> SecretBytes {
        var parts = Parts()
        return try SecretText.joined([.secret(parts.text(of: items)), .secret(parts.end)])
    }

    /// The file of an export part by part: the texts of its items, and then its end.
    package struct Parts {
        private var isEmpty = true
        private static let start =
            "{\n  \"format\": \"\(name)\",\n  \"version\": 1,\n  \"items\": ["

        /// Begins a file.
        package init() {}

        /// The text of further items.
        ///
        /// - Throws: ``KeychainError`` if a key cannot be converted to PEM.
        package mutating func text(of items: [BackupItem]) throws -> SecretBytes {
            var writer = SecretWriter(capacity: 1 << 16)
            for item in items {
                writer.append(isEmpty ? Self.start : ",")
                writer.append("\n    ")
                try json(item).write(to: &writer, indent: "    ")
                isEmpty = false
            }
            return writer.secret
        }

        /// The end of the file.
        package var end: SecretBytes {
            SecretBytes(utf8: (isEmpty ? Self.start : "\n  ") + "]\n}\n")
        }
    }

    private static func json(_ item: BackupItem) throws -> JSON {
        let secret = item.secret ?? SecretBytes([])
        switch item.itemClass {
        case .certificate:
            let certificate = try X509Certificate(der: secret.withUnsafeBytes { Array($0) })
            return object(
                "certificate",
                item,
                AttributeName.objects,
                [
                    ("pem", .string(certificate.pem))
                ]
            )
        case .key:
            guard let key = key(item) else {
                throw KeychainError(.undecodable, reason: "The payload is not a valid key.")
            }
            let pem = try key.pem()
            return object(
                "key",
                item,
                AttributeName.objects,
                [
                    ("pem", .secret(pem))
                ]
            )
        default:
            let name = item.itemClass == .internetPassword ? "internet" : "generic"
            let value: (String, JSON) =
                if SecretText.isText(secret) {
                    ("secret", .secret(secret))
                } else {
                    ("secret-base64", .secret(Base64.encoded(secret)))
                }
            return object(name, item, AttributeName.all, [value])
        }
    }

    private static func object(
        _ className: String,
        _ item: BackupItem,
        _ names: [AttributeName],
        _ secret: [(String, JSON)]
    ) -> JSON {
        .object(
            [("class", .string(className))]
                + AttributeName.named(item.attributes, names).map {
                    ($0.name, $0.form.json($1))
                } + secret
        )
    }

    static func key(_ item: BackupItem) -> KeyMaterial? {
        guard case .number(let type) = item.attributes[.type],
            case .number(let half) = item.attributes[.keyClass],
            let half = KeyClass(rawValue: String(half)), let secret = item.secret
        else { return nil }
        return try? KeyMaterial(
            externalRepresentation: secret,
            type: KeyType(rawValue: String(type)),
            keyClass: half
        )
    }
}
