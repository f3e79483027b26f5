internal import PortableKeychain
package import SafeText

/// A secret of HashiCorp Vault, as `vault kv get -format=json` prints it.
package enum VaultSecret {
    /// Whether JSON is such a secret.
    package static func isOne(_ tree: JSONTree) -> Bool {
        if case .object = tree["data"] { !tree["lease_duration"].isNull } else { false }
    }

    /// The entries of a secret.
    ///
    /// A secret with a password becomes one entry with all its values; of another one, each value
    /// becomes an entry whose account is its name.
    ///
    /// - Parameters:
    ///   - tree: The output.
    ///   - name: A name for the secret, whose path is not in the output.
    ///   - rules: The user's choices.
    /// - Returns: The entries.
    /// - Throws: ``FormatProblem`` for other JSON.
    package static func store(
        _ tree: JSONTree,
        named name: String,
        _ rules: ReadingRules = ReadingRules()
    ) throws(FormatProblem) -> ForeignStore {
        guard isOne(tree) else { throw FormatProblem("the JSON is not a secret of Vault") }
        // Version 2 of the engine wraps the values again, beside their metadata.
        let metadata = tree["data"]["metadata"]
        let isWrapped = !metadata["version"].isNull
        let values = isWrapped ? tree["data"]["data"] : tree["data"]
        var store = ForeignStore(leavingOutBad: rules.leavesOutBad)
        var common = ForeignEntry(title: name)
        common.service = name
        if isWrapped {
            common.created = ForeignDate.parse(metadata["created_time"].string, .text)
            for leaf in try metadata["custom_metadata"].boundedLeaves() {
                common.addDetail(leaf.name, leaf.value.string)
            }
        }
        let isLogin = !values["password"].isNull
        for leaf in try values.boundedLeaves() where !isLogin {
            try store.append(at: "value", titled: leaf.name) { () throws(FormatProblem) in
                var entry = common
                entry.title = "\(name) (\(leaf.name))"
                entry.account = leaf.name
                entry.password = leaf.value.secret
                return entry
            }
        }
        guard isLogin else { return store }
        try store.append(at: "secret", titled: name) { () throws(FormatProblem) in
            try login(values, common)
        }
        return store
    }

    private static func login(
        _ values: JSONTree,
        _ common: ForeignEntry
    ) throws(FormatProblem) -> ForeignEntry {
        var entry = common
        for leaf in try values.boundedLeaves() {
            switch leaf.name {
            case "password": entry.password = leaf.value.secret
            case "username", "user", "login":
                if entry.account.isEmpty {
                    entry.account = leaf.value.string
                } else {
                    entry.addDetail(leaf.name, leaf.value.string)
                }
            case "url", "address":
                try entry.addAddress(leaf.value.string)
                if try ForeignAddress(entry.address) != nil { entry.service = "" }
            default: entry.addSecret(leaf.name, leaf.value.secret)
            }
        }
        return entry
    }
}
