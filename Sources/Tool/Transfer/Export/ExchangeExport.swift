internal import ForeignFormats
internal import KeychainPasskeys
internal import KeychainctlKit
package import KeychainEssentials
@_spi(Keepers) package import PortableKeychain
internal import SafeText

/// An export in the Credential Exchange Format of the FIDO Alliance (CXF 1.0): passwords with their
/// one-time codes and further fields, and passkeys.
package struct ExchangeExport {
    /// The file.
    package let file: SecretBytes
    /// The number of items that the format cannot hold: keys, certificates, and secrets that are not
    /// text.
    package private(set) var omitted = 0
    /// The number of invisible items, which only the program that stored them can use.
    package private(set) var hidden = 0
    /// The number of passkeys that stay on one device, as their sites know: they refuse a copy.
    package private(set) var bound = 0

    /// Creates an export.
    ///
    /// - Parameters:
    ///   - all: The items that may leave the device.
    ///   - date: The present time, which the file says.
    /// - Throws: ``KeychainError`` if the key of a passkey cannot be converted to PKCS #8.
    package init(_ all: [BackupItem], at date: Date) throws(KeychainError) {
        let items = all.filter {
            !ListedItem(itemClass: $0.itemClass, attributes: $0.attributes).isInvisible
        }
        hidden = all.count - items.count
        var logins = ExchangeLogins(
            items.filter { [.genericPassword, .internetPassword].contains($0.itemClass) }
        )
        omitted = logins.omitted
        for item in items where [.key, .certificate].contains(item.itemClass) {
            guard item.itemClass == .key, let account = PasskeyAccount(item.attributes) else {
                omitted += 1
                continue
            }
            guard account.isBackupEligible else {
                bound += 1
                continue
            }
            guard let key = KeychainExport.key(item) else {
                throw KeychainError(.undecodable, reason: "The payload is not a valid key.")
            }
            logins.add(Self.passkey(account, try key.pkcs8()), of: account, from: item)
        }
        var folders = ExchangeFolder()
        var values: [JSON] = []
        for item in logins.items {
            values.append(item.json)
            folders.add(item.identifier, to: item.folder)
        }
        let account: [(String, JSON)] = [
            ("id", .string("a2V5Y2hhaW5jdGw")), ("username", .string("")), ("email", .string("")),
            ("collections", .array(folders.collections)), ("items", .array(values)),
        ]
        let export = JSON.object([
            ("version", .object([("major", .number(1)), ("minor", .number(0))])),
            ("exporterRpId", .string(CredentialExchange.extensionName)),
            ("exporterDisplayName", .string("keychainctl")),
            ("timestamp", .number(Int64(date.timeIntervalSince1970))),
            ("accounts", .array([.object(account)])),
        ])
        file = SecretText.joined([.secret(export.secretText), .text("\n")])
    }

    private static func passkey(_ account: PasskeyAccount, _ key: SecretBytes) -> JSON {
        func text(_ bytes: [UInt8]) -> JSON { .secret(Base64.encoded(SecretBytes(bytes), .urls)) }
        return .object([
            ("type", .string("passkey")), ("credentialId", text(account.credentialID)),
            ("rpId", .string(account.relyingParty)), ("username", .string(account.userName)),
            ("userDisplayName", .string(account.displayName)),
            ("userHandle", text(account.userHandle)),
            ("key", .secret(Base64.encoded(key, .urls))),
        ])
    }
}
