internal import KeychainctlKit
@_spi(Keepers) internal import PortableKeychain

/// One attribute that a person edits.
struct ItemField: Equatable, Sendable {
    let key: AttributeKey
    let name: String
    /// The text before the user edits it.
    let original: String
    /// The edited text.
    var text: String

    /// The attributes that people edit; 'keychainctl edit' has options for the others.
    static func all(of item: ListedItem) -> [ItemField] {
        let place: AttributeKey = item.itemClass == .internetPassword ? .server : .service
        let keys: [AttributeKey] = [.label, .account, place, .description, .comment]
        return keys.compactMap(AttributeName.of).map { name in
            let text = item.attributes[name.key].map(name.form.text) ?? ""
            return ItemField(key: name.key, name: name.name, original: text, text: text)
        }
    }

    /// The attributes that people give a new item; 'keychainctl set' has options for the others.
    static var ofNewItem: [ItemField] {
        let keys: [AttributeKey] = [
            .service, .server, .networkProtocol, .port, .path, .account, .label, .description,
            .comment,
        ]
        return keys.compactMap(AttributeName.of).map { name in
            ItemField(key: name.key, name: name.name, original: "", text: "")
        }
    }

    /// Whether the user changed it, also to the same letters in another Unicode form.
    var isChanged: Bool { !text.hasSameBytes(as: original) }

    /// The attributes that the user changed.
    static func changes(_ fields: [ItemField]) -> ItemAttributes {
        var changes: ItemAttributes = [:]
        for field in fields where field.isChanged {
            changes[field.key] = .string(field.text)
        }
        return changes
    }
}
