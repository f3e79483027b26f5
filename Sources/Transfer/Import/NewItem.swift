internal import PortableKeychain

/// A password that is to be stored.
package struct NewItem {
    var itemClass: ItemClass
    var attributes: ItemAttributes
    var secret: SecretBytes

    /// What tells the item from all others of its group.
    var uniqueness: ItemAttributes {
        // What the item does not have must not be had by one that counts as the same.
        var uniqueness = itemClass.uniqueness
        for (key, standard) in uniqueness { uniqueness[key] = attributes[key] ?? standard }
        return uniqueness
    }

    /// Makes an item of a file's that has the place of an earlier one different from it.
    mutating func number(_ number: Int) {
        let key: AttributeKey = itemClass == .internetPassword ? .securityDomain : .service
        var text = ""
        if case .string(let present) = attributes[key] { text = present }
        attributes[key] = .string(text.isEmpty ? "(\(number))" : "\(text) (\(number))")
    }
}
