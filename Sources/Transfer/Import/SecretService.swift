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
    static func store() throws(FormatProblem) -> ForeignStore {
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
        var store = ForeignStore()
        var unreachable = 0
        for (index, path) in paths.enumerated() {
            Terminal.progress("Reading \(index + 1) of \(paths.count)")
            let own = attributes[index]
            // A lookup also finds items with more attributes, and would return an arbitrary secret.
            let words = own.sorted { $0.key < $1.key }.flatMap { [$0.key, $0.value] }
            guard !own.isEmpty, attributes.count(where: { holds($0, all: own) }) == 1,
                // secret-tool would read such a word as an option, even after "--".
                !words.contains(where: { $0.hasPrefix("-") })
            else {
                unreachable += 1
                continue
            }
            let secret = try OtherProgram.output(
                ["secret-tool", "lookup"] + words,
                atMost: FormatLimits.field
            )
            let label = SecretServiceText.string(try property("Label", of: path))
            try store.append(SecretServiceEntry.entry(label, own, secret))
        }
        Terminal.progress("")
        if unreachable > 0 {
            store.remarks.append(
                "\(counted(unreachable, "item has", "items have")) attributes that are not unique or that begin with '-', "
                    + "and are not imported."
            )
        }
        return store
    }

    private static func holds(_ all: [String: String], all some: [String: String]) -> Bool {
        some.allSatisfy { all[$0.key] == $0.value }
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
