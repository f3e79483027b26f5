import Foundation

/// The files that this process may have open at once.
///
/// A test that connects hundreds of times uses most of the usual 1,024, and the tests that run beside
/// it in the same process would fail (EMFILE, which Foundation calls EIO).
package enum OpenFiles {
    /// Allows more than the usual number, as far as the system lets any process do so.
    package static func allowMany() {
        #if canImport(Glibc)
            let kind = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
        #else
            let kind = RLIMIT_NOFILE
        #endif
        var limit = rlimit()
        guard getrlimit(kind, &limit) == 0, limit.rlim_cur < 8192 else { return }
        limit.rlim_cur = min(limit.rlim_max, 8192)
        setrlimit(kind, &limit)
    }
}
