import Foundation
import PortableSecurity
import Testing

/// Identities as objects and as items (item-semantics.md §6.6 and §6.7).
@Suite struct IdentityTests {
    @Test func joinsItsParts() throws {
        let identity = try #require(newIdentity())
        var certificate: SecCertificate?
        #expect(SecIdentityCopyCertificate(identity, &certificate) == errSecSuccess)
        #expect(certificate == Fixture.server)
        var key: SecKey?
        #expect(SecIdentityCopyPrivateKey(identity, &key) == errSecSuccess)
        #expect(key == (Fixture.serverKey))
        #expect(identity == newIdentity())
        #expect(identity.hash == newIdentity()?.hash)
        #expect(CFGetTypeID(identity) == SecIdentityGetTypeID())
    }

    @Test func doesNotJoinUnrelatedParts() throws {
        let key = Fixture.serverKey
        let publicKey = try #require(SecKeyCopyPublicKey(key))
        #expect(SecIdentityCreate(nil, Fixture.root, key) == nil)
        #expect(SecIdentityCreate(nil, Fixture.server, publicKey) == nil)
    }

    @Test func isFoundWhenBothPartsAreStored() throws {
        try isolated { _ in
            let query: [String: Any] = [
                kSecClass as String: kSecClassIdentity,
                kSecReturnRef as String: true,
            ]
            #expect(add(Fixture.server) == errSecSuccess)
            #expect(search(query).status == errSecItemNotFound)
            #expect(add(Fixture.serverKey) == errSecSuccess)
            let (status, item) = search(query)
            #expect(status == errSecSuccess)
            let identity = item as! SecIdentity
            #expect(identity == newIdentity())

            var joined: SecIdentity?
            let found = SecIdentityCreateWithCertificate(nil, Fixture.server, &joined)
            #expect(found == errSecSuccess)
            #expect(joined == identity)
        }
    }

    @Test func isStoredAsAWhole() throws {
        try isolated { _ in
            let identity = try #require(newIdentity())
            #expect(add(identity) == errSecSuccess)
            #expect(add(identity) == errSecDuplicateItem)
            let (_, result) = search([
                "class": kSecClassIdentity, "r_Ref": true, "r_Attributes": true, "r_Data": true,
            ])
            let item = try #require(result as? [CFString: Any])
            #expect(item[kSecValueRef] as? SecIdentity == identity)
            #expect(item[kSecClass] as? String == kSecClassIdentity as String)
            #expect(item[kSecAttrLabel] as? String == "Front Door")
            #expect(item[kSecValueData] as? Data == Fixture.serverKeyBytes)
            #expect(item["certdata" as CFString] as? Data == Fixture.serverBytes)
            #expect(SecItemDelete([kSecValueRef: identity] as CFDictionary) == errSecSuccess)
            #expect(search(["class": kSecClassKey]).status == errSecItemNotFound)
        }
    }

    @Test func isNotFoundWithoutItsKey() throws {
        try isolated { _ in
            var identity: SecIdentity?
            let status = SecIdentityCreateWithCertificate(nil, Fixture.server, &identity)
            #expect(status == errSecItemNotFound)
            #expect(identity == nil)
        }
    }

    private func newIdentity() -> SecIdentity? {
        SecIdentityCreate(kCFAllocatorDefault, Fixture.server, Fixture.serverKey)
    }

    private func add(_ object: AnyObject) -> OSStatus {
        SecItemAdd([kSecValueRef: object] as CFDictionary, nil)
    }
}
