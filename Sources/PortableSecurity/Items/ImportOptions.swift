internal import Foundation
internal import ItemDictionaries
internal import PortableKeychain

/// What a caller wants to become of a bundle (item-semantics.md §6.8).
struct ImportOptions {
    /// The passphrase, or `nil` where there is none: an empty one is one.
    let passphrase: SecretBytes?
    /// Whether the items are stored.
    let isStored: Bool
    /// What the items get besides what they say of themselves.
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
