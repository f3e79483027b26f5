/// The form in which an answer shows the stored attributes of an item: the attributes that it
/// shows, and its additions to them (item-semantics.md §2.4).
struct ShownForm: Sendable {
    /// An attribute that answers contain although it is not stored.
    enum Addition: Sendable {
        /// The default of an item that lacks the attribute.
        case standard(AttributeValue)
        // The values of the row's columns.
        case accessControl, accessible, synchronizable, tombstone

        /// Whether a stored value takes precedence.
        var isStandard: Bool { if case .standard = self { true } else { false } }
    }

    let schema: ClassSchema
    let accessControl: AccessControl
    let isSynchronizable: Bool
    let isTombstone: Bool
    /// True for a search, false for an addition.
    let isFound: Bool
    let givesAccessControl: Bool
    /// Whether the payload is also returned.
    let withData: Bool
    /// Whether an item has either an access control or an accessibility, as for
    /// ``ItemAttributes/sayProtectionOnce()``.
    var saysProtectionOnce = false

    /// The value of an addition.
    func value(_ addition: Addition) -> AttributeValue? {
        switch addition {
        case .standard(let value): value
        case .accessControl:
            givesAccessControl && !(saysProtectionOnce && accessControl.constraints == nil)
                ? .accessControl(accessControl) : nil
        case .accessible:
            saysProtectionOnce && accessControl.constraints != nil
                ? nil : .string(accessControl.accessibility.rawValue)
        case .synchronizable: .number(isSynchronizable ? 1 : 0)
        case .tombstone: .number(isTombstone ? 1 : 0)
        }
    }

    func isVisible(_ key: AttributeKey) -> Bool {
        switch schema.visibility(of: key) {
        case .always: true
        case .whenFound: isFound
        case .withData: withData
        case .never: false
        }
    }
}

/// The attributes of an item as an answer returns them, made of the stored ones in one pass.
///
/// Adding attributes one by one to those that are stored takes three times as long.
struct ShownAttributes {
    private let form: ShownForm
    private var shown = ItemAttributes()
    /// The number of additions that were considered.
    private var place = 0

    /// Begins with no attributes.
    init(_ form: ShownForm) {
        self.form = form
        shown.reserveCapacity(16)
    }

    /// Makes the additions before a stored attribute.
    ///
    /// - Parameter key: A stored attribute; they come in the order of their keys.
    /// - Returns: Whether the attribute is shown.
    mutating func takes(_ key: AttributeKey) -> Bool {
        let additions = form.schema.additions
        while place < additions.count, additions[place].key < key { addNext() }
        if place < additions.count, additions[place].key == key {
            guard additions[place].addition.isStandard else { return false }
            place += 1
        }
        return form.isVisible(key)
    }

    /// Adds the stored attribute that was just asked for.
    mutating func add(_ key: AttributeKey, _ value: AttributeValue) { shown.append(key, value) }

    /// All attributes, after the last stored one.
    mutating func finished() -> ItemAttributes {
        while place < form.schema.additions.count { addNext() }
        return shown
    }

    private mutating func addNext() {
        let (key, addition) = form.schema.additions[place]
        place += 1
        guard form.isVisible(key), let value = form.value(addition) else { return }
        add(key, value)
    }
}

extension LentRow {
    /// The attributes of this row, opened, as an answer returns them.
    func shown(
        _ view: AttributeView,
        _ schema: ClassSchema,
        withData: Bool
    ) throws(KeychainError) -> ItemAttributes {
        let form = ShownForm(
            schema: schema,
            accessControl: try accessControl(view),
            isSynchronizable: isSynchronizable,
            isTombstone: isTombstone,
            isFound: true,
            givesAccessControl: true,
            withData: withData
        )
        return ItemAttributes(try OpenedAttributes(view, form))
    }
}
