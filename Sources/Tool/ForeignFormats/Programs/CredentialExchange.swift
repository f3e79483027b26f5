internal import PortableKeychain
package import SafeText

/// The Credential Exchange Format of the FIDO Alliance (CXF 1.0), in which programs hand over passwords
/// and passkeys: its JSON, without the encryption of the protocol around it.
package enum CredentialExchange {
    /// The name of the members that only this tool writes and reads, among the extensions of an item.
    package static let extensionName = "keychainctl"

    /// Whether JSON has this format.
    package static func isOne(_ tree: JSONTree) -> Bool {
        guard case .list = tree["accounts"], !tree["version"].isNull else { return false }
        return ["exporterRpId", "exporterDisplayName", "exporter"].contains { !tree[$0].isNull }
    }

    /// The items of all accounts.
    ///
    /// - Throws: ``FormatProblem`` for other JSON, and for versions after 1.
    package static func store(
        _ tree: JSONTree,
        _ rules: ReadingRules = ReadingRules()
    ) throws(FormatProblem) -> ForeignStore {
        guard case .list(let accounts) = tree["accounts"], !tree["version"].isNull else {
            throw FormatProblem("the JSON is not in the Credential Exchange Format")
        }
        // Drafts had a number alone.
        let version = tree["version"]
        let major = version["major"].isNull ? version.string : version["major"].string
        guard ["0", "1"].contains(major) else {
            throw FormatProblem(
                "the file has another version of the Credential Exchange Format than 1",
                advice: "export it again as version 1.0"
            )
        }
        var store = ForeignStore(leavingOutBad: rules.leavesOutBad)
        var number = 0
        var links = 0
        for account in accounts {
            guard case .list(let items) = account["items"] else {
                throw FormatProblem("an account in the file has no list of items")
            }
            let folders = try Folders(account["collections"])
            for item in items {
                number += 1
                links += item["credentials"].elements.count {
                    $0["type"].string == "item-reference"
                }
                try store.append(at: "item \(number)", titled: item["title"].string) {
                    () throws(FormatProblem) in try entry(item, folders)
                }
            }
        }
        if links > 0 {
            store.remarks.append(
                counted(links, "link between items is", "links between items are")
                    + " not imported."
            )
        }
        return store
    }

    private static func entry(
        _ item: JSONTree,
        _ folders: Folders
    ) throws(FormatProblem) -> ForeignEntry {
        guard case .list(let credentials) = item["credentials"] else {
            throw FormatProblem("it has no list of credentials")
        }
        var entry = ForeignEntry(title: item["title"].string)
        entry.created = ForeignDate.parse(item["creationAt"].string, .seconds)
        let scope = item["scope"]
        for address in scope["urls"].elements { try entry.addAddress(address.string) }
        for app in scope["androidApps"].elements {
            entry.addDetail("Android app", app["bundleId"].string)
        }
        entry.addDetail("Subtitle", item["subtitle"].string)
        // An item can be in several collections; the first is its place here.
        let places = folders.paths[item["id"].string] ?? []
        entry.setFolder(places.first ?? "")
        for place in places.dropFirst() { entry.addTag(place) }
        for tag in item["tags"].elements { entry.addTag(tag.string) }
        // What an entry has one of comes from its login, wherever that stands.
        let isLogin: (JSONTree) -> Bool = { $0["type"].string == "basic-auth" }
        for credential in credentials.filter(isLogin) + credentials.filter({ !isLogin($0) }) {
            var reader = ExchangeCredential(credential)
            try reader.add(to: &entry)
        }
        addOwn(item["extensions"], to: &entry)
        return entry
    }

    /// Reads the notes of this tool beside an item, by which programs find it again.
    private static func addOwn(_ extensions: JSONTree, to entry: inout ForeignEntry) {
        let own = extensions.elements.first { $0["name"].string == extensionName }
        guard let own else { return }
        entry.takeOwn { name in
            if case .truth(let isTrue) = own[name] { return isTrue ? "true" : "false" }
            return own[name].isNull ? nil : own[name].string
        }
    }

    /// The collections of an account, by the items that they have.
    private struct Folders {
        /// The joined names of collections, by the identifiers of items.
        private(set) var paths: [String: [String]] = [:]

        init(_ collections: JSONTree) throws(FormatProblem) { try add(collections, in: "") }

        // As deep as JSON may be.
        private mutating func add(
            _ collections: JSONTree,
            in parent: String
        ) throws(FormatProblem) {
            for collection in collections.elements {
                let path = [parent, collection["title"].string].filter { !$0.isEmpty }
                    .joined(separator: "/")
                guard path.utf8.count <= FormatLimits.path else {
                    throw FormatProblem(
                        "the joined names of folders have more than \(FormatLimits.path) bytes"
                    )
                }
                for link in collection["items"].elements {
                    paths[link["item"].string, default: []].append(path)
                }
                try add(collection["subCollections"], in: path)
            }
        }
    }
}
