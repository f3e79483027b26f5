extension SealedStore {
    /// Removes a store's file with its companions, for good.
    ///
    /// - Parameter path: The file of a store; anything else is refused and stays as it is.
    /// - Throws: As ``open(_:options:)``.
    package static func remove(_ path: String) throws(StoreError) {
        let location = try Location(path)
        try SealedStore(location, options: Options()).close()
        // The file goes first: without it the companions mean nothing, and not the other way round.
        for suffix in [""] + Location.companions { System.removeFile(location.path + suffix) }
        try System.synchronize(location.folder)
    }
}
