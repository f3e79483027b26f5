internal import Foundation
internal import ItemDictionaries

/// Core Foundation's numbers for the classes that callers distinguish.
enum TypeIdentifier {
    static let unknown: CFTypeID = 1
    static let string: CFTypeID = 7
    static let null: CFTypeID = 16
    static let set: CFTypeID = 17
    static let dictionary: CFTypeID = 18
    static let array: CFTypeID = 19
    static let data: CFTypeID = 20
    static let boolean: CFTypeID = 21
    static let number: CFTypeID = 22
    static let error: CFTypeID = 27
    static let date: CFTypeID = 42
    // Apple assigns these at run time, so any distinct numbers are suitable.
    static let accessControl: CFTypeID = 0x5341_4343
    static let key: CFTypeID = 0x534B_4559
    static let certificate: CFTypeID = 0x5343_4552
    static let identity: CFTypeID = 0x5349_444E
    static let policy: CFTypeID = 0x5350_4F4C
    static let trust: CFTypeID = 0x5354_5255
}

/// The number of an object's class, to compare with `CFStringGetTypeID()` and its like.
///
/// - Parameter object: Any object, among them those that a search returned.
/// - Returns: The number of its class, or 1 for a class that has no number here.
public func CFGetTypeID(_ object: CFTypeRef!) -> CFTypeID {
    switch object {
    case let number as NSNumber: number.isBoolean ? CFBooleanGetTypeID() : CFNumberGetTypeID()
    case is NSString: CFStringGetTypeID()
    case is NSData: CFDataGetTypeID()
    case is NSDictionary: CFDictionaryGetTypeID()
    case is NSArray: CFArrayGetTypeID()
    case is NSSet: CFSetGetTypeID()
    case is NSDate: CFDateGetTypeID()
    case is NSError: CFErrorGetTypeID()
    case is NSNull: CFNullGetTypeID()
    case is SecAccessControl: SecAccessControlGetTypeID()
    case is SecKey: SecKeyGetTypeID()
    case is SecCertificate: SecCertificateGetTypeID()
    case is SecIdentity: SecIdentityGetTypeID()
    case is SecPolicy: SecPolicyGetTypeID()
    case is SecTrust: SecTrustGetTypeID()
    default: TypeIdentifier.unknown
    }
}

/// The number of strings.
public func CFStringGetTypeID() -> CFTypeID { TypeIdentifier.string }
/// The number of bytes.
public func CFDataGetTypeID() -> CFTypeID { TypeIdentifier.data }
/// The number of dictionaries.
public func CFDictionaryGetTypeID() -> CFTypeID { TypeIdentifier.dictionary }
/// The number of arrays.
public func CFArrayGetTypeID() -> CFTypeID { TypeIdentifier.array }
/// The number of sets.
public func CFSetGetTypeID() -> CFTypeID { TypeIdentifier.set }
/// The number of numbers that are not truth values.
public func CFNumberGetTypeID() -> CFTypeID { TypeIdentifier.number }
/// The number of truth values.
public func CFBooleanGetTypeID() -> CFTypeID { TypeIdentifier.boolean }
/// The number of moments.
public func CFDateGetTypeID() -> CFTypeID { TypeIdentifier.date }
/// The number of errors.
public func CFErrorGetTypeID() -> CFTypeID { TypeIdentifier.error }
/// The number of the null object.
public func CFNullGetTypeID() -> CFTypeID { TypeIdentifier.null }
