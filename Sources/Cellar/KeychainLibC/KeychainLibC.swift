// The one place that knows which C library a platform has.

#if canImport(Glibc)
    @_exported public import Glibc
#elseif canImport(Musl)
    @_exported public import Musl
#else
    @_exported public import Darwin
#endif

/// `SOCK_STREAM`, which glibc declares as an enumeration.
package var streamSocket: Int32 {
    #if canImport(Glibc)
        Int32(SOCK_STREAM.rawValue)
    #else
        SOCK_STREAM
    #endif
}

#if canImport(Darwin)
    extension stat {
        /// The time when the content of the file was last changed.
        package var modification: timespec { st_mtimespec }
    }

    /// File actions for `posix_spawn_file_actions_init`, which makes the object on Darwin.
    package var emptyFileActions: posix_spawn_file_actions_t? { nil }

    /// Attributes for `posix_spawnattr_init`, which makes the object on Darwin.
    package var emptySpawnAttributes: posix_spawnattr_t? { nil }

    /// The flag of `posix_spawn` for a program in a session of its own.
    package var ownSessionFlag: Int32 { POSIX_SPAWN_SETSID }

    /// The variables of this process, for `posix_spawn`.
    ///
    /// Darwin declares no `environ`.
    package var allVariables: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>? {
        _NSGetEnviron().pointee
    }
#else
    extension stat {
        /// The time when the content of the file was last changed.
        package var modification: timespec { st_mtim }
    }

    /// File actions for `posix_spawn_file_actions_init`.
    package var emptyFileActions: posix_spawn_file_actions_t { posix_spawn_file_actions_t() }

    /// Attributes for `posix_spawnattr_init`.
    package var emptySpawnAttributes: posix_spawnattr_t { posix_spawnattr_t() }

    /// The flag of `posix_spawn` for a program in a session of its own: `POSIX_SPAWN_SETSID`,
    /// which the C library shows only with `_GNU_SOURCE`.
    package var ownSessionFlag: Int32 { 0x80 }

    /// The variables of this process, for `posix_spawn`.
    package var allVariables: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>? { environ }
#endif
