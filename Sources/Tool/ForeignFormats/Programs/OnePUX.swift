package import PortableKeychain
internal import SafeText

/// 1Password's export 1PUX: an archive with `export.data`, which is JSON
/// (support.1password.com/1pux-format).
package enum OnePUX {
    /// The entries of an export.
    ///
    /// - Throws: ``FormatProblem`` for other archives.
    package static func store(
        _ file: SecretBytes,
        _ rules: ReadingRules = ReadingRules()
    ) throws(FormatProblem) -> ForeignStore {
        let archive = try ZipArchive(file)
        let tree = try JSONTree(file: archive.file("export.data"))
        guard case .list(let accounts) = tree["accounts"] else {
            throw FormatProblem("export.data in the archive is not a 1PUX export")
        }
        var store = ForeignStore(leavingOutBad: rules.leavesOutBad)
        var files = OnePUXFiles(archive)
        for vault in accounts.flatMap({ $0["vaults"].elements }) {
            let name = vault["attrs"]["name"].string
            // Early exports wrap each item in an additional object.
            for (index, element) in vault["items"].elements.enumerated() {
                let item = element["item"].isNull ? element : element["item"]
                try store.append(
                    at: "item \(index + 1) of the vault '\(name)'",
                    titled: item["overview"]["title"].string
                ) { () throws(FormatProblem) in try entry(item, name, &files) }
            }
        }
        store.remarks += files.remarks
        return store
    }

    private static func entry(
        _ item: JSONTree,
        _ vault: String,
        _ files: inout OnePUXFiles
    ) throws(FormatProblem) -> ForeignEntry {
        var entry = ForeignEntry()
        let (details, overview) = (item["details"], item["overview"])
        entry.title = overview["title"].string
        entry.notes = details["notesPlain"].secret
        entry.password = details["password"].secret
        try entry.addAddress(overview["url"].string)
        for url in overview["urls"].elements { try entry.addAddress(url["url"].string) }
        entry.setFolder(vault)
        for tag in overview["tags"].elements { entry.addTag(tag.string) }
        for field in details["loginFields"].elements {
            let value = field["value"]
            switch field["designation"].string {
            case "username" where entry.account.isEmpty: entry.account = value.string
            case "password" where entry.password.count == 0: entry.password = value.secret
            default:
                // The stored buttons of a web form say nothing.
                let type = field["fieldType"].string
                guard !["B", "C", "R", "I"].contains(type) else { continue }
                let name = field["name"].string
                entry.addField(
                    name.isEmpty ? field["id"].string : name,
                    value.secret,
                    // Texts, mail addresses, numbers, addresses and telephone numbers.
                    isSecret: !["T", "E", "N", "U", "TEL"].contains(type)
                )
            }
        }
        for section in details["sections"].elements {
            let title = section["title"].string
            for field in section["fields"].elements {
                let file = field["value"]["file"]
                if file.isNull {
                    try entry.add(field, in: title)
                } else {
                    try entry.attach(file, from: &files)
                }
            }
        }
        // A document is an item that is a file.
        if !details["documentAttributes"].isNull {
            try entry.attach(details["documentAttributes"], from: &files)
        }
        for old in details["passwordHistory"].elements {
            entry.addSecret("former password", old["value"].secret)
        }
        entry.created = ForeignDate.parse(item["createdAt"].string, .seconds)
        entry.kind = kinds[item["categoryUuid"].string] ?? ""
        if item["state"].string == "archived" { entry.addDetail("State", "archived") }
        return entry
    }

    private static let kinds = [
        "002": "payment card", "003": "secure note", "004": "identity", "005": "",
        "006": "document", "100": "software license", "101": "bank account", "102": "database",
        "103": "driver license", "106": "passport", "107": "membership", "109": "wireless router",
        "110": "server", "111": "email account", "112": "API credential", "114": "SSH key",
    ]
}

extension ForeignEntry {
    /// The types of fields that the program shows openly; all others are secrets, also those of later
    /// versions.
    private static let open: Set<String> = [
        "string", "email", "url", "phone", "date", "monthYear", "menu", "gender", "address",
        "creditCardType", "reference",
    ]

    /// Adds an attached file, which is described by its identifier and its name.
    fileprivate mutating func attach(
        _ file: JSONTree,
        from files: inout OnePUXFiles
    ) throws(FormatProblem) {
        guard let content = try files.content(of: file["documentId"].string) else { return }
        addSecret(file["fileName"].string, content, kind: Self.attachedFile)
    }

    /// Adds a field of a section, of any type; one-time passwords have a separate type.
    fileprivate mutating func add(
        _ field: JSONTree,
        in section: String
    ) throws(FormatProblem) {
        let title = field["title"].string
        let parts = [section, title.isEmpty ? field["id"].string : title].filter { !$0.isEmpty }
        // Each field repeats the title of its section, and each part of its value repeats both.
        guard parts.reduce(0, { $0 + $1.utf8.count }) <= FormatLimits.path else {
            throw FormatProblem(
                "the titles of a section and its field have more than \(FormatLimits.path) bytes"
            )
        }
        let name = parts.joined(separator: " ")
        guard case .object(let types) = field["value"] else { return }
        for (type, value) in types.inOrderOfKeys() {
            if type == "totp" {
                addSecret(Self.oneTimePassword, value.secret)
            } else {
                // Most types contain one text; some, such as addresses, contain several.
                for leaf in try value.boundedLeaves() {
                    let path = leaf.name.isEmpty ? name : "\(name) \(leaf.name)"
                    addField(path, leaf.value.secret, isSecret: !Self.open.contains(type))
                }
            }
        }
    }
}
