internal import Foundation
internal import ItemDictionaries
internal import PortableKeychain

/// The options of an import (item-semantics.md §6.8).
struct ImportOptions {
    /// The passphrase; `nil` if there is none, which differs from an empty one.
    let passphrase: SecretBytes?
    /// Whether the items are stored.
    let isStored: Bool
    /// Attributes that are added to those of the items.
    let attributes: NSDictionary

    init(_ options: NSDictionary) {
        let text = options.object(forKey: kSecImportExportPassphrase) as? String
        passphrase = text.map { text in
            SecretBytes(count: text.utf8.count) { $0.copyBytes(from: text.utf8) }
        }
        let memory = options.object(forKey: kSecImportToMemoryOnly).flatMap(boolean)
        let keychain = options.object(forKey: kSecUseDataProtectionKeychain).flatMap(boolean)
        isStored = memory == false || (keychain == true && memory == nil)
        var rest = options as? [AnyHashable: Any] ?? [:]
        for key in Self.own { rest[key] = nil }
        attributes = rest as NSDictionary
    }

    /// The keys that mean nothing to items.
    private static var own: [CFString] {
        [
            kSecImportExportPassphrase, kSecImportExportKeychain, kSecImportExportAccess,
            kSecImportToMemoryOnly,
        ]
    }
}
