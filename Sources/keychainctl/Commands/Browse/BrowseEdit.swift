internal import KeychainctlKit
internal import PortableKeychain

/// An attribute that a person is changing.
struct BrowseEdit: Equatable, Sendable {
    /// What can be changed here; 'set' changes the rest.
    let fields: [AttributeName]
    /// What is to become of the present field.
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

    /// Goes to another field; what was typed for this one is given up.
    mutating func move(_ step: Int) {
        index = (index + step + fields.count) % fields.count
        text = present
    }

    private var present: String { attributes[field.key].map(field.form.text) ?? "" }

    static func == (left: BrowseEdit, right: BrowseEdit) -> Bool {
        left.index == right.index && left.text == right.text && left.attributes == right.attributes
    }
}
