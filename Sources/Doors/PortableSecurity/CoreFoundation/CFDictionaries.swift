public import Foundation

/// The functions that a dictionary calls for its keys; ``kCFTypeDictionaryKeyCallBacks`` is the
/// only set.
public struct CFDictionaryKeyCallBacks: Sendable {
    fileprivate init() {}
}

/// The functions that a dictionary calls for its values; ``kCFTypeDictionaryValueCallBacks`` is the
/// only set.
public struct CFDictionaryValueCallBacks: Sendable {
    fileprivate init() {}
}

/// Keys are objects, which the dictionary retains.
public let kCFTypeDictionaryKeyCallBacks = CFDictionaryKeyCallBacks()
/// Values are objects, which the dictionary retains.
public let kCFTypeDictionaryValueCallBacks = CFDictionaryValueCallBacks()

/// Makes an empty dictionary.
///
/// - Parameters:
///   - allocator: Always ``kCFAllocatorDefault``.
///   - capacity: Ignored.
///   - keyCallBacks: ``kCFTypeDictionaryKeyCallBacks``.
///   - valueCallBacks: ``kCFTypeDictionaryValueCallBacks``.
/// - Returns: The dictionary.
public func CFDictionaryCreateMutable(
    _ allocator: CFAllocator!,
    _ capacity: CFIndex,
    _ keyCallBacks: UnsafePointer<CFDictionaryKeyCallBacks>!,
    _ valueCallBacks: UnsafePointer<CFDictionaryValueCallBacks>!
) -> CFMutableDictionary! {
    NSMutableDictionary()
}

/// Sets a value, if the key has none yet.
///
/// - Parameters:
///   - dictionary: The dictionary.
///   - key: A string, as `Unmanaged.passUnretained(kSecClass).toOpaque()`.
///   - value: An object, in the same way.
public func CFDictionaryAddValue(
    _ dictionary: CFMutableDictionary!,
    _ key: UnsafeRawPointer!,
    _ value: UnsafeRawPointer!
) {
    let name = object(key)
    guard dictionary.object(forKey: name) == nil else { return }
    dictionary[name] = object(value)
}

/// Sets a value, and replaces the one that the key has.
///
/// - Parameters:
///   - dictionary: The dictionary.
///   - key: A string, as `Unmanaged.passUnretained(kSecClass).toOpaque()`.
///   - value: An object, in the same way.
public func CFDictionarySetValue(
    _ dictionary: CFMutableDictionary!,
    _ key: UnsafeRawPointer!,
    _ value: UnsafeRawPointer!
) {
    dictionary[object(key)] = object(value)
}

private func object(_ pointer: UnsafeRawPointer) -> NSObject {
    Unmanaged<NSObject>.fromOpaque(pointer).takeUnretainedValue()
}

#if !canImport(Darwin)
    extension NSMutableDictionary {
        /// Sets the value of a key, as on Apple's platforms; `nil` removes it.
        public func setValue(_ value: Any?, forKey key: String) { self[key as NSString] = value }
    }
#endif
