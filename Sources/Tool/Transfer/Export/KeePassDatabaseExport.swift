internal import ForeignCrypto
internal import ForeignFormats
package import KeychainctlKit
@_spi(Keepers) package import PortableKeychain
internal import SafeText

/// An export as a KeePass database: passwords with their one-time codes, fields and attached files, and
/// passkeys, encrypted under a passphrase.
package struct KeePassDatabaseExport {
    package let leftOut: ItemsLeftOut
    /// The number of entries.
    package let count: Int
    let root: KeePassGroup

    /// Collects what the database holds.
    ///
    /// - Parameter all: The items that may leave the device.
    /// - Throws: ``KeychainError`` if the key of a passkey cannot be converted to PEM.
    package init(_ all: [BackupItem]) throws(KeychainError) {
        let logins = try ExportedLogins(all, for: .keePass)
        leftOut = logins.leftOut
        count = logins.items.count
        var folder = ExportFolder<KeePassEntry>()
        for item in logins.items { folder.add(try item.keePassEntry(), to: item.folder) }
        root = Self.group("keychainctl", folder, path: "")
    }

    /// Refuses the work where no database can be written, before anything is asked for.
    ///
    /// - Throws: ``Failure``.
    package static func require() throws(Failure) {
        if let problem = NewKeePassDatabase.problem { throw Failure(problem) }
    }

    /// The file.
    ///
    /// - Parameters:
    ///   - passphrase: The passphrase.
    ///   - entropy: The source of its seeds.
    /// - Returns: The encrypted database.
    /// - Throws: ``Failure`` for a passphrase that is not text, and if libargon2 or memory is missing.
    package func file(
        under passphrase: SecretBytes,
        entropy: KeychainEntropy
    ) throws(Failure) -> SecretBytes {
        do throws(FormatProblem) {
            return try NewKeePassDatabase(root, entropy: entropy).file(under: passphrase)
        } catch {
            throw Failure(error)
        }
    }

    /// The group of a folder.
    ///
    /// Its identifier comes from its path, so that programs can merge a later export into an earlier one.
    private static func group(
        _ name: String,
        _ folder: ExportFolder<KeePassEntry>,
        path: String
    ) -> KeePassGroup {
        let digest = SecretDigest.sha256([SecretBytes(utf8: "keychainctl group /\(path)")])
        return KeePassGroup(
            name: name,
            identifier: digest.withUnsafeBytes { Array($0.prefix(16)) },
            entries: folder.contents,
            groups: folder.folders.map { group($0.name, $0.folder, path: "\(path)/\($0.name)") }
        )
    }
}
