package import PortableKeychain

/// The user's settings for the synchronization of a keychain.
package struct VaultSettings: Sendable {
    /// The name of the row that they are stored in.
    package static let row = SyncStateName(kind: "settings")

    /// The address of the remote.
    package let remote: String
    /// The settings that the helper program of the remote's engine receives at its start, with
    /// passwords; `nil` for an engine that needs none.
    package let helper: SecretBytes?
    /// Whether nothing is to be sent or read for now.
    package var isPaused = false

    /// - Parameters:
    ///   - remote: The address of the remote, for people; it has no password.
    ///   - helper: The settings for the helper program, such as ``EtcdConfiguration/encoded``.
    package init(remote: String, helper: SecretBytes? = nil) {
        (self.remote, self.helper) = (remote, helper)
    }

    /// Whether other settings name the same remote, with the same password.
    func isSamePlace(as other: VaultSettings) -> Bool {
        switch (helper, other.helper) {
        case (nil, nil): remote == other.remote
        case (let told?, let others?): remote == other.remote && told.matches(others)
        default: false
        }
    }

    // The first byte says these, as bits.
    private static let paused: UInt8 = 1
    private static let hasHelper: UInt8 = 2

    /// The content of that row.
    package var encoded: SecretBytes {
        var writer = SecretEncoder()
        writer.integer((isPaused ? Self.paused : 0) | (helper == nil ? 0 : Self.hasHelper))
        writer.sized(Array(remote.utf8))
        if let helper { writer.sized(helper) }
        return writer.finished()
    }

    /// Reads a row.
    init(_ bytes: SecretBytes) throws(KeychainError) {
        self = try bytes.withUnsafeBytes { bytes throws(KeychainError) in
            var reader = ByteReader(bytes)
            let mark: UInt8 = try reader.integer()
            guard mark & ~(Self.paused | Self.hasHelper) == 0 else {
                throw KeychainError(.corrupt)
            }
            let remote = String(decoding: try reader.sized(), as: UTF8.self)
            var helper: SecretBytes?
            if mark & Self.hasHelper != 0 {
                let told = try reader.sized()
                helper = SecretBytes(count: told.count) { $0.copyMemory(from: told) }
            }
            try reader.finish()
            var settings = VaultSettings(remote: remote, helper: helper)
            settings.isPaused = mark & Self.paused != 0
            return settings
        }
    }
}
