/// An encrypted copy of a keychain's items, as ``Keychain/backup(passphrase:proving:)`` makes it.
public struct KeychainBackup: Sendable {
    /// The file to store (`Specification/backup-format.md`): encrypted under the passphrase.
    public let bytes: [UInt8]
    /// The number of items in the backup.
    public let count: Int
    /// The number of items that were left out because they must not leave this device.
    public let thisDeviceOnly: Int
    /// The number of items that were left out because they require user authentication.
    public let guarded: Int
}
