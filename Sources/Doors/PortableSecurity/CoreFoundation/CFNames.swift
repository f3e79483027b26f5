public import Foundation

// Core Foundation's names for Foundation's classes. They must be aliases of exactly these classes:
// `dictionary as CFDictionary` works on Linux only towards the class that a Swift value bridges to.

/// A string; Swift's `String` converts with `as`.
public typealias CFString = NSString
/// A dictionary; Swift's `Dictionary` converts with `as`.
public typealias CFDictionary = NSDictionary
/// A dictionary that can change.
public typealias CFMutableDictionary = NSMutableDictionary
/// An array; Swift's `Array` converts with `as`.
public typealias CFArray = NSArray
/// A set; Swift's `Set` converts with `as`.
public typealias CFSet = NSSet
/// Bytes; Foundation's `Data` converts with `as`.
public typealias CFData = NSData
/// A moment; Foundation's `Date` converts with `as`.
public typealias CFDate = NSDate
/// A number: the same class as ``CFBoolean`` here, because `NSNumber` cannot be subclassed.
public typealias CFNumber = NSNumber
/// A truth value: the same class as ``CFNumber`` here, because `NSNumber` cannot be subclassed.
public typealias CFBoolean = NSNumber
/// An error with a domain and a number.
public typealias CFError = NSError
/// The absence of a value in a collection.
public typealias CFNull = NSNull
/// A truth value of C, as functions write it through a pointer.
public typealias DarwinBoolean = ObjCBool
/// Any object.
public typealias CFTypeRef = AnyObject
/// A set of flags.
public typealias CFOptionFlags = UInt
/// A position or length.
public typealias CFIndex = Int
/// A number that identifies a class of objects.
public typealias CFTypeID = UInt
/// The result of a call: 0, or the number of an error.
public typealias OSStatus = Int32

/// A way to get memory: ``kCFAllocatorDefault``, or ``kCFAllocatorNull`` for none.
public final class CFAllocator: Sendable {
    fileprivate init() {}
}

/// The usual way to get memory.
public let kCFAllocatorDefault: CFAllocator? = nil
/// A way that gets no memory and releases none: for memory that the caller owns.
public let kCFAllocatorNull: CFAllocator! = CFAllocator()

/// Seconds since 2001-01-01 00:00:00 UTC.
public typealias CFAbsoluteTime = Double
/// A number of seconds.
public typealias CFTimeInterval = Double
/// The name of a set of error numbers.
public typealias CFErrorDomain = NSString

// Optional as on Apple's platforms, where callers write `kCFBooleanTrue` and `kCFBooleanTrue!`.
/// The truth value "true".
public let kCFBooleanTrue: CFBoolean! = NSNumber(value: true)
/// The truth value "false".
public let kCFBooleanFalse: CFBoolean! = NSNumber(value: false)

/// The key of a bundle's identifier in its information dictionary.
nonisolated(unsafe) public let kCFBundleIdentifierKey: CFString! = "CFBundleIdentifier"
/// The key of a bundle's short name in its information dictionary.
nonisolated(unsafe) public let kCFBundleNameKey: CFString! = "CFBundleName"
/// The key of a bundle's version in its information dictionary.
nonisolated(unsafe) public let kCFBundleVersionKey: CFString! = "CFBundleVersion"
/// The key of a bundle's program in its information dictionary.
nonisolated(unsafe) public let kCFBundleExecutableKey: CFString! = "CFBundleExecutable"
/// The key of a bundle's language of development in its information dictionary.
nonisolated(unsafe) public let kCFBundleDevelopmentRegionKey: CFString! =
    "CFBundleDevelopmentRegion"
/// The key of a bundle's form of the information dictionary in its information dictionary.
nonisolated(unsafe) public let kCFBundleInfoDictionaryVersionKey: CFString! =
    "CFBundleInfoDictionaryVersion"
/// The key of a bundle's languages in its information dictionary.
nonisolated(unsafe) public let kCFBundleLocalizationsKey: CFString! = "CFBundleLocalizations"

/// The only null object.
public let kCFNull: CFNull! = NSNull()
