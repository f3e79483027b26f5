internal import KeychainctlKit
@_spi(Keepers) internal import PortableKeychain

/// Gives the items of a file their names: repetitions are left out, and different items with the same
/// primary key get numbers.
///
/// A file can have any number of items, so each takes a few bytes here: names and contents are hashes with
/// a key of this process. An item is only left out if both agree, in 128 bits.
struct DistinctItems {
    /// The items that wanted a name which was taken: the next number, and the hashes of their contents.
    private struct Claims {
        var number = 2
        var contents: Set<Int>
    }

    /// The number of items that were left out, because the file had them already.
    private(set) var repetitionCount = 0
    private let group: AttributeValue?
    /// The content of the item that has a name.
    private var taken: [Int: Int] = [:]
    private var claims: [Int: Claims] = [:]

    /// Begins with a file.
    ///
    /// - Parameter group: The access group of items whose file states none.
    init(_ group: AttributeValue?) { self.group = group }

    /// The item as it is stored; `nil` if the file had it already.
    mutating func next(_ item: NewItem) -> NewItem? {
        var item = item
        item.statesGroup = item.attributes[.accessGroup] != nil
        item.attributes[.accessGroup] = item.attributes[.accessGroup] ?? group
        let (original, wanted) = (item, Self.name(item))
        let content = Self.content(item)
        guard let first = taken[wanted] else {
            taken[wanted] = content
            return item
        }
        var others = claims[wanted] ?? Claims(contents: [first])
        guard others.contents.insert(content).inserted else {
            repetitionCount += 1
            return nil
        }
        var name = wanted
        // A number that is taken stays taken, so each is tried once.
        while taken[name] != nil {
            item = original
            item.number(others.number)
            others.number += 1
            name = Self.name(item)
        }
        // It has what the file says, and so an item that wants this name is another one.
        taken[name] = content
        claims[wanted] = others
        return item
    }

    /// The secret and all attributes: of items with the same secret, each can have its own notes.
    private static func content(_ item: NewItem) -> Int {
        var hasher = Hasher()
        item.secret.withUnsafeBytes { hasher.combine(bytes: $0) }
        hasher.combine(item.attributes)
        return hasher.finalize()
    }

    private static func name(_ item: NewItem) -> Int {
        var hasher = Hasher()
        hasher.combine(item.itemClass)
        hasher.combine(item.uniqueness)
        return hasher.finalize()
    }
}
