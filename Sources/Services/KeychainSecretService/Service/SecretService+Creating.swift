internal import PortableKeychain

extension SecretService {
    private static let itemLabel = "org.freedesktop.Secret.Item.Label"
    private static let itemAttributes = "org.freedesktop.Secret.Item.Attributes"
    private static let collectionLabel = "org.freedesktop.Secret.Collection.Label"

    /// Stores an item.
    ///
    /// - Returns: Its path.
    func createItem(
        _ sender: String,
        _ collection: SecretCollection,
        _ properties: [String: BusValue],
        _ secret: BusValue,
        replaces: Bool
    ) throws(BusFailure) -> String {
        let (secret, type) = try opened(sender, secret)
        guard !collection.isLocked else { throw .isLocked }
        let attributes = properties[Self.itemAttributes] ?? .texts([:])
        guard let attributes = attributes.texts else {
            throw .invalid("Attributes are a dictionary of texts.")
        }
        let details = ItemIndex.Details(
            attributes: attributes,
            label: properties[Self.itemLabel]?.text ?? "",
            contentType: type
        )
        let (name, isNew) = try Self.keychain { () throws(KeychainError) in
            try collection.create(details, secret, replaces: replaces)
        }
        let path = SecretPath.item(collection.name, name)
        if isNew { tellCreated(collection, path) } else { tellChanged(collection, path) }
        return path.text
    }

    /// Signals that an item was stored.
    func tellCreated(_ collection: SecretCollection, _ path: SecretPath) {
        let holder = SecretPath.collection(collection.name)
        tell(holder, .collection, "ItemCreated", [.path(path.text)])
        tellItems(of: collection)
    }

    /// Asks the user for a passcode, and makes a keychain with it.
    func createCollection(
        _ sender: String,
        _ properties: [String: BusValue],
        alias: String
    ) throws(BusFailure) -> [BusValue] {
        if !alias.isEmpty {
            guard let present = try collection(alias: alias) else {
                throw .notSupported("There are the aliases default, login and session only.")
            }
            return [.path(SecretPath.collection(present).text), .nothing]
        }
        let label = properties[Self.collectionLabel]?.text ?? ""
        let name = try Self.keychain { () throws(KeychainError) in try shelf.freeName(label) }
        let prompt = try makePrompt(sender, .create(name: name, label: label))
        return [.nothing, .path(SecretPath.prompt(prompt).text)]
    }
}
