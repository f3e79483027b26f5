internal import PortableKeychain

extension SecretService {
    /// Searches collections, and says which items are locked: a locked item is never absent.
    ///
    /// - Throws: ``BusFailure`` if nothing is found and a collection cannot be read. Otherwise the
    ///   caller could conclude that the item does not exist.
    func search(
        _ names: [String],
        _ sender: String,
        _ wanted: SearchAttributes?
    ) throws(BusFailure) -> (unlocked: [String], locked: [String]) {
        guard let wanted else { throw .invalid("Attributes are a dictionary of texts.") }
        var (unlocked, locked): ([String], [String]) = ([], [])
        var problem: BusFailure?
        for name in names {
            let collection: SecretCollection
            do throws(BusFailure) {
                collection = try self.collection(name)
            } catch {
                problem = error
                continue
            }
            let paths = collection.items(having: wanted).map {
                SecretPath.item(name, $0.name).text
            }
            guard collection.isLocked else {
                unlocked += paths
                continue
            }
            locked += paths
            for path in paths { clients[sender, default: BusClient()].remember(path, wanted) }
        }
        if let problem, unlocked.isEmpty, locked.isEmpty { throw problem }
        return (unlocked, locked)
    }

    /// Unlocks the collections of some objects, or has the user asked for that.
    func unlock(_ sender: String, _ paths: [String]) throws(BusFailure) -> [BusValue] {
        var unlocked: [String] = []
        var locked: [String] = []
        var collections: [String] = []
        for path in paths {
            guard let name = try collection(holding: path) else { continue }
            guard try collection(name).isLocked else {
                unlocked.append(path)
                continue
            }
            locked.append(path)
            if !collections.contains(where: { $0.hasSameBytes(as: name) }) {
                collections.append(name)
            }
        }
        guard !locked.isEmpty else { return [.paths(unlocked), .nothing] }
        let prompt = try makePrompt(sender, .unlock(collections: collections, paths: locked))
        return [.paths(unlocked), .path(SecretPath.prompt(prompt).text)]
    }

    /// Locks the collections of some objects, except those without a passcode.
    func lock(_ paths: [String]) throws(BusFailure) -> [BusValue] {
        var locked: [String] = []
        for path in paths {
            guard let name = try collection(holding: path) else { continue }
            let collection = try collection(name)
            let wasLocked = collection.isLocked
            let isLocked = try Self.keychain { () throws(KeychainError) in
                try collection.lock()
            }
            if isLocked { locked.append(path) }
            if wasLocked != isLocked { tellLock(collection) }
        }
        return [.paths(locked), .nothing]
    }

    /// The collection that has another name too.
    func collection(alias: String) throws(BusFailure) -> String? {
        switch alias {
        case "default", "login":
            try Self.keychain { () throws(KeychainError) in try shelf.standard() }
        case "session": Self.memory
        default: nil
        }
    }

    /// The keychain of a collection's path: the one with this name, if there is one.
    ///
    /// Programs know the paths of gnome-keyring's collections `login` and `session`, which are aliases here.
    func keychainName(of collection: String) throws(BusFailure) -> String {
        guard ["login", "session"].contains(collection),
            try !collectionNames().contains(collection)
        else { return collection }
        return try self.collection(alias: collection) ?? collection
    }

    /// The collection that an object is, or is in; `nil` if there is none.
    private func collection(holding path: String) throws(BusFailure) -> String? {
        let name: String?
        switch SecretPath(path) {
        case .collection(let collection): name = try keychainName(of: collection)
        case .item(let collection, _): name = collection
        case .alias(let alias): name = try collection(alias: alias)
        default: name = nil
        }
        guard let name, try collectionNames().contains(name) else { return nil }
        return name
    }
}
