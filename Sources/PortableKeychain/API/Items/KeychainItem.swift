#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// An item without its secret: a view of attributes with typed properties.
///
/// ``GenericPassword`` and ``InternetPassword`` are the two kinds. All verbs of a ``Keychain`` are
/// written once for any kind, so a kind of your own needs its class and its identity alone. Known
/// or not, every attribute in ``attributes`` survives the way into a keychain and back.
public protocol KeychainItem: Sendable, Hashable {
    /// The class of these items.
    static var itemClass: ItemClass { get }

    /// The attributes that tell two items of one access group apart, with what an item has that
    /// was given none.
    static var identity: ItemAttributes { get }

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

    /// A comment, `kSecAttrComment`.
    public var comment: String? {
        get { attributes[text: .comment] }
        set { attributes[text: .comment] = newValue }
    }

    /// What kind of item a person sees, such as "wireless password", `kSecAttrDescription`.
    public var itemDescription: String? {
        get { attributes[text: .description] }
        set { attributes[text: .description] = newValue }
    }

    /// The account, `kSecAttrAccount`; empty when none was given.
    public var account: String {
        get { attributes[text: .account] ?? "" }
        set { attributes[text: .account] = newValue }
    }

    /// The program that made the item, as a number of 32 bits, `kSecAttrCreator`.
    public var creator: Int? {
        get { attributes[number: .creator] }
        set { attributes[number: .creator] = newValue }
    }

    /// A kind of item, as a number of 32 bits, `kSecAttrType`.
    public var type: Int? {
        get { attributes[number: .type] }
        set { attributes[number: .type] = newValue }
    }

    /// Whether lists for people leave the item out, `kSecAttrIsInvisible`.
    public var isInvisible: Bool? {
        get { attributes[flag: .isInvisible] }
        set { attributes[flag: .isInvisible] = newValue }
    }

    /// Whether there is deliberately no password, `kSecAttrIsNegative`.
    public var isNegative: Bool? {
        get { attributes[flag: .isNegative] }
        set { attributes[flag: .isNegative] = newValue }
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
