internal import KeychainctlKit
internal import PortableKeychain

/// The state of the form in which the user edits attributes.
struct BrowseEdit: Equatable, Sendable {
    /// One line of the form.
    struct Field: Equatable, Sendable {
        let key: AttributeKey
        let name: String
        /// The text before the user edits it.
        let original: String
        /// The edited text.
        var text: String
    }

    /// The editable attributes; 'keychainctl set' can change the others.
    private(set) var fields: [Field]
    /// The index of the current field.
    private(set) var index = 0

    init(_ item: ListedItem) {
        let place: AttributeKey = item.itemClass == .internetPassword ? .server : .service
        let keys: [AttributeKey] = [.label, .account, place, .description, .comment]
        fields = keys.compactMap(AttributeName.of).map { name in
            let text = item.attributes[name.key].map(name.form.text) ?? ""
            return Field(key: name.key, name: name.name, original: text, text: text)
        }
    }

    /// The edited text of the current field.
    var text: String {
        get { fields[index].text }
        set { fields[index].text = newValue }
    }

    /// The attributes that the user changed, in all fields.
    var changes: ItemAttributes {
        var changes: ItemAttributes = [:]
        for field in fields where field.text != field.original {
            changes[field.key] = .string(field.text)
        }
        return changes
    }

    /// Moves to another field; what was typed stays in each.
    mutating func move(_ step: Int) {
        index = (index + step + fields.count) % fields.count
    }
}
