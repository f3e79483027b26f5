import Foundation
import PortableSecurity
import Testing

/// The behaviour that callers expect of Core Foundation's names.
@Suite struct CoreFoundationTests {
    @Test func hashesStringObjectsLikeStrings() {
        let object = AnyHashable("acct" as NSString)
        #expect(object == AnyHashable("acct"))
        #expect(object.hashValue == AnyHashable("acct").hashValue)
        #expect(([AnyHashable("acct"): 1])[kSecAttrAccount] == 1)
        #expect(AnyHashable("ACCT" as NSString) != AnyHashable("acct"))
    }

    @Test func distinguishesClasses() {
        let table: [(CFTypeRef, CFTypeID)] = [
            ("x" as NSString, CFStringGetTypeID()),
            (NSMutableString(string: "x"), CFStringGetTypeID()),
            (NSData(), CFDataGetTypeID()), (Data([1]) as NSData, CFDataGetTypeID()),
            (["a": 1] as NSDictionary, CFDictionaryGetTypeID()), (NSArray(), CFArrayGetTypeID()),
            (NSSet(), CFSetGetTypeID()), (NSDate(), CFDateGetTypeID()),
            (NSNumber(value: 1), CFNumberGetTypeID()), (NSNumber(value: 1.5), CFNumberGetTypeID()),
            (NSNumber(value: Int8(1)), CFNumberGetTypeID()),
            (kCFBooleanTrue, CFBooleanGetTypeID()), (NSNumber(value: false), CFBooleanGetTypeID()),
            (NSNull(), CFNullGetTypeID()),
            (NSError(domain: "d", code: 1), CFErrorGetTypeID()),
        ]
        for (object, identifier) in table {
            #expect(CFGetTypeID(object) == identifier, "\(object)")
        }
        let other = CFGetTypeID(NSObject())
        #expect(!table.map(\.1).contains(other))
        #expect(Set(table.map(\.1)).count == 10)
    }

    @Test func comparesObjects() {
        #expect(CFEqual("a" as NSString, NSMutableString(string: "a")))
        #expect(!CFEqual("a" as NSString, NSNumber(value: 1)))
        #expect(!CFEqual(nil, NSNull()))
        #expect(CFEqual(nil, nil))
    }

    @Test func readsBytes() {
        let bytes: [UInt8] = [1, 2, 3]
        let data = CFDataCreate(kCFAllocatorDefault, bytes, 2)
        #expect(CFDataGetLength(data) == 2)
        #expect(CFDataGetBytePtr(data)[1] == 2)
        #expect(CFDataGetLength(CFDataCreate(nil, nil, 0)) == 0)
    }

    @Test func tellsTruthFromNumbers() {
        #expect(kCFBooleanTrue.boolValue)
        #expect(!kCFBooleanFalse!.boolValue)
        #expect(kCFBundleIdentifierKey as String == "CFBundleIdentifier")
    }

    @Test func makesErrors() {
        let info = [NSLocalizedDescriptionKey: "Because."] as CFDictionary
        let error = CFErrorCreate(kCFAllocatorDefault, kCFErrorDomainOSStatus, -50, info)
        #expect(CFErrorGetCode(error) == -50)
        #expect(CFErrorGetDomain(error) == kCFErrorDomainOSStatus)
        #expect(CFErrorCopyDescription(error) as String? == "Because.")
        #expect(CFErrorGetCode(CFErrorCreate(nil, "d" as CFString, 7, nil)) == 7)
    }

    @Test func leavesMemoryToItsOwner() {
        var bytes: [UInt8] = [1, 2, 3]
        bytes.withUnsafeMutableBufferPointer { buffer in
            let data = CFDataCreateWithBytesNoCopy(nil, buffer.baseAddress, 3, kCFAllocatorNull)
            #expect(CFDataGetBytePtr(data) == UnsafePointer(buffer.baseAddress))
            #expect(data as Data? == Data([1, 2, 3]))
        }
        bytes[0] = 9
        #expect(bytes == [9, 2, 3])
    }

    @Test func readsValues() {
        let date = Date(timeIntervalSinceReferenceDate: 7)
        #expect(CFDateGetAbsoluteTime(date as CFDate) == 7)
        #expect(abs(CFAbsoluteTimeGetCurrent() - Date().timeIntervalSinceReferenceDate) < 60)
        #expect(CFBooleanGetValue(kCFBooleanTrue))
        #expect(CFArrayGetCount(["a", "b"] as CFArray) == 2)
        #expect(CFDictionaryGetCount(["a": 1] as CFDictionary) == 1)
        #expect(CFHash("a" as CFString) == CFHash("a" as NSString))
    }
}
