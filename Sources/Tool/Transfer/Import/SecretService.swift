internal import ForeignFormats
internal import KeychainctlKit
internal import PortableKeychain
internal import SafeText

/// Reads gnome-keyring, or another provider of the Secret Service, with libsecret's tool.
///
/// `gdbus` lists the items over D-Bus, and `secret-tool` reads their secrets: a secret can only be
/// transferred within one D-Bus connection, which `gdbus` closes too early.
enum SecretService {
    /// The entries of all collections; the service may ask to unlock them.
    ///
    /// - Throws: ``FormatProblem`` if there is no such service, or no tool to access it.
    static func store(_ rules: ReadingRules) throws(FormatProblem) -> ForeignStore {
        let advice = "run this in a desktop session, with libsecret-tools and libglib2.0-bin"
        let paths: [String]
        do throws(FormatProblem) {
            let answer = try call(
                "/org/freedesktop/secrets",
                "org.freedesktop.Secret.Service.SearchItems",
                "{}"
            )
            paths = SecretServiceText.paths(answer)
        } catch {
            throw FormatProblem("the Secret Service is not available", advice: advice)
        }
        guard paths.count <= FormatLimits.files else {
            throw FormatProblem("the service has more than " + counted(FormatLimits.files, "item"))
        }
        var attributes: [[String: String]] = []
        for path in paths {
            attributes.append(SecretServiceText.dictionary(try property("Attributes", of: path)))
        }
        var store = ForeignStore(leavingOutBad: rules.leavesOutBad)
        for (index, path) in paths.enumerated() {
            Terminal.progress("Reading \(index + 1) of \(paths.count)")
            let own = attributes[index]
            let label = SecretServiceText.string(try property("Label", of: path))
            // A search also finds items with more attributes.
            let found = zip(paths, attributes).filter { holds($0.1, all: own) }.map(\.0)
            try store.append(at: "item \(index + 1)", titled: label) { () throws(FormatProblem) in
                let secret = try secret(of: path, labelled: label, own, among: found)
                var entry = try SecretServiceEntry.entry(label, own, secret)
                let created = SecretServiceText.number(try property("Created", of: path))
                entry.created = ForeignDate.parse(created, .seconds)
                return entry
            }
        }
        Terminal.progress("")
        return store
    }

    /// The secret of an item.
    ///
    /// - Parameters:
    ///   - path: Its object path.
    ///   - label: Its label.
    ///   - attributes: Its attributes.
    ///   - paths: The object paths of all items that have these attributes.
    /// - Returns: The secret, byte by byte.
    /// - Throws: ``FormatProblem`` if it is not certain which secret is that of the item.
    private static func secret(
        of path: String,
        labelled label: String,
        _ attributes: [String: String],
        among paths: [String]
    ) throws(FormatProblem) -> SecretBytes {
        let words = words(attributes)
        if let words, paths.count == 1 {
            return try OtherProgram.output(
                ["secret-tool", "lookup"] + words,
                atMost: FormatLimits.field
            )
        }
        if let words {
            let listing = try OtherProgram.output(
                ["secret-tool", "search", "--all", "--unlock"] + words,
                atMost: FormatLimits.file,
                // It repeats the attributes there.
                showingComplaints: false
            )
            let secret = SecretServiceListing.secret(
                of: path,
                labelled: label,
                among: paths,
                in: listing
            )
            if let secret { return secret }
        }
        throw FormatProblem(
            "secret-tool cannot read it, because of its attributes or those of similar items",
            advice: "nothing was imported; store it with 'keychainctl set'"
        )
    }

    /// The words by which secret-tool finds an item; `nil` if it cannot.
    static func words(_ attributes: [String: String]) -> [String]? {
        let words = attributes.inOrderOfKeys().flatMap { [$0.key, $0.value] }
        // secret-tool would read such a word as an option, even after "--".
        return words.isEmpty || words.contains { $0.hasPrefix("-") } ? nil : words
    }

    /// Whether attributes include others, so that a search for those finds the item: it compares bytes.
    static func holds(_ all: [String: String], all some: [String: String]) -> Bool {
        some.allSatisfy { name, value in
            guard let place = all.index(forKey: name) else { return false }
            return all[place].key.hasSameBytes(as: name) && all[place].value.hasSameBytes(as: value)
        }
    }

    private static func property(
        _ name: String,
        of path: String
    ) throws(FormatProblem) -> String {
        try call(
            path,
            "org.freedesktop.DBus.Properties.Get",
            "org.freedesktop.Secret.Item",
            name
        )
    }

    private static func call(_ path: String, _ words: String...) throws(FormatProblem) -> String {
        let output = try OtherProgram.output(
            [
                "gdbus", "call", "--session", "--dest", "org.freedesktop.secrets",
                "--object-path", path, "--method",
            ] + words,
            atMost: FormatLimits.file
        )
        guard let text = SecretText.copy(output) else {
            throw FormatProblem("the answer of the Secret Service is not UTF-8 text")
        }
        return text
    }
}
