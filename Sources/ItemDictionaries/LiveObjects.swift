internal import Foundation
package import PortableKeychain

/// An object that stands for a key, a certificate or an identity (`kSecValueRef`), as `SecKey` does.
package protocol ItemObjectHolder: AnyObject {
    /// What it stands for.
    var itemObject: ItemObject { get }
}

/// An object that stands for a condition on certificates (`kSecMatchPolicy`), as `SecPolicy` does.
package protocol PolicyHolder: AnyObject {
    /// The policy.
    var policy: CertificatePolicy { get }
}

/// Makes the objects that dictionaries hold in place of values of ours.
package struct LiveObjects: Sendable {
    /// Makes what stands for a key, a certificate or an identity.
    let reference: @Sendable (ItemObject) -> AnyObject?
    private let control: @Sendable (AccessControl) -> AnyObject?

    /// Names the makers.
    ///
    /// - Parameters:
    ///   - reference: Makes what stands for a key, a certificate or an identity.
    ///   - control: Makes what stands for a protection.
    package init(
        reference: @escaping @Sendable (ItemObject) -> AnyObject?,
        control: @escaping @Sendable (AccessControl) -> AnyObject?
    ) {
        self.reference = reference
        self.control = control
    }

    /// For doors without live objects: what would be one is left out.
    package static let none = LiveObjects(reference: { _ in nil }, control: { _ in nil })

    /// The object that callers find in a result; `nil` where there is none for the value.
    package func object(for value: AttributeValue) -> Any? {
        switch value {
        case .string(let string): string as NSString
        case .data(let data): data as NSData
        case .number(let number): NSNumber(value: number)
        case .date(let date): date as NSDate
        case .accessControl(let value): control(value)
        }
    }
}
