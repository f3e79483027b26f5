extension SealedStore {
    /// Removes a store's file with its companions, for good.
    ///
    /// Others who have it open can still read it, but no longer write.
    ///
    /// - Parameters:
    ///   - path: The file of a store; anything else is refused and stays as it is.
    ///   - options: For tests.
    /// - Throws: As ``open(_:options:)``.
    package static func remove(
        _ path: String,
        options: Options = Options()
    ) throws(StoreError) {
        let location = try Location(path)
        let identity = try location.inspect()
        try SealedStore(location, options: options).close()
        let gate = try Gate(
            shutting: location.path + Location.lockSuffix,
            patience: Patience(limit: options.patience)
        )
        defer { gate.open() }
        // Somebody else may have removed the store meanwhile, and made another.
        guard try location.inspect() == identity else {
            throw StoreError(.notFound, "Another file took the place of \(location.path).")
        }
        // The file goes first: without it the companions mean nothing, and not the other way round.
        // The gate goes last, because until then it keeps a creator away.
        for suffix in [""] + Location.companions {
            try System.removeFile(location.path + suffix)
        }
        try System.synchronize(location.folder)
    }
}
