internal import SealedStore

extension Vault {
    /// Whether the file was moved, removed or replaced since it was opened.
    var fileHasMoved: Bool { store.hasMoved }

    /// The number of bytes that are in use in the file.
    var contentLength: Int {
        get throws(KeychainError) { try Self.translating { try store.contentLength() } }
    }
}
