internal import KeychainctlKit
@_spi(Keepers) internal import PortableKeychain

/// Gives the items of a file their names: duplicates are left out, and different items with the same
/// primary key get numbers.
///
/// A file can have any number of items, so each takes a few bytes here: names and secrets are hashes with
/// a key of this process. A secret is only left out if both agree, in 128 bits.
struct DistinctItems {
    /// The items that wanted a name which was taken: the next number, and the hashes of all their secrets.
    private struct Claims {
        var number = 2
        var secrets: Set<Int> = []
    }

    private let group: AttributeValue?
    /// The secret of the item that has a name.
    private var taken: [Int: Int] = [:]
    /// The names that items got with a number, which they did not want.
    private var given: Set<Int> = []
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
        let secret = item.secret.withUnsafeBytes { bytes in
            var hasher = Hasher()
            hasher.combine(bytes: bytes)
            return hasher.finalize()
        }
        guard let first = taken[wanted] else {
            taken[wanted] = secret
            return item
        }
        var others = claims[wanted] ?? Claims(secrets: given.contains(wanted) ? [] : [first])
        guard others.secrets.insert(secret).inserted else { return nil }
        var name = wanted
        // A number that is taken stays taken, so each is tried once.
        while taken[name] != nil {
            item = original
            item.number(others.number)
            others.number += 1
            name = Self.name(item)
        }
        taken[name] = secret
        given.insert(name)
        claims[wanted] = others
        return item
    }

    private static func name(_ item: NewItem) -> Int {
        var hasher = Hasher()
        hasher.combine(item.itemClass)
        hasher.combine(item.uniqueness)
        return hasher.finalize()
    }
}
