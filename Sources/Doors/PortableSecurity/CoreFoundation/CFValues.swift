public import Foundation
internal import PortableKeychain

// Functions of Core Foundation that code about keychains uses for plain values. Those that hand out
// unowned pointers to elements are left out: an array of Swift values has no such elements here.

/// The present moment, in seconds since 2001-01-01 00:00:00 UTC.
public func CFAbsoluteTimeGetCurrent() -> CFAbsoluteTime { KeychainClock.system.now() }

/// A moment, in seconds since 2001-01-01 00:00:00 UTC.
public func CFDateGetAbsoluteTime(_ date: CFDate!) -> CFAbsoluteTime {
    date.timeIntervalSinceReferenceDate
}

/// The truth value in an object.
public func CFBooleanGetValue(_ boolean: CFBoolean!) -> Bool { boolean.boolValue }

/// The number of elements.
public func CFArrayGetCount(_ array: CFArray!) -> CFIndex { array.count }

/// The number of entries.
public func CFDictionaryGetCount(_ dictionary: CFDictionary!) -> CFIndex { dictionary.count }

/// A number that is the same for equal objects.
public func CFHash(_ object: CFTypeRef!) -> UInt {
    UInt(bitPattern: (object as? NSObject)?.hash ?? ObjectIdentifier(object).hashValue)
}
