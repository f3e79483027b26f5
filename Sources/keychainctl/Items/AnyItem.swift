internal import PortableKeychain

/// An item of any class, without its secret, in the words of this tool.
struct AnyItem: Hashable, Sendable {
    let itemClass: ItemClass
    let attributes: ItemAttributes
    /// What stands for the item, whatever becomes of its attributes.
    let reference: [UInt8]

    /// The classes with items of their own; an identity is two of them together.
    static let classes: [ItemClass] = [.genericPassword, .internetPassword, .key, .certificate]

    /// Finds all items of some classes, in the order in which they were stored.
    ///
    /// Items that ask for their user are left out: nobody wants to be asked for a list.
    static func all(
        in keychain: Keychain,
        _ classes: [ItemClass] = classes
    ) throws(KeychainError) -> [AnyItem] {
        var found: [AnyItem] = []
        for itemClass in classes {
            let request = ItemRequest(
                .copyMatching,
                itemClass: itemClass,
                attributes: [.synchronizable: SynchronizationScope.any.value],
                limit: .all,
                returning: [.attributes, .persistentReference],
                interaction: .skip
            )
            found += try Items(keychain: keychain).perform(request)?.items.map(AnyItem.init) ?? []
        }
        return found
    }

    init(itemClass: ItemClass, attributes: ItemAttributes, reference: [UInt8]) {
        self.itemClass = itemClass
        self.attributes = attributes
        self.reference = reference
    }

    private init(_ item: ItemAnswer.Item) {
        self.init(
            itemClass: item.itemClass,
            attributes: item.attributes ?? [:],
            reference: item.persistentReference ?? []
        )
    }

    /// What the class is called.
    var className: String {
        switch itemClass {
        case .internetPassword: "internet"
        case .key: "key"
        case .certificate: "certificate"
        default: "generic"
        }
    }

    /// Whether it is a password.
    var isPassword: Bool { itemClass == .genericPassword || itemClass == .internetPassword }

    /// The columns of a list: class, where, account, label and group.
    var row: [String] {
        guard !isPassword else {
            return ItemSummary(itemClass: itemClass, attributes: attributes).row
        }
        let values = Dictionary(values, uniquingKeysWith: { first, _ in first })
        let place = values["tag"] ?? values["serial"] ?? ""
        return [className, place, "", values["label"] ?? "", values["group"] ?? ""]
    }

    /// The attributes that say something, by their names.
    var values: [(String, String)] {
        AttributeName.named(attributes, names).map { ($0.name, $0.form.text($1)) }
    }

    /// The same as JSON, with the class in front.
    var json: [(String, JSON)] {
        [("class", .string(className))]
            + AttributeName.named(attributes, names).map { ($0.name, $0.form.json($1)) }
    }

    private var names: [AttributeName] { isPassword ? AttributeName.all : AttributeName.objects }
}
