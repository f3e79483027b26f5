internal import KeychainctlKit
@_spi(Keepers) internal import PortableKeychain
internal import KeychainLibC

/// Finds the keychains that the arguments of `security` name.
enum SecurityKeychains {
    /// The folder of keychains in a home folder on macOS.
    private static let folder = "/Library/Keychains/"

    /// The location that a word names.
    ///
    /// A word without a slash is a name, whose suffix is removed. A path in macOS's folder of the
    /// user's keychains, which scripts contain, is also treated as a name. `login` is the keychain
    /// that every user has, unless another keychain has that name.
    static func place(_ word: SecurityWord) throws(SecurityFailure) -> Keychain.Place {
        guard var name = word.text, !name.isEmpty else {
            throw .usage("\"\(word.shown)\" is not a name of a keychain")
        }
        let home = getenv("HOME").map { String(cString: $0) } ?? ""
        if !home.isEmpty, name.hasPrefix(home + folder) {
            name.removeFirst(home.count + folder.count)
        }
        guard !name.contains(sign: "/") else { return .file(name) }
        name = Keychain.Place.name(name)
        guard name == "login", !Keychain.names(configuration: .tool).contains(name) else {
            return .named(name)
        }
        return login
    }

    /// The keychain that every user has without creating it.
    static let login = Keychain.Place.named("default")

    /// The location that the only operand names, or that of the default keychain.
    static func onlyPlace(_ call: SecurityInvocation) throws -> Keychain.Place {
        guard call.operands.count < 2 else {
            throw SecurityFailure.usage("only one keychain can be given")
        }
        return try call.operands.first.map(place) ?? .standard
    }

    /// The keychain that the only operand names, or the default one.
    static func only(_ call: SecurityInvocation) throws -> Keychain {
        try open(onlyPlace(call))
    }

    /// The keychain to store an item in; the default keychain is created at its first use.
    static func toStore(_ word: SecurityWord?) throws -> Keychain {
        guard let word else {
            return try Keychain.throughAgent(.tool)
                ?? Keychain.openOrCreate(.standard, configuration: .tool)
        }
        return try open(place(word))
    }

    /// Opens a keychain; the default one through the agent, if the environment says so.
    private static func open(_ place: Keychain.Place) throws(KeychainError) -> Keychain {
        let path = try Keychain.path(of: place, configuration: .tool)
        if try path.hasSameBytes(as: Keychain.path(of: .standard, configuration: .tool)),
            let keychain = try Keychain.throughAgent(.tool)
        {
            return keychain
        }
        return try Keychain.open(place, configuration: .tool)
    }

    /// The keychains to search: those that the operands name, or those of the search list.
    ///
    /// A keychain of the search list that cannot be opened does not hide the others: it is named on
    /// standard error.
    static func toSearch(
        _ words: [SecurityWord],
        _ call: SecurityInvocation
    ) throws -> SearchedKeychains {
        guard words.isEmpty else {
            return SearchedKeychains(
                opened: try words.map { try open(place($0)) }
            )
        }
        var found = SearchedKeychains(opened: [])
        for path in try searchList() {
            do throws(KeychainError) {
                found.opened.append(try open(.file(path)))
            } catch {
                found.obstacle = found.obstacle ?? error
                let problem = Failure(error).message
                let name = problem.contains(path) ? "" : "\(path): "
                call.complain("not searched: \(name)\(problem)")
            }
        }
        return found
    }

    /// The paths of the search list, without those of keychains that do not exist.
    static func searchList() throws(KeychainError) -> [String] { try listed().filter(exists) }

    /// The paths that the search list shows: the keychains that the user chose or, by default, the
    /// default keychain and all named ones.
    ///
    /// The keychain that every user has on macOS is created when something is stored, and is listed
    /// before. Others that do not exist are not.
    static func listed() throws(KeychainError) -> [String] {
        let login = try Keychain.path(of: login, configuration: .tool)
        var paths = try KeychainPreferences(.tool).searchList
        if paths == nil {
            var all = [try Keychain.path(of: .standard, configuration: .tool)]
            for name in Keychain.names(configuration: .tool) {
                let path = try Keychain.path(of: .named(name), configuration: .tool)
                if !all.contains(path) { all.append(path) }
            }
            paths = all
        }
        return (paths ?? []).filter { $0 == login || exists($0) }
    }

    /// Whether a file exists.
    static func exists(_ path: String) -> Bool { access(path, F_OK) == 0 }
}

extension Items {
    /// Finds the first matching item, in the first keychain that contains one.
    ///
    /// - Throws: ``KeychainError/Code/itemNotFound`` if none matches; if one of the keychains is
    ///   locked or cannot be read, that, because the item may be in it.
    static func first(
        _ selection: ItemSelection,
        _ returning: ReturnOptions,
        in keychains: SearchedKeychains
    ) throws(KeychainError) -> FoundItem {
        var obstacle: KeychainError?
        for keychain in keychains.opened {
            let items = Items(keychain: keychain)
            do throws(KeychainError) {
                if let item = try items.find(selection, returning, limit: .one).first {
                    return FoundItem(item: item, items: items)
                }
            } catch  where error.code.isInaccessible || error.code == .corrupt {
                obstacle = error
            }
        }
        throw obstacle ?? keychains.absence
    }
}

/// The keychains that a command searches.
struct SearchedKeychains {
    var opened: [Keychain]
    /// The reason why the first of those that cannot be opened is not searched.
    var obstacle: KeychainError?

    /// The error if no item is found: it may be in a keychain that was not searched.
    var absence: KeychainError { obstacle ?? KeychainError(.itemNotFound) }
}

/// An item with the keychain that contains it.
struct FoundItem {
    let item: ItemAnswer.Item
    let items: Items

    /// The output of `security` for the item.
    var block: String { ItemBlock(item: item, path: items.keychain.path ?? "").text }

    /// Deletes the item, whose reference must have been requested in the search.
    func delete() throws(KeychainError) {
        _ = try items.keychain.perform(
            ItemRequest(.delete, persistentReference: item.persistentReference)
        )
    }
}
