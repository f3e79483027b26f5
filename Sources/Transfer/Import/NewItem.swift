internal import PortableKeychain

/// A password that is to be stored.
package struct NewItem {
    var itemClass: ItemClass
    var attributes: ItemAttributes
    var secret: SecretBuffer

    /// What tells the item from all others of its group.
    var identity: ItemAttributes {
        let keys: [AttributeKey] =
            itemClass == .internetPassword
            ? [
                .account, .server, .networkProtocol, .port, .path, .securityDomain,
                .authenticationType,
            ] : [.account, .service]
        // What the item does not have must not be had by one that counts as the same.
        var identity: ItemAttributes = [.synchronizable: attributes[.synchronizable] ?? .number(0)]
        for key in keys {
            let isNumber = key == .networkProtocol || key == .port
            identity[key] = attributes[key] ?? (isNumber ? .number(0) : .string(""))
        }
        return identity
    }

    /// Makes an item of a file's that has the place of an earlier one different from it.
    mutating func number(_ number: Int) {
        let key: AttributeKey = itemClass == .internetPassword ? .securityDomain : .service
        var text = ""
        if case .string(let present) = attributes[key] { text = present }
        attributes[key] = .string(text.isEmpty ? "(\(number))" : "\(text) (\(number))")
    }
}
