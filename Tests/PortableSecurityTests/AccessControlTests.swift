import Foundation
import PortableKeychain
import Testing

@testable import PortableSecurity

/// The flags that go together (item-semantics.md §4.4).
@Suite struct AccessControlTests {
    static let allowed: [SecAccessControlCreateFlags] = [
        [], .userPresence, .biometryAny, .biometryCurrentSet, .devicePasscode, .companion, .or,
        .and, .privateKeyUsage, .applicationPassword, [.userPresence, .applicationPassword],
        [.userPresence, .privateKeyUsage], [.biometryAny, .or, .devicePasscode],
        [.biometryCurrentSet, .and, .devicePasscode, .applicationPassword],
    ]
    static let refused: [SecAccessControlCreateFlags] = [
        [.or, .and], [.biometryAny, .biometryCurrentSet], [.userPresence, .biometryAny],
        [.userPresence, .devicePasscode], [.userPresence, .or], [.userPresence, .and],
        [.userPresence, .companion],
    ]
    static let protections = Accessibility.allCases.map(\.rawValue) + ["f"]

    @Test(arguments: allowed)
    func allows(flags: SecAccessControlCreateFlags) throws {
        let control = try #require(
            SecAccessControlCreateWithFlags(nil, kSecAttrAccessibleWhenUnlocked, flags, nil)
        )
        #expect(control.value?.constraints?.rawValue == UInt64(flags.rawValue))
        #expect(CFGetTypeID(control) == SecAccessControlGetTypeID())
        let twin = SecAccessControlCreateWithFlags(
            kCFAllocatorDefault,
            kSecAttrAccessibleWhenUnlocked,
            flags,
            nil
        )
        #expect(control == twin)
        #expect(control.hash == twin?.hash)
    }

    @Test(arguments: refused)
    func refuses(flags: SecAccessControlCreateFlags) throws {
        var error: Unmanaged<CFError>?
        let control = SecAccessControlCreateWithFlags(
            nil,
            kSecAttrAccessibleWhenUnlocked,
            flags,
            &error
        )
        #expect(control == nil)
        let found = try #require(error?.takeRetainedValue())
        #expect(CFErrorGetCode(found) == Int(errSecParam))
        #expect(CFErrorGetDomain(found) as String == "NSOSStatusErrorDomain")
        #expect((CFErrorCopyUserInfo(found) as? [String: Any])?.isEmpty == false)
    }

    @Test(arguments: protections)
    func knows(protection: String) {
        #expect(SecAccessControlCreateWithFlags(nil, protection as NSString, [], nil) != nil)
    }

    @Test(arguments: ["", "AK", "ak ", "x"])
    func refuses(protection: String) {
        #expect(SecAccessControlCreateWithFlags(nil, protection as NSString, [], nil) == nil)
        #expect(SecAccessControlCreateWithFlags(nil, NSNumber(value: 1), [], nil) == nil)
    }

    @Test func protectsAnItemAndComesBack() throws {
        let control = try #require(
            SecAccessControlCreateWithFlags(nil, kSecAttrAccessibleAlways, [], nil)
        )
        let presence = try #require(
            SecAccessControlCreateWithFlags(nil, kSecAttrAccessibleAlways, .userPresence, nil)
        )
        let reboot = try #require(
            SecAccessControlCreateWithFlags(nil, "f" as NSString, [], nil)
        )
        try isolated { _ in
            let item: [String: Any] = ["class": "genp", "acct": "a", "accc": control]
            #expect(SecItemAdd(item as CFDictionary, nil) == errSecSuccess)
            let found = search(["class": "genp", "acct": "a", "r_Attributes": true]).result
            #expect((found as? [String: Any])?["accc"] as? SecAccessControl == control)

            let guarded: [String: Any] = ["class": "genp", "acct": "b", "accc": presence]
            #expect(SecItemAdd(guarded as CFDictionary, nil) == errSecSuccess)
            let query: [String: Any] = ["class": "genp", "acct": "b", "r_Data": true]
            #expect(search(query).status == errSecInteractionNotAllowed)

            let never: [String: Any] = ["class": "genp", "acct": "c", "accc": reboot]
            #expect(SecItemAdd(never as CFDictionary, nil) == errSecParam)
        }
    }
}
