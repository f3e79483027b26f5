internal import Foundation
@_spi(Keepers) internal import PortableKeychain

/// The kind of key in a dictionary (item-semantics.md §2.1).
enum QueryKey: Equatable {
    /// Four characters: an attribute, known or not.
    case attribute(AttributeKey)
    /// The item class.
    case itemClass
    /// `kSecMatch…`, by its full name.
    case match(String)
    /// `kSecReturn…`.
    case returning(String)
    /// `kSecUse…`.
    case use(String)
    /// `kSecValue…`.
    case value(String)
    /// The wish that the identifier of a synchronized item follows from its unique attributes.
    case derivedIdentifier
    /// A key without effect.
    case ignored

    /// Describes a key.
    ///
    /// - Parameter key: A dictionary's key.
    /// - Throws: ``KeychainError/Code/noSuchAttribute`` for a non-ASCII name of four characters,
    ///   else ``KeychainError/Code/invalidParameter`` for a value that is not a key.
    init(_ key: Any) throws(KeychainError) {
        guard let name = text(key) else {
            throw refusal(.invalidParameter, "a key is not a string")
        }
        // Core Foundation counts UTF-16 code units.
        let length = name.utf16.count
        guard length != 4 else {
            self = try Self.named(name)
            return
        }
        switch name.utf8.first {
        case _ where length < 2: throw refusal(.invalidParameter, "a key is too short")
        case UInt8(ascii: "c") where name == "class": self = .itemClass
        case UInt8(ascii: "m"): self = .match(name)
        case UInt8(ascii: "r"): self = .returning(name)
        case UInt8(ascii: "u"): self = .use(name)
        case UInt8(ascii: "v"): self = .value(name)
        case UInt8(ascii: "f"): self = .ignored
        default: throw refusal(.invalidParameter, "a key is not part of the grammar")
        }
    }

    private static func named(_ name: String) throws(KeychainError) -> Self {
        // kSecUseDataProtectionKeychain chooses between two keychains where there are two.
        if name == "nleg" { return .ignored }
        // kSecAttrDeriveSyncIDFromItemAttributes has the form of an attribute, and no class has it.
        if name == "dspk" { return .derivedIdentifier }
        guard let key = AttributeKey(name) else { throw refusal(.noSuchAttribute) }
        return .attribute(key)
    }
}
