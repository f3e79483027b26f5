extension LocalKeeper: MeasuredKeeper {
    package var contentLength: Int { get throws(KeychainError) { try vault.contentLength } }
}
