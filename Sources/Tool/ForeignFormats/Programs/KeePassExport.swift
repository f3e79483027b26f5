package import PortableKeychain
internal import SafeText

/// KeePass's XML export, which KeePassXC also writes.
package enum KeePassExport {
    /// The entries of an export, without their history and without the recycle bin.
    ///
    /// - Throws: ``FormatProblem`` for other XML, and for values that are still encrypted.
    package static func store(
        _ file: SecretBytes,
        _ rules: ReadingRules = ReadingRules()
    ) throws(FormatProblem) -> ForeignStore {
        try store(file, rules, revealing: nil, files: nil)
    }

    /// The entries of the XML in a database, in which protected values are encrypted a second time.
    ///
    /// - Parameters:
    ///   - file: The XML.
    ///   - rules: The user's choices about the entries.
    ///   - texts: The encryption of those values; `nil` if they are not encrypted.
    ///   - files: The attached files; `nil` if they are in the XML.
    ///   - header: The hash of the database's header, which the XML of KDBX 3.1 repeats.
    /// - Returns: The entries.
    /// - Throws: ``FormatProblem`` for other XML, and for a header that was changed.
    static func store(
        _ file: SecretBytes,
        _ rules: ReadingRules,
        revealing texts: ProtectedTexts?,
        files: KeePassFiles?,
        header: SecretBytes? = nil
    ) throws(FormatProblem) -> ForeignStore {
        // Former versions of entries are only counted.
        let document = try XMLTree(document: file, outlining: "History", revealing: texts)
        guard document.name == "KeePassFile", let root = document["Root"] else {
            throw FormatProblem("the XML is not an export of KeePass")
        }
        if let header, let repeated = document["Meta"]?["HeaderHash"]?.text, repeated.count > 0 {
            guard Base64.decoded(repeated)?.matches(header) == true else {
                throw FormatProblem("the database is damaged: its header was changed")
            }
        }
        var walk = Walk(
            bin: document["Meta"]?["RecycleBinUUID"]?.string ?? "",
            store: ForeignStore(leavingOutBad: rules.leavesOutBad),
            files: files ?? KeePassFiles(document["Meta"]?["Binaries"], areRevealed: texts != nil)
        )
        // The outermost group is the database itself, so its name is not a folder.
        for group in root.all("Group") { try walk.visit(group, folder: "") }
        var store = walk.store
        if walk.discarded > 0 {
            store.remarks.append(
                counted(walk.discarded, "entry", "entries")
                    + " in the recycle bin left out."
            )
        }
        if walk.former > 0 {
            store.remarks.append("\(walk.former) former versions of entries are not imported.")
        }
        if walk.files.omitted > 0 {
            store.remarks.append(
                counted(walk.files.omitted, "attached file is", "attached files are")
                    + " too large and not imported: save them in KeePass."
            )
        }
        if walk.files.missing > 0 {
            store.remarks.append(
                counted(walk.files.missing, "attached file is", "attached files are")
                    + " not in the file and not imported: save them in KeePass."
            )
        }
        return store
    }

    /// Collects the entries of all groups.
    private struct Walk {
        let bin: String
        var store: ForeignStore
        /// The number of the entry that is read.
        var number = 0
        var discarded = 0
        var former = 0
        var files: KeePassFiles

        mutating func visit(_ group: XMLTree, folder: String) throws(FormatProblem) {
            // Without a recycle bin, its identifier is zero, which no group has.
            if !bin.isEmpty, group["UUID"]?.string == bin {
                discarded += Self.count(group)
                return
            }
            for element in group.all("Entry") {
                former += element["History"]?.all("Entry").count ?? 0
                number += 1
                let title = element.all("String").first { $0["Key"]?.string == "Title" }
                try store.append(at: "entry \(number)", titled: title?["Value"]?.string ?? "") {
                    () throws(FormatProblem) in
                    try KeePassExport.entry(element, folder, &files)
                }
            }
            for inner in group.all("Group") {
                let name = inner["Name"]?.string ?? ""
                let path = [folder, name].filter { !$0.isEmpty }.joined(separator: "/")
                guard path.utf8.count <= FormatLimits.path else {
                    throw FormatProblem(
                        "the joined names of folders have more than \(FormatLimits.path) bytes"
                    )
                }
                try visit(inner, folder: path)
            }
        }

        private static func count(_ group: XMLTree) -> Int {
            group.all("Entry").count + group.all("Group").reduce(0) { $0 + count($1) }
        }
    }

    private static func entry(
        _ element: XMLTree,
        _ folder: String,
        _ files: inout KeePassFiles
    ) throws(FormatProblem) -> ForeignEntry {
        var entry = ForeignEntry()
        var fields: [(name: String, value: SecretBytes, isHidden: Bool)] = []
        var passkey = KeePassPasskey()
        var own = OwnTexts()
        for string in element.all("String") {
            let key = string["Key"]?.string ?? ""
            let value = string["Value"]?.text ?? SecretBytes([])
            let isEncrypted = has(ProtectedTexts.mark, string["Value"])
            guard !isEncrypted || value.count == 0 else {
                throw FormatProblem(
                    "the values in the XML are encrypted",
                    advice: "export it again as 'KeePass XML (2.x)', unencrypted"
                )
            }
            guard SecretText.isText(value) else {
                throw FormatProblem("the field '\(key.prefix(80))' is not text")
            }
            switch key {
            case KeePassName.title: entry.title = string["Value"]?.string ?? ""
            case KeePassName.account: entry.account = string["Value"]?.string ?? ""
            case KeePassName.password: entry.password = value
            case KeePassName.address: try entry.addAddress(string["Value"]?.string ?? "")
            case KeePassName.notes: entry.notes = value
            case _ where passkey.take(key, value) || own.take(key, value): break
            default: fields.append((key, value, has(ProtectedTexts.replacement, string["Value"])))
            }
        }
        // Of the addresses, the program's own is the first, wherever it stands.
        for (name, value, isHidden) in fields {
            if KeePassName.oneTimeCodes.contains(name) {
                let secret = own[.oneTimeSecret] == nil ? nil : KeePassCode.secret(of: value)
                entry.addSecret(ForeignEntry.oneTimePassword, secret ?? value)
            } else if name.hasPrefix(KeePassName.otherAddress) {
                try entry.addAddress(SecretText.copy(value) ?? "")
            } else {
                let isSecret = isHidden || name.contains(KeePassName.otherSeed)
                entry.addField(name, value, isSecret: isSecret)
            }
        }
        own.complete(&entry)
        if var parts = passkey.parts {
            parts.displayName = own[.displayName] ?? ""
            parts.created = own[.passkeyCreated].flatMap { ForeignDate.parse($0, .text) }
            entry.addPasskey(parts)
        }
        entry.setFolder(folder)
        let mark = passkey.isPresent ? KeePassPasskey.tag : nil
        entry.addTags(element["Tags"]?.string ?? "", besides: mark)
        for file in element.all("Binary") {
            guard let content = try files.content(of: file["Value"]) else { continue }
            let name = file["Key"]?.string ?? ""
            entry.addSecret(name, content, kind: ForeignEntry.attachedFile)
        }
        let times = element["Times"]
        entry.created = ForeignDate.parse(times?["CreationTime"]?.string ?? "", .keePass)
        if ProtectedTexts.isTrue(times?["Expires"]?.string) {
            entry.addDetail("Expires", ForeignDate.text(times?["ExpiryTime"]?.string ?? ""))
        }
        return entry
    }

    /// Whether an element has an attribute that is true.
    private static func has(_ attribute: String, _ element: XMLTree?) -> Bool {
        ProtectedTexts.isTrue(element?.attributes[attribute])
    }
}
