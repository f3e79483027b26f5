/// A kind of item with a secret of your choice: ``GenericPassword`` and ``InternetPassword``.
///
/// ``Keychain/add(_:for:)`` and ``Keychain/set(_:for:)`` store only these kinds. Keys and
/// certificates have separate methods, because their attributes follow from their bytes.
public protocol PasswordItem: KeychainItem {}

extension PasswordItem {
    /// A comment, `kSecAttrComment`.
    public var comment: String? {
        get { attributes[text: .comment] }
        set { attributes[text: .comment] = newValue }
    }

    /// The kind of the item, as shown to a user, such as "wireless password",
    /// `kSecAttrDescription`.
    public var itemDescription: String? {
        get { attributes[text: .description] }
        set { attributes[text: .description] = newValue }
    }

    /// The account, `kSecAttrAccount`; empty if none was given.
    public var account: String {
        get { attributes[text: .account] ?? "" }
        set { attributes[text: .account] = newValue }
    }

    /// The program that created the item, as a 32-bit number, `kSecAttrCreator`.
    public var creator: Int? {
        get { attributes[number: .creator] }
        set { attributes[number: .creator] = newValue }
    }

    /// A kind of item, as a 32-bit number, `kSecAttrType`.
    public var type: Int? {
        get { attributes[number: .type] }
        set { attributes[number: .type] = newValue }
    }

    /// Whether lists for users omit the item, `kSecAttrIsInvisible`.
    public var isInvisible: Bool? {
        get { attributes[flag: .isInvisible] }
        set { attributes[flag: .isInvisible] = newValue }
    }

    /// Whether the item deliberately has no password, `kSecAttrIsNegative`.
    public var isNegative: Bool? {
        get { attributes[flag: .isNegative] }
        set { attributes[flag: .isNegative] = newValue }
    }
}
