import CoreFoundation
import Foundation
import Security
// The classes of Core Foundation are others on Linux. These lines choose Security's; on Apple's
// platforms both are the same.
import typealias Security.CFDictionary
import typealias Security.CFString
import typealias Security.CFTypeRef

/// Uses names that both modules have.
public func queryBesideCoreFoundation() -> CFDictionary {
    let service: CFString = "both" as CFString
    let query: [CFString: CFTypeRef] = [
        kSecClass: kSecClassGenericPassword, kSecAttrService: service,
    ]
    return query as CFDictionary
}
