/// One half of a key pair in a keychain, found by the tag that your program gives it.
///
/// Store one with `keychain.keys.add(_:for:)`, or create one with
/// ``KeychainObjects/generate(_:for:storesPublicKey:heldBy:)``. There is no `set`, because the key itself
/// is a part of the item's primary key: another key under the same tag is another item. To replace
/// a key, delete it and add the new one.
///
/// ```swift
/// let keychain = try Keychain.default
/// let item = KeyItem(tag: "com.example.signing", label: "Signs our releases")
/// let key = try keychain.keys.generate(.p256, for: item)
/// let signature = try key.sign(Array("message".utf8), .ecdsa(.sha256))
/// ```
public struct KeyItem: KeyItemAttributes {
    /// Apple's class of these items, `kSecClassKey`, which is the text `keys`.
    public static let itemClass = ItemClass.key

    /// All attributes by their Apple names.
    public var attributes: ItemAttributes

    /// Makes an item from attributes.
    public init(attributes: ItemAttributes) { self.attributes = attributes }

    /// Describes how to store a key; the other attributes follow from the key.
    ///
    /// - Parameters:
    ///   - tag: The name by which your program finds it, such as "com.example.signing".
    ///   - label: The name that lists show to a user.
    ///   - accessibility: The condition under which the item can be read;
    ///     ``Accessibility/whenUnlocked`` by default.
    ///   - accessGroup: The group of programs that share the item; the caller's first group by
    ///     default.
    public init(
        tag: String? = nil,
        label: String? = nil,
        accessibility: Accessibility? = nil,
        accessGroup: String? = nil
    ) {
        attributes = [:]
        self.tag = tag
        self.label = label
        self.accessibility = accessibility
        self.accessGroup = accessGroup
    }
}
