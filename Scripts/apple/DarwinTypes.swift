// swift-format-ignore-file
// The types of Apple's C library for Darwin.swift: a module of their own, because a Swift module cannot have a function
// and a type of one name, as stat is.
@_exported public import Glibc

public typealias mode_t = UInt16
public typealias dev_t = Int32
public typealias ino_t = UInt64
public typealias off_t = Int64
public typealias nlink_t = UInt16
public typealias nfds_t = UInt32
public typealias tcflag_t = UInt
public typealias sa_family_t = UInt8

public struct stat {
    public init() { fatalError() }
    public var st_dev: dev_t
    public var st_mode: mode_t
    public var st_nlink: nlink_t
    public var st_ino: ino_t
    public var st_uid: uid_t
    public var st_gid: gid_t
    public var st_atimespec: timespec
    public var st_mtimespec: timespec
    public var st_ctimespec: timespec
    public var st_size: off_t
    public var st_blocks: Int64
    public var st_blksize: Int32
}

public struct statvfs {
    public init() { fatalError() }
    public var f_bsize: UInt
    public var f_frsize: UInt
    public var f_blocks: UInt32
    public var f_bfree: UInt32
    public var f_bavail: UInt32
    public var f_files: UInt32
    public var f_ffree: UInt32
    public var f_favail: UInt32
    public var f_flag: UInt
}
