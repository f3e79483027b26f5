public import Foundation
internal import PortableKeychain

/// The two classes of items that this library keeps.
public enum StealthyPropertyType: Sendable {
    /// Passwords of servers: ``InternetPasswordItem``.
    case internet
    /// Secrets of services: ``GenericPasswordItem``.
    case generic
}

extension StealthyPropertyType {
    /// The built-in type for items of the class.
    public var propertyType: any StealthyProperty.Type {
        switch self {
        case .internet: InternetPasswordItem.self
        case .generic: GenericPasswordItem.self
        }
    }

    /// Apple's constant for the class: `kSecClassInternetPassword` or `kSecClassGenericPassword`.
    public var secClass: CFString { itemClass.rawValue as CFString }

    /// The class in the keychain.
    var itemClass: ItemClass {
        switch self {
        case .internet: .internetPassword
        case .generic: .genericPassword
        }
    }

}
