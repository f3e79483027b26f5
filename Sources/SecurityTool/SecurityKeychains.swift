internal import KeychainctlKit
internal import PortableKeychain

#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#else
    internal import Darwin
#endif

/// The keychains that the words of `security` name.
enum SecurityKeychains {
    /// What macOS adds to the names of keychains.
    private static let suffixes = [".keychain-db", ".keychain"]
    /// The folder of keychains in a home folder on macOS.
    private static let folder = "/Library/Keychains/"

    /// The place that a word names.
    ///
    /// Without a slash it is a name, whose suffix goes. So is a file in the user's folder of
    /// keychains on macOS, which scripts write out. `login` is the keychain that every user has,
    /// unless another one has that name.
    static func place(_ word: SecurityWord) throws(SecurityFailure) -> Keychain.Place {
        guard var name = word.text, !name.isEmpty else {
            throw .usage("\"\(word.shown)\" is no name of a keychain")
        }
        let home = getenv("HOME").map { String(cString: $0) } ?? ""
        if !home.isEmpty, name.hasPrefix(home + folder) {
            name.removeFirst(home.count + folder.count)
        }
        guard !name.contains("/") else { return .file(name) }
        for suffix in suffixes where name.hasSuffix(suffix) && name.count > suffix.count {
            name.removeLast(suffix.count)
            break
        }
        guard name == "login", !Keychain.names(configuration: .tool).contains(name) else { return .named(name) }
        return login
    }

    /// The keychain that every user has without making it.
    static let login = Keychain.Place.named("default")

    /// The one place that the operands name; the default keychain's when there are none.
    static func onlyPlace(_ call: SecurityInvocation) throws -> Keychain.Place {
        guard call.operands.count < 2 else { throw SecurityFailure.usage("one keychain at a time") }
        return try call.operands.first.map(place) ?? .standard
    }

    /// The keychain that the only operand names, or the default one.
    static func only(_ call: SecurityInvocation) throws -> Keychain {
        try Keychain.open(onlyPlace(call), configuration: .tool)
    }

    /// The keychain to store something in, which is made at its first use when none is named.
    static func toStore(_ word: SecurityWord?) throws -> Keychain {
        guard let word else { return try Keychain.openOrCreate(.standard, configuration: .tool) }
        return try Keychain.open(place(word), configuration: .tool)
    }

    /// The keychains to search: those that the operands name, or those of the search list.
    static func toSearch(_ words: [SecurityWord]) throws -> [Keychain] {
        guard words.isEmpty else {
            return try words.map { try Keychain.open(place($0), configuration: .tool) }
        }
        return try searchList().map { try Keychain.open(.file($0), configuration: .tool) }
    }

    /// The paths of the search list, without those of keychains that do not exist.
    ///
    /// They are those that the user chose, or else the default keychain and all that have a name.
    static func searchList() throws(KeychainError) -> [String] {
        var paths = try KeychainPreferences(.tool).searchList
        if paths == nil {
            var all = [try Keychain.path(of: .standard, configuration: .tool)]
            for name in Keychain.names(configuration: .tool) {
                let path = try Keychain.path(of: .named(name), configuration: .tool)
                if !all.contains(path) { all.append(path) }
            }
            paths = all
        }
        return (paths ?? []).filter(exists)
    }

    /// Whether there is a file.
    static func exists(_ path: String) -> Bool { access(path, F_OK) == 0 }
}

extension Items {
    /// Finds the first item that matches, in the first keychain that has one.
    ///
    /// - Throws: ``KeychainError/Code/itemNotFound`` when none has; when one of them is locked, that,
    ///   as an item which cannot be read is not absent.
    static func first(
        _ selection: ItemSelection,
        _ returning: ReturnOptions,
        in keychains: [Keychain]
    ) throws(KeychainError) -> FoundItem {
        var obstacle: KeychainError?
        for keychain in keychains {
            let items = Items(keychain: keychain)
            do throws(KeychainError) {
                if let item = try items.find(selection, returning, limit: .one).first {
                    return FoundItem(item: item, items: items)
                }
            } catch  where error.code.isInaccessible {
                obstacle = error
            }
        }
        throw obstacle ?? KeychainError(.itemNotFound)
    }
}

/// An item with the keychain that it was found in.
struct FoundItem {
    let item: ItemAnswer.Item
    let items: Items

    /// The item as `security` prints it.
    var block: String { ItemBlock(item: item, path: items.keychain.path ?? "").text }

    /// Deletes the item, which was found with its reference.
    func delete() throws(KeychainError) {
        _ = try items.keychain.perform(
            ItemRequest(.delete, persistentReference: item.persistentReference)
        )
    }
}
