package import PortableKeychain
package import SafeText

/// An item of any class without its secret: in lists, in descriptions, and as a thing to act on.
package struct ListedItem: Hashable, Sendable {
    package let itemClass: ItemClass
    package let attributes: ItemAttributes
    /// What stands for the item, whatever becomes of its attributes; empty where nobody asked.
    package let reference: [UInt8]

    /// The classes with items of their own; an identity is two of them together.
    static let classes: [ItemClass] = [.genericPassword, .internetPassword, .key, .certificate]

    /// Finds all items of some classes, in the order in which they were stored.
    ///
    /// Items that require user authentication are left out: nobody wants to be asked for a list.
    package static func all(
        in keychain: Keychain,
        _ classes: [ItemClass] = classes
    ) throws(KeychainError) -> [ListedItem] {
        var found: [ListedItem] = []
        for itemClass in classes {
            let request = ItemRequest(
                .copyMatching,
                itemClass: itemClass,
                attributes: [.synchronizable: SynchronizationScope.any.value],
                limit: .all,
                returning: [.attributes, .persistentReference],
                interaction: .skip
            )
            found +=
                try Items(keychain: keychain).perform(request)?.items.map(ListedItem.init) ?? []
        }
        return found
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

    /// What the class is called.
    package var className: String {
        switch itemClass {
        case .internetPassword: "internet"
        case .key: "key"
        case .certificate: "certificate"
        default: "generic"
        }
    }

    /// Whether it is a password.
    package var isPassword: Bool { itemClass == .genericPassword || itemClass == .internetPassword }

    /// The columns of a list.
    package static let header = ["CLASS", "WHERE", "ACCOUNT", "LABEL", "GROUP"]

    /// The fields of a list.
    package var row: [String] {
        guard isPassword else {
            let values = Dictionary(values, uniquingKeysWith: { first, _ in first })
            let place = values["tag"] ?? values["serial"] ?? ""
            return [className, place, "", values["label"] ?? "", values["group"] ?? ""]
        }
        return [className, place, shown(.account), shown(.label), shown(.accessGroup)]
    }

    /// The text of an attribute; empty where the item has none.
    package func text(_ key: AttributeKey) -> String {
        if case .string(let text) = attributes[key] { text } else { "" }
    }

    /// The number of an attribute; 0 where the item has none.
    package func number(_ key: AttributeKey) -> Int64 {
        if case .number(let number) = attributes[key] { number } else { 0 }
    }

    /// The class and the attributes that say something, by their names.
    package var lines: [(String, String)] { [("class", className)] + values }

    /// The attributes that say something, by their names.
    package var values: [(String, String)] {
        AttributeName.named(attributes, names).map { ($0.name, $0.form.text($1)) }
    }

    /// The same as JSON, with the class in front.
    package var json: [(String, JSON)] {
        [("class", .string(className))]
            + AttributeName.named(attributes, names).map { ($0.name, $0.form.json($1)) }
    }

    private var names: [AttributeName] { isPassword ? AttributeName.all : AttributeName.objects }

    /// The service of a password, or the server as an address with what is known of it.
    private var place: String {
        guard itemClass == .internetPassword else { return shown(.service) }
        var place = shown(.server)
        let scheme = shown(.networkProtocol)
        if !scheme.isEmpty, scheme != "0" { place = "\(scheme)://\(place)" }
        let port = shown(.port)
        if !port.isEmpty, port != "0" { place += ":\(port)" }
        return place + shown(.path)
    }

    /// An attribute of a password as a person reads it.
    private func shown(_ key: AttributeKey) -> String {
        guard let value = attributes[key] else { return "" }
        return AttributeName.of(key)?.form.text(value) ?? ""
    }
}
