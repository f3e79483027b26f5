internal import KeychainctlKit
internal import PortableKeychain

/// The state of the form in which the user edits attributes.
struct BrowseEdit: Equatable, Sendable {
    /// The editable attributes; 'keychainctl set' can change the others.
    let fields: [AttributeName]
    /// The edited text of the current field.
    var text: String
    private var index = 0
    private let attributes: ItemAttributes

    init(_ item: ListedItem) {
        let place: AttributeKey = item.itemClass == .internetPassword ? .server : .service
        let keys: [AttributeKey] = [.label, .account, place, .description, .comment]
        fields = keys.compactMap(AttributeName.of)
        attributes = item.attributes
        text = ""
        text = present
    }

    var field: AttributeName { fields[index] }
    var isChanged: Bool { text != present }

    /// Moves to another field and discards the text that was typed for the current one.
    mutating func move(_ step: Int) {
        index = (index + step + fields.count) % fields.count
        text = present
    }

    private var present: String { attributes[field.key].map(field.form.text) ?? "" }

    static func == (left: BrowseEdit, right: BrowseEdit) -> Bool {
        left.index == right.index && left.text == right.text && left.attributes == right.attributes
    }
}
