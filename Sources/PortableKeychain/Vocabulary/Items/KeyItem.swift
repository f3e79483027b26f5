/// One half of a key pair, found by the tag that your program gives it.
///
/// Store one with `keychain.keys.add(_:for:)`, or make one with
/// ``KeychainObjects/generate(_:for:storing:)``.
/// There is no `set`: two keys are told apart by what they are, so another key under the same tag
/// is one more item, not a change of the first. To replace one, delete it and add the new one.
public struct KeyItem: KeyItemAttributes {
    /// `keys`.
    public static let itemClass = ItemClass.key

    /// All attributes by their Apple names.
    public var attributes: ItemAttributes

    /// Makes an item of attributes.
    public init(attributes: ItemAttributes) { self.attributes = attributes }

    /// Says how a key is to be stored; the rest follows from the key.
    ///
    /// - Parameters:
    ///   - tag: The name by which your program finds it, such as "com.example.signing".
    ///   - label: What a person reads in a list.
    ///   - accessibility: When it can be read; ``Accessibility/whenUnlocked`` by default.
    ///   - accessGroup: The programs that share it; the caller's first group by default.
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
