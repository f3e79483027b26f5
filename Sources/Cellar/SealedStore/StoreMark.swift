internal import CKeychainSQLite

/// The header of the index that all processes share of a store's log: every commit changes it.
///
/// Two equal marks mean that nothing was committed in between, in any process, because the header
/// contains a counter, the salts, and the checksum of all frames. SQLite decides by the same
/// comparison whether its pages in memory are still those of the file.
package struct StoreMark: Equatable, Sendable {
    private typealias Words = (
        UInt64, UInt64, UInt64, UInt64, UInt64, UInt64
    )
    private var words: Words = (0, 0, 0, 0, 0, 0)

    /// Reads the present mark of a connection's file (`pk_sqlite_file`); `nil` if the index has to
    /// be made first.
    init?(_ file: UnsafeMutableRawPointer) {
        let isSound = withUnsafeMutableBytes(of: &words) {
            pk_sqlite_log_mark(file, $0.baseAddress) != 0
        }
        guard isSound else { return nil }
    }

    package static func == (left: Self, right: Self) -> Bool { left.words == right.words }
}
