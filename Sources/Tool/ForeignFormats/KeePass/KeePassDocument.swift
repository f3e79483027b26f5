internal import PortableKeychain
internal import SafeText

/// The XML of a database that is written, in memory that is zeroed.
struct KeePassDocument: ~Copyable {
    private var writer = SecretWriter(capacity: 1 << 16)
    private var texts: ProtectedTexts
    /// The attached files, by the numbers to which entries refer.
    private(set) var files: [SecretBytes] = []

    init(_ texts: ProtectedTexts) { self.texts = texts }

    /// The number of bytes.
    var count: Int { writer.count + files.reduce(0) { $0 + $1.count + 8 } }

    /// The document.
    var xml: SecretBytes { writer.secret }

    /// Writes the whole document.
    ///
    /// - Returns: Whether all protected texts could be encrypted.
    mutating func append(_ root: KeePassGroup) -> Bool {
        writer.append(
            """
            <?xml version="1.0" encoding="utf-8" standalone="yes"?>
            <KeePassFile><Meta><Generator>keychainctl</Generator><MemoryProtection>\
            <ProtectTitle>False</ProtectTitle><ProtectUserName>False</ProtectUserName>\
            <ProtectPassword>True</ProtectPassword><ProtectURL>False</ProtectURL>\
            <ProtectNotes>False</ProtectNotes></MemoryProtection></Meta><Root>
            """
        )
        let isWhole = group(root)
        writer.append("</Root></KeePassFile>\n")
        return isWhole
    }

    private mutating func group(_ group: KeePassGroup) -> Bool {
        writer.append("<Group>")
        identifier(group.identifier)
        element("Name", group.name)
        var isWhole = true
        for inner in group.entries { isWhole = entry(inner) && isWhole }
        for inner in group.groups { isWhole = self.group(inner) && isWhole }
        writer.append("</Group>")
        return isWhole
    }

    private mutating func entry(_ entry: KeePassEntry) -> Bool {
        writer.append("<Entry>")
        identifier(entry.identifier)
        if !entry.tags.isEmpty { element("Tags", entry.tags.joined(separator: ";")) }
        times(entry)
        var isWhole = true
        for text in entry.texts { isWhole = self.text(text) && isWhole }
        for file in entry.files {
            writer.append("<Binary>")
            element("Key", file.name)
            writer.append("<Value Ref=\"\(files.count)\"/></Binary>")
            files.append(file.content)
        }
        writer.append("</Entry>")
        return isWhole
    }

    private mutating func times(_ entry: KeePassEntry) {
        let dates = [
            ("CreationTime", entry.created), ("LastModificationTime", entry.modified),
            ("ExpiryTime", entry.expires),
        ]
        let known = dates.compactMap { name, date in
            date.flatMap(ForeignDate.keePass).map { (name, $0) }
        }
        guard !known.isEmpty else { return }
        writer.append("<Times>")
        for (name, date) in known { element(name, date) }
        element("Expires", entry.expires == nil ? "False" : "True")
        writer.append("</Times>")
    }

    private mutating func text(_ text: KeePassEntry.Text) -> Bool {
        writer.append("<String>")
        element("Key", text.name)
        if text.isProtected {
            // The order of the texts decides by which part of the cipher they are encrypted.
            guard let value = texts.conceal(text.value) else { return false }
            writer.append("<Value \(ProtectedTexts.mark)=\"True\">")
            writer.append(value)
        } else {
            writer.append("<Value>")
            XMLText.append(text.value, to: &writer)
        }
        writer.append("</Value></String>")
        return true
    }

    private mutating func identifier(_ bytes: [UInt8]) {
        writer.append("<UUID>")
        writer.append(Base64.encoded(SecretBytes(bytes)))
        writer.append("</UUID>")
    }

    private mutating func element(_ name: String, _ text: String) {
        writer.append("<\(name)>")
        XMLText.append(SecretBytes(utf8: XMLText.cleaned(text)), to: &writer)
        writer.append("</\(name)>")
    }
}
