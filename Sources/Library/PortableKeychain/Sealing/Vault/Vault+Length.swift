internal import SealedStore

extension Vault {
    /// The number of bytes that are in use in the file.
    var contentLength: Int {
        get throws(KeychainError) { try Self.translating { try store.contentLength() } }
    }
}
