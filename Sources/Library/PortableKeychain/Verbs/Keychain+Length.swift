extension Keychain {
    /// The number of bytes that are in use in the file; `nil` on a keeper without a file in this process.
    ///
    /// - Throws: A failure of the disk.
    package var contentLength: Int? {
        get throws(KeychainError) { try keeper.parts.measured?.contentLength }
    }
}
