/// What an update is to put in place of the old values; what is not set stays.
///
/// The properties are those of the item: `$0.label = "Staging"`.
@dynamicMemberLookup
public struct KeychainUpdate<Item: KeychainItem>: Sendable {
    /// An item that holds the new values alone.
    var item = Item(attributes: [:])
    fileprivate(set) var secret: SecretBytes?

    /// A property to change; reading it gives a change made before, not the stored value.
    public subscript<Value>(dynamicMember property: WritableKeyPath<Item, Value>) -> Value {
        get { item[keyPath: property] }
        set { item[keyPath: property] = newValue }
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
