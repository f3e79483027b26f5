/// A kind of item whose secret you choose: ``GenericPassword`` and ``InternetPassword``.
///
/// Only these are stored by ``Keychain/add(_:secret:)`` and ``Keychain/set(_:for:)``. Keys and
/// certificates are stored as what they are, because their attributes follow from their bytes.
public protocol PasswordItem: KeychainItem {}

extension PasswordItem {
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
}
