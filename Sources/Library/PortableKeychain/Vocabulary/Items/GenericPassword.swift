public import KeychainEssentials

/// A password, token or note for a service; unique by service and account.
///
/// Use it for every secret that is not the password of a server: an API token, a database password, a
/// recovery code. ``service`` says what the secret is for, and ``PasswordItem/account`` whose it is; the two, with the
/// access group, identify the item. The value describes the item and holds no secret: the secret is an
/// argument of ``Keychain/set(_:for:)``, and ``Keychain/secret(for:)`` returns it.
///
/// ```swift
/// let keychain = try Keychain.default
/// let token = GenericPassword(service: "com.example.api", account: "ci", label: "CI token")
/// try keychain.set("s3cret", for: token)
/// let text = try keychain.secret(for: token)?.string()
/// ```
///
/// For a server with an address, such as a web site or a mail server, use ``InternetPassword``.
public struct GenericPassword: PasswordItem {
    /// Apple's class of these items, `kSecClassGenericPassword`, which is the text `genp`.
    public static let itemClass = ItemClass.genericPassword

    /// All attributes by their Apple names.
    public var attributes: ItemAttributes

    /// Makes an item from attributes.
    public init(attributes: ItemAttributes) { self.attributes = attributes }

    /// Describes an item to store.
    ///
    /// - Parameters:
    ///   - service: The service that the secret is for, such as "com.example.api".
    ///   - account: The account that the secret belongs to.
    ///   - label: The name that lists show to a user.
    ///   - accessibility: The condition under which the item can be read;
    ///     ``Accessibility/whenUnlocked`` by default.
    ///   - accessGroup: The group of programs that share the item; the caller's first group by
    ///     default.
    public init(
        service: String,
        account: String = "",
        label: String? = nil,
        accessibility: Accessibility? = nil,
        accessGroup: String? = nil
    ) {
        attributes = [.service: .string(service), .account: .string(account)]
        self.label = label
        self.accessibility = accessibility
        self.accessGroup = accessGroup
    }

    /// The service that the secret is for, `kSecAttrService`; empty if none was given.
    public var service: String {
        get { attributes[text: .service] ?? "" }
        set { attributes[text: .service] = newValue }
    }

    /// Arbitrary bytes of your program, `kSecAttrGeneric`.
    ///
    /// They are sealed like all attributes, but descriptions show them, so do not store a secret in
    /// them.
    public var generic: Data? {
        get { attributes[bytes: .generic] }
        set { attributes[bytes: .generic] = newValue }
    }
}
