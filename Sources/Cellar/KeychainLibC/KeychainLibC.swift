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
#else
    extension stat {
        /// The time when the content of the file was last changed.
        package var modification: timespec { st_mtim }
    }
#endif
