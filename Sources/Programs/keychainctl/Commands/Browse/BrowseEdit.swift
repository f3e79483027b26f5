internal import KeychainctlKit
internal import PortableKeychain

/// The form in which the user edits the attributes of an item, or fills in those of a new one.
struct BrowseEdit: Equatable, Sendable {
    /// The item that is edited; `nil` for a new one.
    let item: ListedItem?
    /// The lines of the form.
    private(set) var fields: [ItemField]
    /// The index of the current field.
    private(set) var index = 0

    /// Edits an item.
    init(_ item: ListedItem) {
        self.item = item
        fields = ItemField.all(of: item)
    }

    /// Begins a new item; its class follows from the fields that are filled in.
    init() {
        item = nil
        fields = ItemField.ofNewItem
    }

    /// The current field.
    var field: ItemField { fields[index] }

    /// The edited text of the current field.
    var text: String {
        get { fields[index].text }
        set { fields[index].text = newValue }
    }

    /// Whether something would be lost with the form.
    var isChanged: Bool { fields.contains(where: \.isChanged) }

    /// The attributes that the user changed, in all fields.
    var changes: ItemAttributes { ItemField.changes(fields) }

    /// The new item.
    ///
    /// - Throws: ``Failure`` for a value that is none, and if nothing identifies the item, in words for a
    ///   form, which has no options.
    func newItem() throws(Failure) -> ItemSelection {
        let written = fields.filter { !$0.text.isEmpty }
        let owners = Set(written.compactMap { AttributeName.of($0.key)?.itemClass })
        guard !owners.isEmpty else {
            throw Failure(.usage, "a new item needs a service or a server", advice: "enter one")
        }
        guard owners.count == 1 else {
            throw Failure(
                .usage,
                "an item with a service has no server, protocol, port or path",
                advice: "leave one or the others empty"
            )
        }
        let given = fields.map { ($0.key, $0.text.isEmpty ? nil : $0.text) }
        return try ItemSelection(nil, given: given).identified()
    }

    /// Moves to another field; the typed text stays in each.
    mutating func move(_ step: Int) {
        index = (index + step + fields.count) % fields.count
    }
}
