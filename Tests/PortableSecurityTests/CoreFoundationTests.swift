import Foundation
import PortableSecurity
import Testing

/// What callers expect of Core Foundation's names.
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
}
