extension Keychain {
    /// The number of bytes that are in use in the file; 0 for a keychain that is not in this process.
    ///
    /// - Throws: A failure of the disk.
    package var contentLength: Int {
        get throws(KeychainError) { try (keeper as? any MeasuredKeeper)?.contentLength ?? 0 }
    }
}
