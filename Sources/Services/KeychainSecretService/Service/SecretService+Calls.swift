@_spi(Keepers) internal import PortableKeychain

extension SecretService {
    /// Finds out the method of a call, and its object.
    func result(of call: BusCall) throws(BusFailure) -> BusReply {
        guard var path = SecretPath(call.path) else { throw .noSuchObject(call.path) }
        switch path {
        case .alias(let name):
            guard let collection = try collection(alias: name) else {
                throw .noSuchObject(call.path)
            }
            path = .collection(collection)
        case .collection(let name): path = .collection(try keychainName(of: name))
        default: break
        }
        if BusInterface.properties.has(call) { return .values(try properties(call, path)) }
        if BusInterface.introspection.has(call) {
            return .values([.text(try description(path))])
        }
        switch path {
        case .service where BusInterface.service.has(call):
            return .values(try service(call))
        case .collection(let name) where BusInterface.collection.has(call):
            return .values(try collection(call, name))
        case .item(let collection, let name) where BusInterface.item.has(call):
            return .values(try item(call, path, collection, name))
        case .session(let name) where BusInterface.session.has(call):
            guard sessions[name]?.owner == call.sender else { throw .noSession }
            sessions[name] = nil
            clients[call.sender]?.sessionCount -= 1
            return .values([])
        case .prompt(let name) where BusInterface.prompt.has(call):
            return .values(try prompt(call, name))
        case .portal where BusInterface.portal.has(call):
            return .later(try retrieveSecret(call))
        case .portalRequest where BusInterface.portalRequest.has(call):
            try closePortalRequest(call)
            return .values([])
        default:
            throw .unknownMethod(call)
        }
    }

    private func service(_ call: BusCall) throws(BusFailure) -> [BusValue] {
        let (first, second) = (call.body.first, call.body.dropFirst().first)
        switch call.member {
        case "OpenSession":
            return try openSession(call.sender, first?.text ?? "", second?.inner)
        case "CreateCollection":
            return try createCollection(
                call.sender,
                first?.properties ?? [:],
                alias: second?.text ?? ""
            )
        case "SearchItems":
            let (unlocked, locked) = try search(try collectionNames(), call.sender, first?.texts)
            return [.paths(unlocked), .paths(locked)]
        case "Unlock": return try unlock(call.sender, first?.paths ?? [])
        case "Lock": return try lock(first?.paths ?? [])
        case "GetSecrets":
            return [try secrets(call.sender, first?.paths ?? [], session: second?.path)]
        case "ReadAlias":
            let name = try collection(alias: first?.text ?? "")
            return [name.map { .path(SecretPath.collection($0).text) } ?? .nothing]
        default:
            throw .notSupported(
                "Aliases are fixed. Choose the default keychain with 'keychainctl'."
            )
        }
    }

    private func collection(_ call: BusCall, _ name: String) throws(BusFailure) -> [BusValue] {
        switch call.member {
        case "SearchItems":
            let (unlocked, locked) = try search([name], call.sender, call.body.first?.texts)
            return [.paths(unlocked + locked)]
        case "CreateItem":
            guard call.body.count == 3, let properties = call.body[0].properties,
                let replaces = call.body[2].flag
            else { throw .unknownMethod(call) }
            let path = try createItem(
                call.sender,
                try collection(name),
                properties,
                call.body[1],
                replaces: replaces
            )
            return [.path(path), .nothing]
        default:
            throw .notSupported(
                "A keychain can hold more than is shown here. Remove it with 'keychainctl'."
            )
        }
    }

    private func item(
        _ call: BusCall,
        _ path: SecretPath,
        _ collection: String,
        _ name: String
    ) throws(BusFailure) -> [BusValue] {
        let holder = try unlockedCollection(collection)
        guard holder[name] != nil else { throw .noSuchObject(path.text) }
        switch call.member {
        case "GetSecret":
            let session = try session(call.sender, call.body.first?.path)
            guard let secret = try sealed(holder, name, session) else {
                throw .noSuchObject(path.text)
            }
            return [secret]
        case "SetSecret":
            let (secret, type) = try opened(call.sender, call.body.first)
            try Self.keychain { () throws(KeychainError) in
                try holder.update(name, [.description: .string(type)], secret)
            }
            tellChanged(holder, path)
            return []
        default:
            try Self.keychain { () throws(KeychainError) in try holder.delete(name) }
            tell(.collection(collection), .collection, "ItemDeleted", [.path(path.text)])
            tellItems(of: holder)
            return [.nothing]
        }
    }

    /// A collection with items that can be read now.
    func unlockedCollection(_ name: String) throws(BusFailure) -> SecretCollection {
        let collection = try collection(name)
        guard !collection.isLocked else { throw .isLocked }
        return collection
    }

    /// Signals that an item has changed.
    func tellChanged(_ collection: SecretCollection, _ path: SecretPath) {
        if case .item(_, let name) = path, let item = collection[name] {
            tellValues(of: item, in: collection)
        }
        tell(.collection(collection.name), .collection, "ItemChanged", [.path(path.text)])
    }

    /// The description of an object that tools show.
    private func description(_ path: SecretPath) throws(BusFailure) -> String {
        let interface: BusInterface
        var children: [String] = []
        switch path {
        case .service:
            interface = .service
            children = try collectionNames().map {
                String(SecretPath.collection($0).text.dropFirst(SecretPath.root.utf8.count + 1))
            }
        case .collection, .alias: interface = .collection
        case .item: interface = .item
        case .session: interface = .session
        case .prompt: interface = .prompt
        case .portal: interface = .portal
        case .portalRequest: interface = .portalRequest
        }
        let interfaces = [interface, .properties, .introspection].map(\.xml).joined()
        let nodes = children.map { "<node name=\"\($0)\"/>\n" }.joined()
        return "<!DOCTYPE node PUBLIC \"-//freedesktop//DTD D-BUS Object Introspection 1.0//EN\" "
            + "\"http://www.freedesktop.org/standards/dbus/1.0/introspect.dtd\">\n"
            + "<node>\n\(interfaces)\(nodes)</node>\n"
    }
}
