import Foundation
import Security

/// The names of Core Foundation that code about keychains uses.
public enum OlderCoreFoundation {
    /// A query that is put together value by value.
    public static func query() -> CFDictionary {
        let query: CFMutableDictionary = CFDictionaryCreateMutable(nil, 0, nil, nil)
        func opaque(_ object: AnyObject) -> UnsafeRawPointer {
            UnsafeRawPointer(Unmanaged.passUnretained(object).toOpaque())
        }
        let limit = 1 as NSNumber
        CFDictionaryAddValue(query, opaque(kSecClass), opaque(kSecClassGenericPassword))
        CFDictionarySetValue(query, opaque(kSecMatchLimit), opaque(limit))
        CFDictionarySetValue(query, opaque(kSecReturnAttributes), opaque(kCFBooleanTrue))
        let attributes = NSMutableDictionary(dictionary: query)
        attributes.setValue("older", forKey: kSecAttrService as String)
        return attributes
    }

    /// Values through the functions on them.
    public static func values() -> [Bool] {
        let text = CFStringCreateWithCString(nil, "Ab", CFStringBuiltInEncodings.UTF8.rawValue)
        let other = "aB" as CFString
        let bytes: [UInt8] = [1, 2, 3]
        let data = bytes.withUnsafeBufferPointer { buffer -> Data in
            let data = CFDataCreateWithBytesNoCopy(nil, buffer.baseAddress, 3, kCFAllocatorNull)
            var copy = [UInt8](repeating: 0, count: 2)
            CFDataGetBytes(data, CFRangeMake(1, 2), &copy)
            return Data(copy)
        }
        let domain: CFErrorDomain = kCFErrorDomainOSStatus
        let error: CFError = CFErrorCreate(nil, domain, CFIndex(errSecParam), nil)
        let now = CFAbsoluteTimeGetCurrent()
        let date = Date(timeIntervalSinceReferenceDate: now) as CFDate
        return [
            CFStringCompare(text, other, .compareCaseInsensitive) == .compareEqualTo,
            CFStringGetLength(other) == 2,
            data == Data([2, 3]),
            CFErrorGetCode(error) == CFIndex(errSecParam),
            abs(CFDateGetAbsoluteTime(date) - now) < 1,
            CFGetTypeID(kCFNull) == CFNullGetTypeID(),
            CFHash(other) == CFHash("aB" as CFString),
            CFBooleanGetValue(kCFBooleanTrue),
            CFArrayGetCount([1, 2] as CFArray) == 2,
            CFCopyDescription(other) as String == "aB",
        ]
    }
}
