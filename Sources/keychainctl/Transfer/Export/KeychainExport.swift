internal import PortableKeychain

#if canImport(FoundationEssentials)
    internal import FoundationEssentials
#else
    internal import Foundation
#endif

/// This tool's own JSON (Specification/export-format.md), both ways.
enum KeychainExport {
    private static let name = "keychain-export"

    /// Whether JSON says that it is one.
    static func isOne(_ tree: JSONTree) -> Bool { tree["format"].string == name }

    /// The text of an export.
    ///
    /// - Throws: What making a key's PEM throws.
    static func text(_ items: [BackupItem]) throws -> String {
        let values = try items.map(json)
        return JSON.object([
            ("format", .string(name)), ("version", .number(1)), ("items", .array(values)),
        ]).text() + "\n"
    }

    private static func json(_ item: BackupItem) throws -> JSON {
        let secret = item.secret ?? SecretBytes(count: 0) { _ in }
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
                throw KeychainError(.undecodable, reason: "A key's payload is no key.")
            }
            let pem = try key.pem()
            return object(
                "key",
                item,
                AttributeName.objects,
                [
                    ("pem", .string(SecretText.copy(pem) ?? ""))
                ]
            )
        default:
            let name = item.itemClass == .internetPassword ? "internet" : "generic"
            let value: (String, JSON) =
                if let text = SecretText.copy(secret) {
                    ("secret", .string(text))
                } else {
                    (
                        "secret-base64",
                        .string(secret.withUnsafeBytes { Data($0) }.base64EncodedString())
                    )
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

    private static func key(_ item: BackupItem) -> KeyMaterial? {
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

extension KeychainExport {
    /// What an export holds.
    ///
    /// - Throws: ``TransferProblem`` for items that cannot have been exported.
    static func store(_ tree: JSONTree) throws -> ForeignStore {
        guard isOne(tree) else { throw TransferProblem("the JSON is no export of a keychain") }
        guard tree["version"].string == "1" else {
            throw TransferProblem(
                "a newer version of this software wrote the file",
                advice: "update keychainctl to read it"
            )
        }
        var store = ForeignStore()
        for item in tree["items"].elements {
            switch item["class"].string {
            case "generic": store.items.append(try password(item, .genericPassword))
            case "internet": store.items.append(try password(item, .internetPassword))
            case "key", "certificate":
                let pem = SecretBytes(utf8: item["pem"].string)
                var requests = try ImportedFile(pem).additions
                let kept: [AttributeKey] = [
                    .label, .applicationTag, .accessGroup, .accessible, .synchronizable,
                ]
                let attributes = try attributes(item, AttributeName.objects) { kept.contains($0) }
                for index in requests.indices {
                    for (key, value) in attributes { requests[index].attributes[key] = value }
                }
                store.objects += requests
            default: throw TransferProblem("an item has a class that is not known")
            }
        }
        return store
    }

    private static func password(_ item: JSONTree, _ itemClass: ItemClass) throws -> NewItem {
        let attributes = try attributes(item, AttributeName.all) { key in
            let owner = AttributeName.of(key)?.itemClass
            let isDecided = [.creationDate, .modificationDate, .accessControl].contains(key)
            return (owner == nil || owner == itemClass) && !isDecided
        }
        var secret = SecretBytes(utf8: item["secret"].string)
        if case .text(let text) = item["secret-base64"] {
            guard let data = Data(base64Encoded: text) else {
                throw TransferProblem("an item's secret-base64 is not Base64")
            }
            secret = SecretBytes(data)
        }
        return NewItem(itemClass: itemClass, attributes: attributes, secret: secret)
    }

    private static func attributes(
        _ item: JSONTree,
        _ names: [AttributeName],
        where isKept: (AttributeKey) -> Bool
    ) throws -> ItemAttributes {
        var attributes = ItemAttributes()
        for name in names where isKept(name.key) {
            var text = item[name.name].string
            guard item[name.name] != .null else { continue }
            if case .literal = item[name.name], name.form == .truth {
                text = text == "true" ? "1" : "0"
            }
            guard let value = name.form.value(text) else {
                throw TransferProblem("an item's \(name.name) is not \(name.form.expectation)")
            }
            attributes[name.key] = value
        }
        return attributes
    }
}
