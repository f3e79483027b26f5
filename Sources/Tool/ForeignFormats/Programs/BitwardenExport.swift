internal import PortableKeychain
package import SafeText
internal import KeychainEssentials

/// Bitwarden's JSON export (bitwarden.com/help/condition-bitwarden-import, "json").
package enum BitwardenExport {
    /// Whether JSON is such an export: other programs, too, have a list of items.
    package static func isOne(_ tree: JSONTree) -> Bool {
        guard tree["encrypted"].isNull else { return true }
        guard case .list(let items) = tree["items"], !items.isEmpty else { return false }
        return items.allSatisfy { item in
            guard case .number = item["type"], case .text = item["name"] else { return false }
            return true
        }
    }

    /// The entries of an export.
    ///
    /// - Throws: ``FormatProblem`` for other JSON, and for encrypted exports.
    package static func store(
        _ tree: JSONTree,
        _ rules: ReadingRules = ReadingRules()
    ) throws(FormatProblem) -> ForeignStore {
        guard tree["encrypted"].string != "true" else {
            throw FormatProblem(
                "the export is encrypted; only unencrypted exports are supported",
                advice: "export it again as '.json', import it, and delete it"
            )
        }
        guard case .list(let items) = tree["items"] else {
            throw FormatProblem("the JSON is not an export of Bitwarden")
        }
        var names: [String: String] = [:]
        for folder in tree["folders"].elements + tree["collections"].elements {
            names[folder["id"].string] = folder["name"].string
        }
        var store = ForeignStore(leavingOutBad: rules.leavesOutBad)
        for (index, item) in items.enumerated() {
            try store.append(at: "item \(index + 1)", titled: item["name"].string) {
                () throws(FormatProblem) in try entry(item, names)
            }
        }
        return store
    }

    /// Members without information about a secret: identifiers, times and flags of the program.
    private static let unimportant: Set<String> = [
        "id", "organizationId", "folderId", "collectionIds", "type", "reprompt", "favorite",
        "object",
        "creationDate", "revisionDate", "deletedDate", "archivedDate", "edit", "viewPassword",
        "permissions", "key",
    ]

    /// A member with only the number of a kind of note.
    private static let mark = "secureNote type"

    private static let used: Set<String> = [
        "name", "notes", "login", "fields", "passwordHistory",
    ]
    private static let usedOfLogin: Set<String> = [
        "username", "password", "totp", "uris", "passwordRevisionDate", "autofillOnPageLoad",
        "fido2Credentials",
    ]

    /// The members of cards, identities and ssh keys that the program shows openly.
    ///
    /// All others, such as numbers and private keys, are secrets: also those of later versions.
    private static let open: [String: Set<String>] = [
        "card": ["brand", "cardholderName", "expMonth", "expYear"],
        "identity": [
            "title", "firstName", "middleName", "lastName", "address1", "address2", "address3",
            "city", "state", "postalCode", "country", "company", "email", "phone", "username",
        ],
        "sshKey": ["publicKey", "keyFingerprint"],
    ]

    /// Whether a path of names leads to a member that is not secret.
    private static func isOpen(_ path: String) -> Bool {
        let names = path.split(separator: " ").map(String.init)
        guard let first = names.first, let last = names.last else { return false }
        return open[first]?.contains(last) == true
    }

    /// The kinds of custom fields whose values the program shows: text, yes or no, links.
    ///
    /// Exports of old versions do not say what kind a field is.
    private static let shown: Set<String> = ["0", "2", "3"]

    private static func entry(
        _ item: JSONTree,
        _ folders: [String: String]
    ) throws(FormatProblem) -> ForeignEntry {
        var entry = ForeignEntry()
        let login = item["login"]
        entry.title = item["name"].string
        entry.notes = item["notes"].secret
        entry.account = login["username"].string
        entry.password = login["password"].secret
        for uri in login["uris"].elements { try entry.addAddress(uri["uri"].string) }
        entry.setFolder(folders[item["folderId"].string] ?? "")
        for collection in item["collectionIds"].elements {
            entry.addTag(folders[collection.string] ?? "")
        }
        entry.addSecret(ForeignEntry.oneTimePassword, login["totp"].secret)
        for field in item["fields"].elements {
            entry.addField(
                field["name"].string,
                field["value"].secret,
                isSecret: !shown.contains(field["type"].string)
            )
        }
        for old in item["passwordHistory"].elements {
            entry.addSecret("former password", old["password"].secret)
        }
        entry.created = ForeignDate.parse(item["creationDate"].string, .text)
        addPasskeys(login["fido2Credentials"], to: &entry)
        let rest = [login.without(usedOfLogin), item.without(unimportant.union(used))]
        for part in rest {
            for leaf in try part.boundedLeaves() where leaf.name != mark {
                entry.addField(leaf.name, leaf.value.secret, isSecret: !isOpen(leaf.name))
            }
        }
        entry.kind =
            switch item["type"].string {
            case "2": "secure note"
            case "3": "payment card"
            case "4": "identity"
            case "5": "SSH key"
            default: ""
            }
        return entry
    }

    private static func addPasskeys(_ passkeys: JSONTree, to entry: inout ForeignEntry) {
        switch passkeys {
        case .null: break
        case .list(let list):
            for passkey in list { entry.addPasskey(parts(passkey)) }
        default: entry.addLoss("its passkeys are not a list")
        }
    }

    private static func parts(_ passkey: JSONTree) -> ForeignPasskey.Parts {
        var parts = ForeignPasskey.Parts(site: passkey["rpId"].string)
        parts.userName = passkey["userName"].string
        parts.displayName = passkey["userDisplayName"].string
        parts.credentialID = identifier(passkey["credentialId"])
        parts.userHandle = passkey["userHandle"].base64Bytes
        parts.key = Base64.decoded(passkey["keyValue"].secret, .urls)
        parts.counter = passkey["counter"].string
        parts.created = ForeignDate.parse(passkey["creationDate"].string, .text)
        return parts
    }

    /// An identifier of a passkey: a UUID for its 16 bytes, or `b64.` and Base64.
    private static func identifier(_ value: JSONTree) -> [UInt8]? {
        let text = value.string
        if text.hasPrefix("b64.") {
            return Base64.decoded(SecretBytes(utf8: String(text.dropFirst(4))), .urls)?
                .withUnsafeBytes { Array($0) }
        }
        return UUID(uuidString: text).map { withUnsafeBytes(of: $0.uuid) { Array($0) } }
    }
}
