@_spi(Keepers) internal import PortableKeychain

/// The type of a key: the half of a pair and the algorithm, or a symmetric key.
public enum SecKeyClass: Equatable, Hashable, Sendable {
    /// An unknown class, of which only the algorithm may be known.
    case undefined(SecKeyType?)
    /// A public key, `kSecAttrKeyClassPublic`.
    case `public`(SecKeyType)
    /// A private key, `kSecAttrKeyClassPrivate`.
    case `private`(SecKeyType)
    /// A key that both sides know, `kSecAttrKeyClassSymmetric`.
    case symmetric

    /// The type of a key by the values of `kSecAttrKeyClass` and `kSecAttrKeyType`.
    init(_ half: String?, _ type: KeyType?) {
        let type = type.flatMap { SecKeyType($0) }
        switch (half.flatMap { KeyClass(rawValue: $0) }, type) {
        case (.publicKey, let type?): self = .public(type)
        case (.privateKey, let type?): self = .private(type)
        default: self = half == Self.symmetricName ? .symmetric : .undefined(type)
        }
    }

    /// The attributes by which keys of this class are found.
    var attributes: ItemAttributes {
        switch self {
        case .undefined(let type): Self.attributes(nil, type)
        case .public(let type): Self.attributes(KeyClass.publicKey.rawValue, type)
        case .private(let type): Self.attributes(KeyClass.privateKey.rawValue, type)
        case .symmetric: Self.attributes(Self.symmetricName, nil)
        }
    }

    /// The description for people.
    var words: String {
        switch self {
        case .undefined: "unknown key"
        case .public(let type): "public \(type == .rsa ? "RSA" : "EC") key"
        case .private(let type): "private \(type == .rsa ? "RSA" : "EC") key"
        case .symmetric: "symmetric key"
        }
    }

    /// The value of `kSecAttrKeyClassSymmetric`.
    private static let symmetricName = "2"

    private static func attributes(_ half: String?, _ type: SecKeyType?) -> ItemAttributes {
        var attributes = ItemAttributes()
        attributes[.keyClass] = half.map { .string($0) }
        attributes[.type] = type.map { .string($0.name) }
        return attributes
    }
}
