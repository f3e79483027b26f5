extension SealedStore {
    /// What a store can be told about its surroundings; the defaults are for everybody.
    package struct Options: Sendable {
        /// The name of the SQLite VFS that does the file work, for tests; `nil` is the usual one.
        package var vfs: String?
        /// The longest time an operation waits for other processes, in microseconds.
        package var patience: UInt64
        /// After how many pages in the write-ahead log a commit moves them into the file; 0: never.
        package var checkpointPages: Int32

        /// Makes options; every one left out is the usual one.
        package init(
            vfs: String? = nil,
            patience: UInt64 = 60_000_000,
            checkpointPages: Int32 = 1000
        ) {
            self.vfs = vfs
            self.patience = patience
            self.checkpointPages = checkpointPages
        }
    }
}
