#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// An item without its secret: a view of attributes with typed properties.
///
/// The kinds are ``GenericPassword`` and ``InternetPassword``, ``KeyItem``, ``CertificateItem`` and
/// ``IdentityItem``. The verbs of a ``Keychain`` that find, change and delete are written once for any
/// kind, so a kind of your own needs its class alone; conform to ``PasswordItem``
/// to store secrets with it. Known or not, every attribute in ``attributes`` survives the way into
/// a keychain and back.
public protocol KeychainItem: Sendable, Hashable {
    /// The class of these items.
    static var itemClass: ItemClass { get }

    /// All attributes by their Apple names.
    var attributes: ItemAttributes { get set }

    /// Makes an item of attributes.
    init(attributes: ItemAttributes)
}

extension KeychainItem {
    /// What a person reads in a list, `kSecAttrLabel`.
    public var label: String? {
        get { attributes[text: .label] }
        set { attributes[text: .label] = newValue }
    }

    /// The group of programs that share the item, `kSecAttrAccessGroup`.
    ///
    /// `nil` in an item that is not stored yet means the first group of the caller.
    public var accessGroup: String? {
        get { attributes[text: .accessGroup] }
        set { attributes[text: .accessGroup] = newValue }
    }

    /// Whether the item belongs to the synchronized set, `kSecAttrSynchronizable`.
    ///
    /// A synchronized item and a local one with the same identity are two items.
    public var isSynchronizable: Bool {
        get { attributes[flag: .synchronizable] ?? false }
        set { attributes[flag: .synchronizable] = newValue }
    }

    /// When the item was added, `kSecAttrCreationDate`; set by the keychain.
    public var creationDate: Date? { attributes[date: .creationDate] }

    /// When the item was last changed, `kSecAttrModificationDate`; set by the keychain.
    public var modificationDate: Date? { attributes[date: .modificationDate] }
}
