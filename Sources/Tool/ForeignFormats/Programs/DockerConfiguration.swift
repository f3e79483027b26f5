internal import PortableKeychain
package import SafeText

/// The file `~/.docker/config.json`, which docker writes passwords into without a helper.
package enum DockerConfiguration {
    /// Whether JSON is such a file.
    package static func isOne(_ tree: JSONTree) -> Bool {
        if case .object = tree["auths"] { true } else { false }
    }

    /// The entries of a file.
    ///
    /// - Parameters:
    ///   - tree: The file.
    ///   - title: The name by which docker's helper finds its items.
    ///   - rules: The user's choices.
    /// - Returns: The entries.
    /// - Throws: ``FormatProblem`` for other JSON, and unless bad entries are left out for a password
    ///   that cannot be read.
    package static func store(
        _ tree: JSONTree,
        titled title: String,
        _ rules: ReadingRules = ReadingRules()
    ) throws(FormatProblem) -> ForeignStore {
        guard case .object(let registries) = tree["auths"] else {
            throw FormatProblem("the JSON is not a configuration of docker")
        }
        var store = ForeignStore(leavingOutBad: rules.leavesOutBad)
        var elsewhere: [String] = []
        for (registry, value) in registries.inOrderOfKeys() {
            if value["auth"].isNull, value["identitytoken"].isNull, value["password"].isNull {
                elsewhere.append(registry)
                continue
            }
            try store.append(at: "registry", titled: registry) { () throws(FormatProblem) in
                try entry(registry, value, title)
            }
        }
        if !elsewhere.isEmpty {
            store.remarks.append(
                "The file has no passwords for \(elsewhere.joined(separator: ", ")): a helper of "
                    + "docker keeps them."
            )
        }
        return store
    }

    private static func entry(
        _ registry: String,
        _ value: JSONTree,
        _ title: String
    ) throws(FormatProblem) -> ForeignEntry {
        var entry = ForeignEntry(title: title)
        try entry.addAddress(registry.contains("://") ? registry : "https://\(registry)")
        guard try ForeignAddress(entry.address) != nil else {
            throw FormatProblem("it is not an address of a registry")
        }
        if !value["identitytoken"].isNull {
            // The user of a token, in docker's messages to helpers.
            entry.account = "<token>"
            entry.password = value["identitytoken"].secret
            return entry
        }
        guard !value["auth"].isNull else {
            entry.account = value["username"].string
            entry.password = value["password"].secret
            return entry
        }
        guard let both = Base64.decoded(value["auth"].secret),
            let colon = both.withUnsafeBytes({ $0.firstIndex(of: UInt8(ascii: ":")) }),
            let account = SecretText.copy(SecretText.part(of: both, 0..<colon))
        else { throw FormatProblem("its password is not written as docker writes it") }
        entry.account = account
        entry.password = SecretText.part(of: both, colon + 1..<both.count)
        return entry
    }
}
