/// The kind of an item, which determines its attributes and its primary key.
///
/// A struct over Apple's string (`kSecClass…`), so that an unknown class can be passed on until the
/// rules refuse it. Programs name a class by the type of the item, such as ``GenericPassword``; keepers and
/// doors, which handle items of all classes, use this type:
///
/// ```swift
/// @_spi(Keepers) import PortableKeychain
///
/// let requests = [ItemClass.genericPassword, .internetPassword].map { itemClass in
///     ItemRequest(.copyMatching, itemClass: itemClass, limit: .all, returning: .attributes)
/// }
/// ```
public struct ItemClass: RawRepresentable, Hashable, Sendable {
    /// Apple's four-letter name of the class.
    public let rawValue: String

    /// Makes a class from its four-letter name, known or not.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// A password, token or note of a service, `genp`.
    public static let genericPassword = ItemClass(rawValue: "genp")
    /// A password of a server, `inet`.
    public static let internetPassword = ItemClass(rawValue: "inet")
    /// An X.509 certificate, `cert`.
    public static let certificate = ItemClass(rawValue: "cert")
    /// A cryptographic key, `keys`.
    public static let key = ItemClass(rawValue: "keys")
    /// A certificate joined with its private key, `idnt`.
    public static let identity = ItemClass(rawValue: "idnt")
}
