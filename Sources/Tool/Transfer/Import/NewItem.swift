internal import KeychainctlKit
@_spi(Keepers) internal import PortableKeychain
internal import KeychainEssentials

/// A password to be stored by an import: its class, attributes and secret.
///
/// It is not yet in the keychain; ``ImportPlan`` compares it with the stored items.
package struct NewItem {
    var itemClass: ItemClass
    var attributes: ItemAttributes
    var secret: SecretBytes
    /// The time when the other program created it, in seconds since 1970.
    var created: Double?
    /// Whether the file says in which access group it is.
    var statesGroup = false

    /// The attributes that identify the item, with its access group.
    var uniqueness: ItemAttributes {
        var identity = itemClass.identity(of: attributes)
        identity[.accessGroup] = attributes[.accessGroup]
        return identity
    }

    /// The request that gives the stored item the date at which the other program created it.
    ///
    /// A new item always gets the present time; only an update can change it.
    var dating: ItemRequest? {
        created.map { seconds in
            let date = Date(timeIntervalSince1970: seconds)
            return ItemRequest(
                .update(ItemChanges(attributes: [.creationDate: .date(date)])),
                itemClass: itemClass,
                attributes: uniqueness
            )
        }
    }

    /// Distinguishes the item from an earlier one of the same file with the same primary key.
    mutating func number(_ number: Int) {
        let key: AttributeKey = itemClass == .internetPassword ? .securityDomain : .service
        var text = ""
        if case .string(let present) = attributes[key] { text = present }
        attributes[key] = .string(text.isEmpty ? "(\(number))" : "\(text) (\(number))")
    }
}
