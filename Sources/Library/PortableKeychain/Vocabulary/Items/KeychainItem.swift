public import KeychainEssentials

/// An item without its secret: attributes with typed properties.
///
/// The kinds are ``GenericPassword`` and ``InternetPassword``, ``KeyItem``, ``CertificateItem`` and
/// ``IdentityItem``. The methods of ``Keychain`` that find, update and delete are generic over the
/// kind, so a kind of your own needs only its class. Conform to ``PasswordItem`` to store secrets
/// with it. The keychain also stores and returns attributes that have no typed property.
public protocol KeychainItem: Sendable, Hashable {
    /// The class of the items.
    static var itemClass: ItemClass { get }

    /// All attributes by key.
    var attributes: ItemAttributes { get set }

    /// Makes an item from attributes.
    init(attributes: ItemAttributes)
}

extension KeychainItem {
    /// The name that lists show to a user, `kSecAttrLabel`.
    public var label: String? {
        get { attributes[text: .label] }
        set { attributes[text: .label] = newValue }
    }

    /// The group of programs that share the item, `kSecAttrAccessGroup`.
    ///
    /// In an item to store, `nil` means the first group of the caller.
    public var accessGroup: String? {
        get { attributes[text: .accessGroup] }
        set { attributes[text: .accessGroup] = newValue }
    }

    /// Whether the item belongs to the synchronized set, `kSecAttrSynchronizable`.
    ///
    /// A synchronized item and a local one with otherwise equal primary keys are two items.
    public var isSynchronizable: Bool {
        get { attributes[flag: .synchronizable] ?? false }
        set { attributes[flag: .synchronizable] = newValue }
    }

    /// The time when the item was added, `kSecAttrCreationDate`; set by the keychain.
    public var creationDate: Date? { attributes[date: .creationDate] }

    /// The time when the item was last changed, `kSecAttrModificationDate`; set by the keychain.
    public var modificationDate: Date? { attributes[date: .modificationDate] }
}
