// swift-format-ignore-file
// Apple's C library, as far as it differs from glibc where this project uses it. What it lacks is in
// missing-names.txt.
@_exported public import DarwinTypes

public func stat(_: UnsafePointer<CChar>!, _: UnsafeMutablePointer<stat>!) -> Int32 { fatalError() }
public func lstat(_: UnsafePointer<CChar>!, _: UnsafeMutablePointer<stat>!) -> Int32 { fatalError() }
public func fstat(_: Int32, _: UnsafeMutablePointer<stat>!) -> Int32 { fatalError() }
public func fstatat(_: Int32, _: UnsafePointer<CChar>!, _: UnsafeMutablePointer<stat>!, _: Int32) -> Int32 { fatalError() }
public var S_IFMT: mode_t { 0o170000 }
public var S_IFREG: mode_t { 0o100000 }
public var S_IFDIR: mode_t { 0o040000 }
public var S_IFLNK: mode_t { 0o120000 }
public var S_IFSOCK: mode_t { 0o140000 }
@_disfavoredOverload @discardableResult public func chmod(_: UnsafePointer<CChar>!, _: mode_t) -> Int32 { fatalError() }
@_disfavoredOverload @discardableResult public func fchmod(_: Int32, _: mode_t) -> Int32 { fatalError() }
@_disfavoredOverload @discardableResult public func mkdir(_: UnsafePointer<CChar>!, _: mode_t) -> Int32 { fatalError() }
@_disfavoredOverload @discardableResult public func mkdirat(_: Int32, _: UnsafePointer<CChar>!, _: mode_t) -> Int32 { fatalError() }
@_disfavoredOverload @discardableResult public func umask(_: mode_t) -> mode_t { fatalError() }

public func statvfs(_: UnsafePointer<CChar>!, _: UnsafeMutablePointer<statvfs>!) -> Int32 { fatalError() }
public func fstatvfs(_: Int32, _: UnsafeMutablePointer<statvfs>!) -> Int32 { fatalError() }

@_disfavoredOverload @discardableResult public func pread(_: Int32, _: UnsafeMutableRawPointer!, _: Int, _: off_t) -> Int { fatalError() }
@_disfavoredOverload @discardableResult public func pwrite(_: Int32, _: UnsafeRawPointer!, _: Int, _: off_t) -> Int { fatalError() }
@_disfavoredOverload @discardableResult public func lseek(_: Int32, _: off_t, _: Int32) -> off_t { fatalError() }
@_disfavoredOverload @discardableResult public func ftruncate(_: Int32, _: off_t) -> Int32 { fatalError() }

public struct DIR {}
public struct dirent {
    public var d_ino: UInt64
    public var d_namlen: UInt16
    public var d_type: UInt8
    public var d_name: (CChar, CChar)
}
public func opendir(_: UnsafePointer<CChar>!) -> UnsafeMutablePointer<DIR>! { fatalError() }
@_disfavoredOverload public func fdopendir(_: Int32) -> UnsafeMutablePointer<DIR>! { fatalError() }
public func readdir(_: UnsafeMutablePointer<DIR>!) -> UnsafeMutablePointer<dirent>! { fatalError() }
@discardableResult public func closedir(_: UnsafeMutablePointer<DIR>!) -> Int32 { fatalError() }

public struct termios {
    public init() { fatalError() }
    public var c_iflag: tcflag_t
    public var c_oflag: tcflag_t
    public var c_cflag: tcflag_t
    public var c_lflag: tcflag_t
    public var c_cc: (
        cc_t, cc_t, cc_t, cc_t, cc_t, cc_t, cc_t, cc_t, cc_t, cc_t, cc_t, cc_t, cc_t, cc_t, cc_t, cc_t, cc_t, cc_t, cc_t, cc_t
    )
}
@discardableResult public func tcgetattr(_: Int32, _: UnsafeMutablePointer<termios>!) -> Int32 { fatalError() }
@discardableResult public func tcsetattr(_: Int32, _: Int32, _: UnsafePointer<termios>!) -> Int32 { fatalError() }
public var TIOCGWINSZ: UInt { 0x4008_7468 }

@_disfavoredOverload @discardableResult public func poll(_: UnsafeMutablePointer<pollfd>!, _: nfds_t, _: Int32) -> Int32 { fatalError() }

public struct sockaddr_un {
    public init() { fatalError() }
    public var sun_len: UInt8
    public var sun_family: sa_family_t
    public var sun_path: (CChar, CChar)
}
public var SOCK_STREAM: Int32 { 1 }
public var SHUT_RDWR: Int32 { 2 }
public var MSG_PEEK: Int32 { 2 }
public var _SC_PAGESIZE: Int32 { 29 }

@available(*, unavailable, message: "no header declares it") public var environ: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>! { fatalError() }
