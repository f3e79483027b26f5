internal import CKeychainPlatform
internal import KeychainLibC

/// Whole pages of memory that are kept out of core dumps and, if the system allows it, out of swap.
enum SecretPages {
    /// Maps pages of zeroes; `nil` if there is no memory.
    ///
    /// - Parameters:
    ///   - count: The length in bytes, rounded up to whole pages.
    ///   - locked: Whether to keep them out of swap.
    /// - Returns: The first byte.
    static func map(_ count: Int, locked: Bool) -> UnsafeMutableRawPointer? {
        pk_pages_map(wholePages(count), locked ? 1 : 0)
    }

    /// Unmaps pages; the caller has zeroed them.
    static func unmap(_ pages: UnsafeMutableRawPointer, _ count: Int) {
        pk_pages_unmap(pages, wholePages(count))
    }

    private static let pageSize = Int(sysconf(Int32(_SC_PAGESIZE)))

    private static func wholePages(_ count: Int) -> Int {
        (count + pageSize - 1) / pageSize * pageSize
    }
}
