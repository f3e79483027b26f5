/// The new values of an update; values that are not set do not change.
///
/// It has the properties of the item: `$0.label = "Staging"`. An update replaces attributes and
/// cannot remove them: if a property is set to `nil`, ``Keychain/update(matching:_:)`` fails,
/// instead of silently keeping the old value.
@dynamicMemberLookup
public struct KeychainUpdate<Item: KeychainItem>: Sendable {
    /// An item with only the new values.
    private var item = Item(attributes: [:])
    private var secret: SecretBytes?
    private var removesAttribute = false

    init() {}

    /// A property to change; reading it returns a value that was set here, not the stored one.
    public subscript<Value>(dynamicMember property: WritableKeyPath<Item, Value>) -> Value {
        get { item[keyPath: property] }
        set { item[keyPath: property] = newValue }
    }

    /// A property to change; reading it returns a value that was set here, not the stored one.
    public subscript<Value>(dynamicMember property: WritableKeyPath<Item, Value?>) -> Value? {
        get { item[keyPath: property] }
        set {
            item[keyPath: property] = newValue
            if newValue == nil { removesAttribute = true }
        }
    }

    /// The changes of the request.
    ///
    /// - Throws: ``KeychainError/Code/invalidParameter`` when an attribute was set to `nil`.
    func changes() throws(KeychainError) -> ItemChanges {
        guard !removesAttribute else {
            throw KeychainError(
                .invalidParameter,
                during: .update,
                reason: """
                    An update cannot remove an attribute. Set an empty value, or delete the item \
                    and add it again.
                    """
            )
        }
        return ItemChanges(attributes: item.attributes, secret: secret)
    }
}

extension KeychainUpdate where Item: PasswordItem {
    /// Replaces the secret.
    ///
    /// - Parameter secret: The new secret.
    public mutating func setSecret(_ secret: some SecretRepresentable) {
        self.secret = secret.secretBytes()
    }
}
