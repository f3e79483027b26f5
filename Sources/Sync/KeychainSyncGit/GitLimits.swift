internal import KeychainSync

/// Limits on the cost of a hostile or broken repository.
package struct GitLimits: Sendable {
    /// The largest file that is read, in bytes.
    package var file = VaultFileChange.longest
    /// All files that are read at once, in bytes.
    package var total = 512 << 20
    /// The names in a folder, in bytes.
    package var listing = 16 << 20
    /// The largest size of one fetch, and of the clone, in bytes.
    package var fetch = 1 << 30
    /// The memory of a git that fetches, in bytes of addresses.
    package var memory = 4 << 30
    /// The longest time that a command on the clone may take, in seconds.
    package var localSeconds = 120.0
    /// The longest time that a fetch or a push may take, in seconds.
    package var remoteSeconds = 900.0

    package init() {}
}
