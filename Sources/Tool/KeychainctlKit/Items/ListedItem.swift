internal import KeychainPasskeys
@_spi(Keepers) package import PortableKeychain
package import SafeText
internal import KeychainEssentials

/// An item of any class as a search returned it, without its secret.
///
/// The commands that list, search, watch and browse items use it for their output, and its
/// persistent reference to act on the item.
package struct ListedItem: Hashable, Sendable {
    package let itemClass: ItemClass
    package let attributes: ItemAttributes
    /// The persistent reference, which identifies the item even if its attributes change; empty if
    /// it was not requested.
    package let reference: [UInt8]

    /// The classes whose items are stored; an identity is a certificate and its private key.
    static let classes: [ItemClass] = [.genericPassword, .internetPassword, .key, .certificate]

    /// Finds all items of some classes, in the order in which they were stored.
    ///
    /// Items that require user authentication are skipped, so that listing never prompts.
    ///
    /// - Parameters:
    ///   - keychain: The keychain.
    ///   - classes: The classes.
    ///   - visibility: Whether invisible items are among them.
    /// - Returns: The items.
    /// - Throws: Any error of the keychain.
    package static func all(
        in keychain: Keychain,
        _ classes: [ItemClass] = classes,
        visibility: ItemVisibility = .visible
    ) throws(KeychainError) -> [ListedItem] {
        try found(in: keychain, classes, visibility: visibility).items
    }

    /// Finds the same items as ``all(in:_:visibility:)``, and counts those that are skipped.
    package static func found(
        in keychain: Keychain,
        _ classes: [ItemClass] = classes,
        visibility: ItemVisibility
    ) throws(KeychainError) -> (items: [ListedItem], guarded: Int) {
        var (found, guarded) = ([ListedItem](), 0)
        for itemClass in classes {
            let answer = try Items(keychain: keychain).perform(search(for: itemClass))
            found += answer?.items.map(ListedItem.init) ?? []
            guarded += answer?.skipped ?? 0
        }
        return (visibility.of(found), guarded)
    }

    /// The parts of an item that a listed one is made of.
    static let parts: ReturnOptions = [.attributes, .persistentReference]

    /// The search for all items of a class, which asks the user nothing.
    static func search(for itemClass: ItemClass, returning: ReturnOptions = parts) -> ItemRequest {
        ItemRequest(
            .copyMatching,
            itemClass: itemClass,
            attributes: [.synchronizable: SynchronizationScope.any.value],
            limit: .all,
            returning: returning,
            interaction: .skip
        )
    }

    package init(itemClass: ItemClass, attributes: ItemAttributes, reference: [UInt8] = []) {
        self.itemClass = itemClass
        self.attributes = attributes
        self.reference = reference
    }

    package init(_ item: ItemAnswer.Item) {
        self.init(
            itemClass: item.itemClass,
            attributes: item.attributes ?? [:],
            reference: item.persistentReference ?? []
        )
    }

    /// The name of the class in output.
    package var className: String {
        switch itemClass {
        case .internetPassword: "internet"
        case .key: passkey == nil ? "key" : "passkey"
        case .certificate: "certificate"
        default: "generic"
        }
    }

    /// Whether it is a password.
    package var isPassword: Bool { itemClass == .genericPassword || itemClass == .internetPassword }

    /// Whether lists for people omit it (`kSecAttrIsInvisible`): programs keep such items for
    /// themselves, as `keychaind` does beside each item of the Secret Service.
    package var isInvisible: Bool { number(.isInvisible) != 0 }

    /// Whether it is marked as synchronized.
    package var isSynchronized: Bool { number(.synchronizable) != 0 }

    /// The column headings of a list.
    package static let header = ["CLASS", "WHERE", "ACCOUNT", "LABEL", "GROUP", "SYNC", "FOLDER"]

    /// The columns of a list on a screen: those that say something.
    ///
    /// Left out are the class and the group if all items have the same, accounts and labels if
    /// no item has one, or each label only repeats the place, and the mark of synchronized items and
    /// the folder if no item has them.
    ///
    /// - Parameter rows: The ``cells`` of each item.
    /// - Returns: The indices of the columns.
    package static func columns(of rows: [[String]]) -> [Int] {
        guard let first = rows.first else { return Array(header.indices) }
        return header.indices.filter { column in
            switch header[column] {
            case "CLASS", "GROUP": rows.contains { $0[column] != first[column] }
            case "ACCOUNT", "SYNC", "FOLDER": rows.contains { !$0[column].isEmpty }
            case "LABEL": rows.contains { !$0[column].isEmpty && $0[column] != $0[1] }
            default: true
            }
        }
    }

    /// The text of an attribute; empty if the item does not have it.
    package func text(_ key: AttributeKey) -> String {
        if case .string(let text) = attributes[key] { text } else { "" }
    }

    /// The number of an attribute; 0 if the item does not have it.
    package func number(_ key: AttributeKey) -> Int64 {
        if case .number(let number) = attributes[key] { number } else { 0 }
    }

    /// A date in seconds since 2001; before all others if the item does not have it.
    func date(_ key: AttributeKey) -> Double {
        if case .date(let date) = attributes[key] {
            date.timeIntervalSinceReferenceDate
        } else {
            -.infinity
        }
    }

    /// The class, the attributes that differ from their defaults, by their names, and the comment's
    /// lines about its place.
    package var lines: [(String, String)] { [("class", className)] + values + filing.values }

    /// The attributes that differ from their defaults, by their names.
    package var values: [(String, String)] {
        if let passkey { return values(of: passkey).map { ($0.name, $0.text) } }
        return AttributeName.named(attributes, names).map { ($0.name, $0.form.text($1)) }
    }

    /// The same as JSON, with the class first.
    package var json: [(String, JSON)] {
        if let passkey {
            return [("class", .string(className))] + values(of: passkey).map { ($0.name, $0.json) }
        }
        return [("class", .string(className))]
            + AttributeName.named(attributes, names).map { ($0.name, $0.form.json($1)) }
            + filing.json
    }

    private var names: [AttributeName] { isPassword ? AttributeName.all : AttributeName.objects }

    /// The text of a password's attribute for output.
    func shown(_ key: AttributeKey) -> String {
        attributes[key].map { AttributeName.text(of: key, $0) } ?? ""
    }
}
