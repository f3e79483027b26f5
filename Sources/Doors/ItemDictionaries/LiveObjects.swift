internal import Foundation
@_spi(Keepers) package import PortableKeychain

/// An object that represents a key, a certificate or an identity (`kSecValueRef`), like `SecKey`.
package protocol ItemObjectHolder: AnyObject {
    /// The represented value.
    var itemObject: ItemObject { get }
}

/// An object that represents a condition on certificates (`kSecMatchPolicy`), like `SecPolicy`.
package protocol PolicyHolder: AnyObject {
    /// The policy.
    var policy: CertificatePolicy { get }
}

/// Creates the objects that dictionaries hold in place of values of ours.
package struct LiveObjects: Sendable {
    /// Creates the object for a key, a certificate or an identity.
    let reference: @Sendable (ItemObject) -> AnyObject?
    private let control: @Sendable (AccessControl) -> AnyObject?

    /// Names the makers.
    ///
    /// - Parameters:
    ///   - reference: Creates the object for a key, a certificate or an identity.
    ///   - control: Creates the object for a protection.
    package init(
        reference: @escaping @Sendable (ItemObject) -> AnyObject?,
        control: @escaping @Sendable (AccessControl) -> AnyObject?
    ) {
        self.reference = reference
        self.control = control
    }

    /// The functions of doors without live objects: such values are left out.
    package static let none = LiveObjects(reference: { _ in nil }, control: { _ in nil })

    /// The object for a result; `nil` if the value has none.
    package func object(for value: AttributeValue) -> AnyObject? {
        switch value {
        case .string(let string): string as NSString
        case .data(let data): data as NSData
        case .number(let number): NSNumber(value: number)
        case .date(let date): date as NSDate
        case .accessControl(let value): control(value)
        }
    }
}
