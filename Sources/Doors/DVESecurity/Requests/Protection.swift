@_spi(Keepers) internal import PortableKeychain

/// The protection of an item, as attributes and as a question to the user.
struct Protection {
    /// The reason, for the user, to ask for the item's own password.
    let prompt: String?
    /// The attribute; `nil` if the flags exclude each other.
    private let value: (key: AttributeKey, value: AttributeValue)?
    /// Whether this is the default protection.
    let isStandard: Bool

    /// The protection of an item for this device only.
    init(_ control: Keychain.AccessControl) {
        prompt = control.flags.applicationPasswordPrompt
        value = (try? control.value).map { (.accessControl, .accessControl($0)) }
        isStandard = control == .afterFirstUnlockThisDeviceOnly
    }

    /// The protection of a synchronizable item.
    init(_ accessibility: Keychain.SynchronizableItemAccessibility) {
        prompt = nil
        value = (.accessible, .string(accessibility.value.rawValue))
        isStandard = accessibility == .afterFirstUnlock
    }

    /// The protection as attributes.
    ///
    /// - Throws: `errSecParam` for flags that exclude each other.
    func attributes() throws(LibraryError) -> ItemAttributes {
        guard let value else { throw LibraryError(.invalidParameter) }
        var attributes = ItemAttributes()
        attributes[value.key] = value.value
        return attributes
    }
}

extension Keychain.AccessControl {
    /// The protection in the words of the library.
    var value: PortableKeychain.AccessControl {
        get throws(LibraryError) {
            try PortableKeychain.AccessControl(
                itemAccessibility.value,
                constraints: flags.constraints
            )
        }
    }
}
