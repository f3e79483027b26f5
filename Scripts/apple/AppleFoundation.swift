// swift-format-ignore-file
// Apple's Foundation, which has CoreFoundation and Darwin in it, as far as it differs from Linux's where this project
// uses it. The types of CoreFoundation are their counterparts here: the compiler bridges values to both alike.
@_exported public import Darwin
@_exported public import Foundation

public typealias CFTypeRef = AnyObject
public typealias CFString = NSString
public typealias CFData = NSData
public typealias CFDictionary = NSDictionary
public typealias CFError = NSError
public typealias CFTypeID = UInt
public typealias CFIndex = Int
public typealias CFOptionFlags = UInt

/// The common part of Apple's opaque classes.
open class CFObject: Hashable {
    public static func == (left: CFObject, right: CFObject) -> Bool { left === right }
    public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

public final class CFAllocator: CFObject {}
public var kCFAllocatorDefault: CFAllocator! { fatalError() }
public func CFGetTypeID(_ cf: CFTypeRef!) -> CFTypeID { fatalError() }

extension NSDictionary {
    public convenience init(objects: UnsafePointer<AnyObject>?, forKeys keys: UnsafePointer<any NSCopying>?, count cnt: Int) { fatalError() }
}
