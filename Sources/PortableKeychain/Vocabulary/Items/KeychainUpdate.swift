/// The new values of an update; what is not set stays as it is.
///
/// The properties are those of the item: `$0.label = "Staging"`. An update replaces attributes and
/// cannot remove them: setting a property to `nil` makes ``Keychain/update(matching:_:)`` fail
/// instead of leaving the old value in place unnoticed.
@dynamicMemberLookup
public struct KeychainUpdate<Item: KeychainItem>: Sendable {
    /// An item that holds the new values alone.
    private var item = Item(attributes: [:])
    private var secret: SecretBytes?
    private var removesAttribute = false

    init() {}

    /// A property to change; reading it gives a value set before, not the stored one.
    public subscript<Value>(dynamicMember property: WritableKeyPath<Item, Value>) -> Value {
        get { item[keyPath: property] }
        set { item[keyPath: property] = newValue }
    }

    /// A property to change; reading it gives a value set before, not the stored one.
    public subscript<Value>(dynamicMember property: WritableKeyPath<Item, Value?>) -> Value? {
        get { item[keyPath: property] }
        set {
            item[keyPath: property] = newValue
            if newValue == nil { removesAttribute = true }
        }
    }

    /// The changes as a request says them.
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
