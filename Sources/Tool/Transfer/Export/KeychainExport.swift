package import ForeignFormats
internal import KeychainPasskeys
internal import KeychainctlKit
@_spi(Keepers) package import PortableKeychain
package import SafeText
internal import KeychainEssentials

/// Writes and reads this tool's own JSON (Specification/export-format.md).
package enum KeychainExport {
    private static let name = "keychain-export"

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

extension KeychainExport {
    /// The content of an export.
    ///
    /// - Parameters:
    ///   - tree: The export.
    ///   - rules: The user's choices about its entries.
    ///   - limit: The number of items that it may have.
    /// - Returns: The content.
    /// - Throws: ``FormatProblem`` for items that are not valid in this format, and for too many.
    package static func content(
        _ tree: JSONTree,
        _ rules: ReadingRules = ReadingRules(),
        atMost limit: Int = FormatLimits.entries
    ) throws -> ImportContent {
        guard isOne(tree) else { throw FormatProblem("the JSON is not an export of a keychain") }
        try require(version: tree["version"])
        guard case .list(let items) = tree["items"] else { throw Self.withoutItems }
        var content = ImportContent()
        guard items.count <= limit else {
            throw FormatProblem("the file has more than " + counted(limit, "item"))
        }
        try content.add(items, after: 0, rules)
        return content
    }

    /// Whether a text begins as the tool writes an export: with its format.
    static func isBeginning(_ bytes: UnsafeRawBufferPointer) -> Bool {
        var rest = bytes[(bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0)...]
        for word in ["{", "\"format\"", ":", "\"\(name)\""] {
            rest = rest.drop { [0x20, 0x09, 0x0A, 0x0D].contains($0) }
            guard rest.starts(with: word.utf8) else { return false }
            rest = rest.dropFirst(word.utf8.count)
        }
        return true
    }

    private static let withoutItems = FormatProblem("the JSON has no list of items")

    private static func require(version: JSONTree) throws(FormatProblem) {
        guard version.string == "1" else {
            throw FormatProblem(
                "a newer version of this software wrote the file",
                advice: "update keychainctl to read it"
            )
        }
    }

    /// Reads the items of an export part by part.
    struct Reader {
        private var list: JSONItems
        private let rules: ReadingRules
        private var count = 0

        init(_ file: TextFile, _ rules: ReadingRules) throws(FormatProblem) {
            list = try JSONItems(file, list: "items", keeping: ["version"])
            self.rules = rules
        }

        /// A number that tells the contents of files apart, in this process; complete at the end.
        var digest: Int { list.digest }

        /// The next items; `nil` at the end.
        ///
        /// - Throws: ``FormatProblem`` for items that are not valid in this format; at the end for
        ///   an unknown version, and if there was no list of items.
        mutating func next() throws -> ImportContent? {
            guard let items = try list.next() else {
                try KeychainExport.require(version: list.members["version"] ?? .null)
                guard list.hasList else { throw KeychainExport.withoutItems }
                return nil
            }
            var content = ImportContent()
            try content.add(items, after: count, rules)
            count += items.count
            return content
        }
    }

    fileprivate static func password(_ item: JSONTree, _ itemClass: ItemClass) throws -> NewItem {
        let attributes = try attributes(item, AttributeName.all) { key in
            let owner = AttributeName.of(key)?.itemClass
            let isDecided = [.creationDate, .modificationDate, .accessControl].contains(key)
            return (owner == nil || owner == itemClass) && !isDecided
        }
        return NewItem(
            itemClass: itemClass,
            attributes: attributes,
            secret: try secret(item),
            created: ForeignDate.parse(item["created"].string, .text)
        )
    }

    /// The secret of a password, which an export has in one of two forms.
    private static func secret(_ item: JSONTree) throws(FormatProblem) -> SecretBytes {
        switch (item["secret"], item["secret-base64"]) {
        case (.text(let text), .null), (.number(let text), .null): return text.secret
        case (.null, .text(let text)):
            guard let bytes = Base64.decoded(text.secret) else {
                throw FormatProblem("its secret-base64 is not Base64")
            }
            return bytes
        case (.null, .null): throw FormatProblem("it has no secret")
        case (_, .null): throw FormatProblem("its secret is not text")
        case (.null, _): throw FormatProblem("its secret-base64 is not text")
        default: throw FormatProblem("it has both a secret and a secret-base64")
        }
    }

    fileprivate static func attributes(
        _ item: JSONTree,
        _ names: [AttributeName],
        where isKept: (AttributeKey) -> Bool
    ) throws -> ItemAttributes {
        var attributes = ItemAttributes()
        for name in names where isKept(name.key) {
            var text = item[name.name].string
            guard !item[name.name].isNull else { continue }
            if name.form == .truth {
                switch item[name.name] {
                case .truth, .number: text = text == "true" ? "1" : "0"
                default: break
                }
            }
            guard let value = name.form.value(text) else {
                throw FormatProblem("its \(name.name) is not \(name.form.expectation)")
            }
            attributes[name.key] = value
        }
        return attributes
    }
}

extension ImportContent {
    /// Adds items of this tool's own JSON, which follow a number of others.
    fileprivate mutating func add(
        _ items: [JSONTree],
        after count: Int,
        _ rules: ReadingRules
    ) throws {
        for (index, item) in items.enumerated() {
            do {
                try add(item)
            } catch let problem as FormatProblem {
                let names = ["label", "service", "server"].map { item[$0].string }
                let title = names.first { !$0.isEmpty } ?? ""
                try omit(problem.of("item \(count + index + 1)", titled: title), rules)
            }
        }
    }

    /// Adds an item of this tool's own JSON.
    fileprivate mutating func add(_ item: JSONTree) throws {
        guard item["group"].string != AccessGroups.desktopIndex else { return }
        switch item["class"].string {
        case "generic": items.append(try KeychainExport.password(item, .genericPassword))
        case "internet": items.append(try KeychainExport.password(item, .internetPassword))
        case "key", "certificate":
            var requests = try ObjectFile(item["pem"].secret).additions
            let kept: [AttributeKey] = [
                .label, .applicationTag, .accessGroup, .accessible, .synchronizable,
            ]
            var attributes = try KeychainExport.attributes(item, AttributeName.objects) {
                kept.contains($0)
            }
            if let details = Self.details(item, attributes) { attributes[.alias] = details }
            for index in requests.indices {
                for (key, value) in attributes { requests[index].attributes[key] = value }
            }
            objects += requests
        default: throw FormatProblem("its class is unknown")
        }
    }

    /// The details of a passkey, without which its key would be one of no site (item-semantics.md §9.1).
    private static func details(
        _ item: JSONTree,
        _ attributes: ItemAttributes
    ) -> AttributeValue? {
        guard let bytes = ByteText.parse(item["alias"].string) else { return nil }
        let details = AttributeValue.data(Data(bytes))
        var passkey = attributes
        passkey[.keyClass] = .number(1)
        passkey[.alias] = details
        return PasskeyAccount(passkey) == nil ? nil : details
    }
}
