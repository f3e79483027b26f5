internal import Foundation
internal import ItemDictionaries
@_spi(Keepers) internal import PortableKeychain

/// The attributes of a live key, in the types that callers of `SecKeyCopyAttributes` expect.
///
/// Results of searches show the same attributes as numbers.
struct KeyAttributes {
    private let material: KeyMaterial

    init(_ material: KeyMaterial) { self.material = material }

    var dictionary: NSDictionary {
        var result: [String: Any] = [kSecClass as String: kSecClassKey]
        for (key, value) in material.itemAttributes {
            result[key.name] = Self.object(key.name, value)
        }
        return result as NSDictionary
    }

    private static func object(_ name: String, _ value: AttributeValue) -> Any? {
        guard case .number(let number) = value else {
            return LiveObjects.security.object(for: value)
        }
        if names.contains(name) { return String(number) as NSString }
        return truths.contains(name) ? NSNumber(value: number != 0) : NSNumber(value: number)
    }

    /// Attributes whose values are decimal strings.
    private static let names: Set = ["kcls", "type"]

    private static let truths: Set = [
        "perm", "priv", "modi", "sens", "asen", "extr", "next", "encr", "decr", "drve", "sign",
        "vrfy", "snrc", "vyrc", "wrap", "unwp",
    ]
}
