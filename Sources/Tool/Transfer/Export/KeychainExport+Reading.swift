package import ForeignFormats
internal import KeychainPasskeys
internal import KeychainctlKit
internal import KeychainEssentials
@_spi(Keepers) internal import PortableKeychain
package import SafeText

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
