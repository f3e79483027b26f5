@_spi(Keepers) package import PortableKeychain
internal import SafeText

/// The item that a command stores a secret for, as a name and options say.
///
/// The options that identify items choose between those of the name, and complete the description of a
/// new one. The others are new values.
package struct NamedTarget {
    private let name: ItemName
    private let given: ItemSelection

    package init(_ name: String, _ given: ItemSelection) {
        (self.name, self.given) = (ItemName(name), given)
    }

    /// The item to store, and whether there is one already.
    package struct Decision {
        package let selection: ItemSelection
        /// The item that has the name; `nil` if a new one is made.
        package let present: ListedItem?

        /// The message for the user about the item for which the name was taken.
        package var news: String {
            if let present { return "Changed \(present.name)." }
            let item = ListedItem(
                itemClass: selection.itemClass ?? .genericPassword,
                attributes: selection.attributes
            )
            let values = ItemSelection.identifying.compactMap { key -> String? in
                guard key != .accessGroup, let value = selection.attributes[key],
                    let name = AttributeName.of(key), !name.form.saysNothing(value)
                else { return nil }
                return "\(name.name) \(name.form.text(value))"
            }
            return "Stored a new \(item.className) password: "
                + values.joined(separator: ", ") + "."
        }
    }

    /// Finds the item of the name, or describes a new one.
    ///
    /// - Parameter keychain: The keychain; `nil` if there is none yet.
    /// - Returns: The decision.
    /// - Throws: ``Failure`` that shows the candidates if several items have the name, and if the
    ///   name does not determine a new item.
    package func decide(in keychain: Keychain?) throws -> Decision {
        try name.checkHoldsNoSecret()
        let (identity, values) = given.split
        var choice = ItemChoice(
            itemClass: given.itemClass,
            attributes: identity,
            synchronizable: given.synchronizable,
            for: .changing
        )
        choice.choosesBetweenTwinsOnly = true
        if let keychain, let item = try name.one(in: keychain, choice: choice) {
            var attributes = values
            for key in ItemSelection.identifying { attributes[key] = item.attributes[key] }
            attributes[.synchronizable] = .number(
                given.synchronizable ?? item.isSynchronized ? 1 : 0
            )
            return Decision(
                selection: ItemSelection(itemClass: item.itemClass, attributes: attributes),
                present: item
            )
        }
        var new = try name.newItem(as: given.itemClass)
        for (key, value) in identity {
            guard new.attributes[key] == nil || new.attributes[key] == value else {
                throw contradiction(key)
            }
            if let owner = AttributeName.of(key)?.itemClass, owner != new.itemClass {
                throw contradiction(key)
            }
            new.attributes[key] = value
        }
        for (key, value) in values { new.attributes[key] = value }
        return Decision(selection: new, present: nil)
    }

    /// Refuses a name that an item has already.
    ///
    /// - Parameter decision: The item that has it.
    /// - Throws: ``Failure`` with the status of an item that exists already.
    package func checkIsNew(_ decision: Decision) throws(Failure) {
        guard let present = decision.present else { return }
        throw Failure(
            Failure(KeychainError(.duplicateItem)).status,
            "'\(present.name)' exists already, and has this name",
            advice: "change it with 'keychainctl set \(AdvisedCommand.name(present.name))'"
        )
    }

    private func contradiction(_ key: AttributeKey) -> Failure {
        Failure(
            .usage,
            "'\(name.text)' and --\(AttributeName.of(key)?.name ?? "") say different things about a "
                + "new item",
            advice: "use either the name or the options"
        )
    }
}

extension ItemSelection {
    /// The attributes by which options choose an item, in the order in which they are shown.
    static let identifying: [AttributeKey] = AttributeName.all.map(\.key).filter { key in
        key == .accessGroup
            || [ItemClass.genericPassword, .internetPassword].contains {
                key != .synchronizable && $0.uniqueness[key] != nil
            }
    }

    /// The attributes that identify an item, and the other ones.
    fileprivate var split: (identity: ItemAttributes, values: ItemAttributes) {
        var (identity, values) = (ItemAttributes(), attributes)
        for key in Self.identifying {
            identity[key] = values[key]
            values[key] = nil
        }
        return (identity, values)
    }
}
