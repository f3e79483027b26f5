extension SealedStore {
    /// The options of a store, for tests; programs use the defaults.
    package struct Options: Sendable {
        /// The name of the SQLite VFS that does the file work, for tests; `nil` for the default.
        package var vfs: String?
        /// The longest time an operation waits for other processes, in microseconds.
        package var patience: UInt64
        /// The number of pages in the write-ahead log after which a commit moves them into the
        /// file; 0 for never.
        package var checkpointPages: Int32
        /// The number of pages in memory, of which a longer transaction writes some into the log
        /// before its end; `nil` for the default.
        package var cachePages: Int32?

        /// Makes options; omitted ones have their default.
        package init(
            vfs: String? = nil,
            patience: UInt64 = 60_000_000,
            checkpointPages: Int32 = 256,
            cachePages: Int32? = nil
        ) {
            self.vfs = vfs
            self.patience = patience
            self.checkpointPages = checkpointPages
            self.cachePages = cachePages
        }
    }
}
