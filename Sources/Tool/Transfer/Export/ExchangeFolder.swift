internal import SafeText

/// A collection of the Credential Exchange Format: the items of a folder, and the folders in it.
struct ExchangeFolder {
    private var items: [String] = []
    private var folders: [String: ExchangeFolder] = [:]

    /// The deepest folder: JSON is nested twice as deep, and readers take 64 levels.
    private static let deepest = 20

    /// Adds an item.
    ///
    /// - Parameters:
    ///   - item: Its identifier.
    ///   - path: The names of folders with slashes between them; empty for an item in none.
    mutating func add(_ item: String, to path: String) {
        guard !path.isEmpty else { return }
        let names = path.split(separator: "/", maxSplits: Self.deepest - 1).map(String.init)
        add(item, names[...])
    }

    private mutating func add(_ item: String, _ names: ArraySlice<String>) {
        guard let name = names.first else {
            items.append(item)
            return
        }
        folders[name, default: ExchangeFolder()].add(item, names.dropFirst())
    }

    /// The collections in it, sorted by their names.
    var collections: [JSON] {
        var number = 0
        return collections(&number)
    }

    private func collections(_ number: inout Int) -> [JSON] {
        folders.sorted { $0.key < $1.key }.map { name, folder in
            number += 1
            let identifier = ExchangeItem.identifier(Array("folder \(number)".utf8))
            return .object([
                ("id", identifier), ("title", .string(name)),
                ("items", .array(folder.items.map { .object([("item", .string($0))]) })),
                ("subCollections", .array(folder.collections(&number))),
            ])
        }
    }
}
