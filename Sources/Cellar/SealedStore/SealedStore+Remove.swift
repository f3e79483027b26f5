extension SealedStore {
    /// Removes a store's file and its companions permanently.
    ///
    /// Processes that have it open get `.notFound` from then on.
    ///
    /// - Parameters:
    ///   - path: The file of a store; any other file is refused and not changed.
    ///   - options: Options for tests.
    /// - Throws: The same errors as ``open(_:options:)``.
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
        // Another process may have removed the store meanwhile, and created another one.
        guard try location.inspect() == identity else {
            throw .moved
        }
        // The file is removed first, because the companions have no meaning without it, but the
        // file needs its companions. The gate is removed last, because until then it prevents
        // others from creating a store here.
        // After a power cut, the file must not be there again without its log.
        try System.removeFile(location.path)
        try System.synchronize(location.folder)
        for suffix in Location.companions { try System.removeFile(location.path + suffix) }
        try System.synchronize(location.folder)
    }
}
