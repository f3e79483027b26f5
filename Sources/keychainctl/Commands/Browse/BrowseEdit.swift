internal import KeychainctlKit
internal import PortableKeychain

/// The state of the form in which the user edits attributes.
struct BrowseEdit: Equatable, Sendable {
    /// The lines of the form.
    private(set) var fields: [ItemField]
    /// The index of the current field.
    private(set) var index = 0

    init(_ item: ListedItem) { fields = ItemField.all(of: item) }

    /// The edited text of the current field.
    var text: String {
        get { fields[index].text }
        set { fields[index].text = newValue }
    }

    /// The attributes that the user changed, in all fields.
    var changes: ItemAttributes { ItemField.changes(fields) }

    /// Moves to another field; what was typed stays in each.
    mutating func move(_ step: Int) {
        index = (index + step + fields.count) % fields.count
    }
}
