internal import PortableKeychain

/// What a person has decided about the synchronization of a keychain.
package struct VaultSettings: Sendable, Equatable {
    static let row = SyncStateName(kind: "settings")

    /// The address of the remote.
    package let remote: String
    /// Whether nothing is to be sent or read for now.
    package var isPaused = false

    package init(remote: String) { self.remote = remote }

    var encoded: SecretBytes {
        var writer = SecretEncoder()
        writer.integer(UInt8(isPaused ? 1 : 0))
        writer.sized(Array(remote.utf8))
        return writer.finished()
    }

    /// Reads a row.
    init(_ bytes: SecretBytes) throws(KeychainError) {
        self = try bytes.withUnsafeBytes { bytes throws(KeychainError) in
            var reader = ByteReader(bytes)
            let mark: UInt8 = try reader.integer()
            var settings = VaultSettings(
                remote: String(decoding: try reader.sized(), as: UTF8.self)
            )
            try reader.finish()
            settings.isPaused = mark != 0
            return settings
        }
    }
}
