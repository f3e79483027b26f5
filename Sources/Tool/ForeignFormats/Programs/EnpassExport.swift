internal import PortableKeychain
package import SafeText

/// Enpass's JSON export: folders, and items with a list of typed fields.
package enum EnpassExport {
    /// Whether JSON is such an export: its items have titles, and fields with types and values.
    package static func isOne(_ tree: JSONTree) -> Bool {
        guard case .list(let items) = tree["items"], !items.isEmpty else { return false }
        return items.allSatisfy { item in
            guard case .text = item["title"] else { return false }
            if case .text = item["template_type"] { return true }
            let fields = item["fields"].elements
            return !fields.isEmpty
                && fields.allSatisfy { field in
                    guard case .text = field["type"] else { return false }
                    return !field["value"].isNull
                }
        }
    }

    /// The entries of an export, without those in the trash.
    ///
    /// - Throws: ``FormatProblem`` for other JSON.
    package static func store(
        _ tree: JSONTree,
        _ rules: ReadingRules = ReadingRules()
    ) throws(FormatProblem) -> ForeignStore {
        guard isOne(tree) else { throw FormatProblem("the JSON is not an export of Enpass") }
        let folders = Folders(tree["folders"].elements)
        var store = ForeignStore(leavingOutBad: rules.leavesOutBad)
        var discarded = 0
        for (index, item) in tree["items"].elements.enumerated() {
            guard !isTrue(item["trashed"]) else {
                discarded += 1
                continue
            }
            try store.append(at: "item \(index + 1)", titled: item["title"].string) {
                () throws(FormatProblem) in try entry(item, folders)
            }
        }
        if discarded > 0 {
            store.remarks.append(counted(discarded, "item") + " in the trash left out.")
        }
        return store
    }

    /// The types of fields that the program shows openly, unless it marks one as sensitive.
    ///
    /// All others are secrets, also those of later versions.
    private static let open: Set<String> = [
        "text", "username", "email", "url", "phone", "date", "multiline", "numeric", "ccName",
        "ccExpiry", "ccValidfrom", "ccType", "ccBankname",
    ]

    /// Fields without information: headings, and those that Android remembers.
    private static let unimportant: Set<String> = ["section", ".Android#"]

    /// The kinds of items whose name says more than that they are logins.
    private static let kinds = [
        "note": "secure note", "creditcard": "payment card", "identity": "identity",
        "finance": "bank account", "license": "software license", "computer": "computer",
        "travel": "travel document",
    ]

    private static func isTrue(_ value: JSONTree) -> Bool {
        ["1", "true"].contains(value.string)
    }

    private static func entry(
        _ item: JSONTree,
        _ folders: Folders
    ) throws(FormatProblem) -> ForeignEntry {
        var entry = ForeignEntry(title: item["title"].string)
        entry.notes = item["note"].secret
        entry.created = ForeignDate.parse(item["createdAt"].string, .seconds)
        entry.kind = kinds[item["category"].string] ?? ""
        let fields = item["fields"].elements.filter { field in
            !isTrue(field["deleted"]) && !unimportant.contains(field["type"].string)
        }
        let names = fields.filter { ["username", "email"].contains($0["type"].string) }
            .sorted { $0["type"].string > $1["type"].string }
        // A mail address is the account if there is no other name of it.
        entry.account = names.map { $0["value"].string }.first { !$0.isEmpty } ?? ""
        for field in fields { try add(field, to: &entry) }
        let places = try item["folders"].elements.map { id throws(FormatProblem) in
            try folders.path(of: id.string)
        }
        // An item can be in several folders; the first is its place here.
        let known = places.filter { !$0.isEmpty }
        entry.setFolder(known.first ?? "")
        for place in known.dropFirst() { entry.addTag(place) }
        if isTrue(item["archived"]) { entry.addDetail("State", "archived") }
        for file in item["attachments"].elements {
            guard let content = Base64.decoded(file["data"].secret) else {
                throw FormatProblem("an attached file is not Base64")
            }
            entry.addSecret(file["name"].string, content, kind: ForeignEntry.attachedFile)
        }
        return entry
    }

    private static func add(
        _ field: JSONTree,
        to entry: inout ForeignEntry
    ) throws(FormatProblem) {
        let (type, label, value) = (field["type"].string, field["label"].string, field["value"])
        switch type {
        case "password" where entry.password.count == 0:
            entry.password = value.secret
        case "totp": entry.addSecret(ForeignEntry.oneTimePassword, value.secret)
        case "url": try entry.addAddress(value.string)
        case "username", "email":
            let text = value.string
            if text != entry.account { entry.addDetail(label.isEmpty ? type : label, text) }
        default:
            let isSecret = isTrue(field["sensitive"]) || !open.contains(type)
            entry.addField(label, value.secret, isSecret: isSecret)
        }
        guard type == "password" else { return }
        for old in field["history"].elements {
            entry.addSecret("former password", old["value"].secret)
        }
    }

    /// The folders of an export by their identifiers.
    private struct Folders {
        private var folders: [String: JSONTree] = [:]

        init(_ list: [JSONTree]) {
            for folder in list { folders[folder["uuid"].string] = folder }
        }

        /// The names of a folder and those around it; empty if there is no such folder.
        func path(of id: String) throws(FormatProblem) -> String {
            var names: [String] = []
            var next = folders[id]
            while let folder = next {
                names.append(folder["title"].string)
                guard names.count <= FormatLimits.depth else {
                    throw FormatProblem("the folders are nested too deeply")
                }
                next = folders[folder["parent_uuid"].string]
            }
            let path = names.reversed().filter { !$0.isEmpty }.joined(separator: "/")
            guard path.utf8.count <= FormatLimits.path else {
                throw FormatProblem(
                    "the joined names of folders have more than \(FormatLimits.path) bytes"
                )
            }
            return path
        }
    }
}
