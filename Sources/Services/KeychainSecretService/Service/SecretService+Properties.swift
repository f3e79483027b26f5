@_spi(Keepers) internal import PortableKeychain

extension SecretService {
    /// Answers `Get`, `GetAll` and `Set` of any object.
    func properties(_ call: BusCall, _ path: SecretPath) throws(BusFailure) -> [BusValue] {
        let interface = call.body.first?.text ?? ""
        let name = call.body.dropFirst().first?.text ?? ""
        let known = try values(of: path, interface, for: call.sender, only: name)
        switch call.member {
        case "GetAll": return [.properties(known)]
        case "Get":
            guard let value = known.first(where: { $0.0 == name })?.1 else {
                throw .unknownProperty(name)
            }
            return [.variant(value)]
        default:
            try set(path, interface, name, call.body.last?.inner)
            return []
        }
    }

    /// The properties of an object: the one of this name, or all for an empty one, as some take long.
    private func values(
        of path: SecretPath,
        _ interface: String,
        for sender: String,
        only name: String
    ) throws(BusFailure) -> [(String, BusValue)] {
        switch path {
        case .service where [BusInterface.service.name, ""].contains(interface):
            return [("Collections", try collectionPaths())]
        case .collection(let holder) where [BusInterface.collection.name, ""].contains(interface):
            let collection = try collection(holder)
            var values = [
                ("Label", BusValue.text(collection.label ?? Self.usualLabel(of: holder))),
                ("Locked", .flag(collection.isLocked)),
                ("Created", .number(0)), ("Modified", .number(0)),
            ]
            if ["", "Items"].contains(name) {
                values.append(("Items", Self.itemPaths(of: collection)))
            }
            return values
        case .item(let holder, let item) where [BusInterface.item.name, ""].contains(interface):
            guard let found = try collection(holder)[item] else {
                throw .noSuchObject(path.text)
            }
            guard let details = found.details else {
                let asked = clients[sender]?.asked[path.text] ?? [:]
                return [
                    Self.locked, ("Attributes", .texts(asked)), ("Label", .text("")),
                    ("Created", .number(0)), ("Modified", .number(0)),
                ]
            }
            return Self.values(of: details)
        case .session(let name) where sessions[name]?.owner != sender,
            .prompt(let name) where prompts[name]?.owner != sender:
            throw .noSuchObject(path.text)
        case .session, .prompt: return []
        case .portal where [BusInterface.portal.name, ""].contains(interface):
            return [("version", .whole(1))]
        default: throw .unknownInterface(interface)
        }
    }

    /// Signals which items a collection has, after the signal about one of them.
    ///
    /// Not of a long list, which would be sent again for each new item: programs then have the signal about that item.
    func tellItems(of collection: SecretCollection) {
        guard collection.items.count <= longestList else { return }
        let path = SecretPath.collection(collection.name)
        tellChange(path, .collection, [("Items", Self.itemPaths(of: collection))])
    }

    /// Signals the values of an item; of a locked one only that it is, because programs keep the others.
    func tellValues(of item: ItemIndex.Item, in collection: SecretCollection) {
        let path = SecretPath.item(collection.name, item.name)
        tellChange(path, .item, item.details.map(Self.values) ?? [Self.locked])
    }

    func collectionPaths() throws(BusFailure) -> BusValue {
        .paths(try collectionNames().map { SecretPath.collection($0).text })
    }

    private static func itemPaths(of collection: SecretCollection) -> BusValue {
        .paths(collection.items.map { SecretPath.item(collection.name, $0.name).text })
    }

    private static var locked: (String, BusValue) { ("Locked", .flag(true)) }

    /// The properties of an item that is not locked.
    private static func values(of details: ItemIndex.Details) -> [(String, BusValue)] {
        [
            ("Locked", .flag(false)), ("Attributes", .texts(details.attributes)),
            ("Label", .text(details.label)), ("Created", .number(details.created)),
            ("Modified", .number(details.modified)),
        ]
    }

    private func set(
        _ path: SecretPath,
        _ interface: String,
        _ name: String,
        _ value: BusValue?
    ) throws(BusFailure) {
        if case .collection(let holder) = path, name == "Label", let label = value?.text {
            let collection = try collection(holder)
            try Self.keychain { () throws(KeychainError) in try collection.setLabel(label) }
            tellChange(path, .collection, [("Label", .text(label))])
            return tell(.service, .service, "CollectionChanged", [.path(path.text)])
        }
        guard case .item(let holder, let item) = path, interface == BusInterface.item.name else {
            throw .readOnly(name)
        }
        let changes: ItemAttributes
        switch (name, value) {
        case ("Label", .text(let label)?): changes = [.label: .string(label)]
        case ("Attributes", let value?):
            guard let attributes = value.texts else {
                throw .invalid("Attributes are a dictionary of texts.")
            }
            changes = ItemGroups.attributeChanges(attributes)
        case ("Label", _): throw .invalid("A label is a text.")
        default: throw .readOnly(name)
        }
        let collection = try unlockedCollection(holder)
        guard collection[item] != nil else { throw .noSuchObject(path.text) }
        try Self.keychain { () throws(KeychainError) in try collection.update(item, changes) }
        tellChanged(collection, path)
    }

    /// The label that users see of a collection that no program has given one.
    private static func usualLabel(of name: String) -> String {
        switch name {
        case memory: "Until the end of the session"
        case "default": "Default keychain"
        case _ where name.hasPrefix("."): "Chosen keychain"
        default: name
        }
    }
}
