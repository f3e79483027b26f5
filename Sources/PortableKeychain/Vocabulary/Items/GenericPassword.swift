#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// A password, token or note of a service, told apart by service and account.
public struct GenericPassword: PasswordItem {
    /// `genp`.
    public static let itemClass = ItemClass.genericPassword

    /// All attributes by their Apple names.
    public var attributes: ItemAttributes

    /// Makes an item of attributes.
    public init(attributes: ItemAttributes) { self.attributes = attributes }

    /// Makes an item that is to be stored.
    ///
    /// - Parameters:
    ///   - service: What the secret is for, such as "com.example.api".
    ///   - account: Whose secret it is.
    ///   - label: What a person reads in a list.
    ///   - accessibility: When it can be read; ``Accessibility/whenUnlocked`` by default.
    ///   - accessGroup: The programs that share it; the caller's first group by default.
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

    /// What the secret is for, `kSecAttrService`; empty when none was given.
    public var service: String {
        get { attributes[text: .service] ?? "" }
        set { attributes[text: .service] = newValue }
    }

    /// Bytes of the program's own, `kSecAttrGeneric`.
    ///
    /// They are sealed like all attributes, but shown in descriptions, so keep no secret in them.
    public var generic: Data? {
        get { attributes[bytes: .generic] }
        set { attributes[bytes: .generic] = newValue }
    }
}
