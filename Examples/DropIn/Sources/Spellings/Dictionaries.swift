import Foundation
import Security

/// The ways in which people write a query and take an answer apart.
public enum Spellings {
    /// Adds an item with the key and value types that the compiler takes, and looks for it.
    public static func dictionaries() -> [(name: String, dictionary: CFDictionary)] {
        let strings: [String: Any] = [
            kSecClass as String: kSecClassGenericPassword, kSecAttrService as String: "spelling",
        ]
        let objects: [String: AnyObject] = [
            String(kSecClass): kSecClassGenericPassword,
            String(kSecAttrService): "spelling" as AnyObject,
        ]
        let constants: [CFString: Any] = [
            kSecClass: kSecClassGenericPassword, kSecAttrService: "spelling",
        ]
        let constantObjects: [NSString: NSObject] = [
            kSecClass: kSecClassGenericPassword, kSecAttrService: "spelling" as NSString,
        ]
        let hashables: [AnyHashable: Any] = [
            kSecClass: kSecClassGenericPassword, kSecAttrService: "spelling",
        ]
        let mutable = NSMutableDictionary()
        mutable[kSecClass] = kSecClassGenericPassword
        mutable[kSecAttrService as String] = "spelling"
        let added = NSMutableDictionary()
        added.setObject(kSecClassGenericPassword, forKey: kSecClass as NSString)
        added.setObject("spelling", forKey: kSecAttrService as NSString)
        let literal: NSDictionary = [
            kSecClass: kSecClassGenericPassword, kSecAttrService: "spelling",
        ]
        let parallel = NSDictionary(
            objects: [kSecClassGenericPassword, "spelling" as NSString],
            forKeys: [kSecClass, kSecAttrService]
        )
        return [
            ("[String: Any]", strings as CFDictionary),
            ("[String: AnyObject]", objects as CFDictionary),
            ("[CFString: Any]", constants as CFDictionary),
            ("[NSString: NSObject]", constantObjects as CFDictionary),
            ("[AnyHashable: Any]", hashables as CFDictionary),
            ("NSMutableDictionary", mutable as CFDictionary),
            ("setObject", added as CFDictionary),
            ("NSDictionary literal", literal as CFDictionary),
            ("objects and keys", parallel as CFDictionary),
            (
                "CFMutableDictionary",
                NSMutableDictionary(dictionary: strings) as CFMutableDictionary
            ),
        ]
    }

    /// The ways to say yes.
    public static func truths() -> [(name: String, value: Any)] {
        [
            ("true", true), ("NSNumber", NSNumber(value: true)),
            ("kCFBooleanTrue", kCFBooleanTrue as Any), ("AnyObject", true as AnyObject),
            ("CFBoolean", true as CFBoolean),
        ]
    }

    /// The ways to reach a value in an answer; each must find it.
    public static func values(of answer: CFTypeRef?, _ key: CFString) -> [(String, Any?)] {
        [
            ("[String: Any]", (answer as? [String: Any])?[key as String]),
            ("[String: AnyObject]", (answer as? [String: AnyObject])?[key as String]),
            ("[CFString: Any]", (answer as? [CFString: Any])?[key]),
            ("[NSString: AnyObject]", (answer as? [NSString: AnyObject])?[key]),
            ("[AnyHashable: Any]", (answer as? [AnyHashable: Any])?[key]),
            ("[AnyHashable: Any] by text", (answer as? [AnyHashable: Any])?[key as String]),
            ("NSDictionary", (answer as? NSDictionary)?[key]),
            ("NSDictionary by text", (answer as? NSDictionary)?[key as String]),
            ("object(forKey:)", (answer as? NSDictionary)?.object(forKey: key)),
            ("value(forKey:)", (answer as? NSDictionary)?.value(forKey: key as String)),
        ]
    }
}
