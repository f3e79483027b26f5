/// A keeper of a keychain whose size can be limited.
package protocol MeasuredKeeper: ManagedKeeper {
    /// The number of bytes that are in use in the file.
    var contentLength: Int { get throws(KeychainError) }
}
