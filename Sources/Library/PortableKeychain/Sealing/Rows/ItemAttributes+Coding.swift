extension ItemAttributes {
    /// The attributes as vault-format.md §8.1 writes them.
    package var storedForm: [UInt8] {
        var writer = ByteWriter()
        AttributeCoding.encode(self, into: &writer)
        return writer.bytes
    }

    /// Reads attributes as ``storedForm`` writes them.
    ///
    /// - Throws: ``KeychainError/Code/corrupt`` for other bytes.
    package init(storedForm bytes: UnsafeRawBufferPointer) throws(KeychainError) {
        self = try AttributeView(bytes).decoded()
    }
}
