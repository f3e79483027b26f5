internal import ForeignFormats
internal import KeychainctlKit
package import KeychainEssentials
@_spi(Keepers) package import PortableKeychain
internal import SafeText

/// An export in the Credential Exchange Format of the FIDO Alliance (CXF 1.0): passwords with their
/// one-time codes and further fields, and passkeys.
package struct ExchangeExport {
    /// The file.
    package let file: SecretBytes
    package let leftOut: ItemsLeftOut

    /// Creates an export.
    ///
    /// - Parameters:
    ///   - all: The items that may leave the device.
    ///   - date: The present time, which the file says.
    /// - Throws: ``KeychainError`` if the key of a passkey cannot be converted to PKCS #8.
    package init(_ all: [BackupItem], at date: Date) throws(KeychainError) {
        let logins = try ExportedLogins(all, for: .exchange)
        leftOut = logins.leftOut
        var folder = ExportFolder<String>()
        var values: [JSON] = []
        for item in logins.items {
            values.append(try item.exchangeItem())
            folder.add(item.exchangeIdentifier, to: item.folder)
        }
        var number = 0
        let account: [(String, JSON)] = [
            ("id", .string("a2V5Y2hhaW5jdGw")), ("username", .string("")), ("email", .string("")),
            ("collections", .array(Self.collections(of: folder, &number))),
            ("items", .array(values)),
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

    /// The folders in a folder, with the identifiers of their items.
    private static func collections(
        of folder: ExportFolder<String>,
        _ number: inout Int
    ) -> [JSON] {
        folder.folders.map { name, folder in
            number += 1
            return .object([
                ("id", .string(ExportedLogin.text(Array("folder \(number)".utf8)))),
                ("title", .string(name)),
                ("items", .array(folder.contents.map { .object([("item", .string($0))]) })),
                ("subCollections", .array(collections(of: folder, &number))),
            ])
        }
    }
}
