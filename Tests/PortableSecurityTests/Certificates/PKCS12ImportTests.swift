import Foundation
@_spi(Keepers) import KeychainTesting
import PortableSecurity
import Testing

/// Bundles of certificates and keys (item-semantics.md §6.8).
@Suite struct PKCS12ImportTests {
    @Test func makesIdentities() throws {
        try isolated { recorder in
            let options: [String: Any] = [kSecImportExportPassphrase as String: "open"]
            var rawItems: CFArray?
            let status = SecPKCS12Import(
                Fixture.bundle as CFData,
                options as CFDictionary,
                &rawItems
            )
            #expect(status == errSecSuccess)
            let items = rawItems! as! [[String: Any]]
            #expect(items.count == 1)
            let firstItem = try #require(items.first)
            let identity = firstItem[kSecImportItemIdentity as String] as! SecIdentity
            #expect(
                identity == SecIdentityCreate(nil, Fixture.server, Fixture.serverKey)
            )
            let chain = firstItem[kSecImportItemCertChain as String] as? [SecCertificate]
            #expect(chain == [Fixture.server, Fixture.root])
            #expect(firstItem[kSecImportItemLabel as String] as? String == "front door")
            #expect((firstItem[kSecImportItemKeyID as String] as? Data)?.count == 20)
            let trust = firstItem[kSecImportItemTrust as String] as! SecTrust
            #expect(SecTrustGetCertificateCount(trust) == 2)
            // Into memory alone.
            #expect(recorder.requests.isEmpty)
        }
    }

    @Test func storesWhenAsked() throws {
        let wishes: [[CFString: Any]] = [
            [kSecUseDataProtectionKeychain: true], [kSecImportToMemoryOnly: false],
        ]
        for wish in wishes {
            try isolated { _ in
                var options = wish
                options[kSecImportExportPassphrase] = "open"
                options[kSecAttrAccessible] = kSecAttrAccessibleAfterFirstUnlock
                // A second import finds everything there.
                for _ in 1...2 { #expect(imported(Fixture.bundle, options).status == 0) }
                let (_, result) = search([
                    "class": kSecClassIdentity, "r_Attributes": true, "m_Limit": "m_LimitAll",
                ])
                let identities = try #require(result as? [[CFString: Any]])
                #expect(identities.count == 1)
                #expect(identities.first?[kSecAttrAccessible] as? String == "ck")
                let (_, certificates) = search([
                    "class": kSecClassCertificate, "r_Ref": true, "m_Limit": "m_LimitAll",
                ])
                let stored = certificates as? [SecCertificate] ?? []
                #expect(Set(stored) == [Fixture.server, Fixture.root])
            }
        }
    }

    @Test func storesNothingThatIsRefused() throws {
        try isolated { _ in
            let options: [CFString: Any] = [
                kSecImportExportPassphrase: "open", kSecUseDataProtectionKeychain: true,
                kSecAttrAccessGroup: "not.mine",
            ]
            let (status, items) = imported(Fixture.bundle, options)
            #expect(status == errSecMissingEntitlement)
            #expect(items == nil)
            #expect(search(["class": kSecClassCertificate]).status == errSecItemNotFound)
        }
    }

    static let failures: [(Data, [String: String], OSStatus)] = [
        (Fixture.bundle, [:], errSecAuthFailed),
        (Fixture.bundle, ["passphrase": ""], errSecAuthFailed),
        (Fixture.bundle, ["passphrase": "wrong"], errSecAuthFailed),
        (Data(), ["passphrase": "open"], errSecDecode),
        (Fixture.serverBytes, ["passphrase": "open"], errSecDecode),
        (Fixture.bundle.dropLast(7), ["passphrase": "open"], errSecDecode),
    ]

    @Test(arguments: failures.indices)
    func fails(index: Int) {
        let (bytes, options, status) = Self.failures[index]
        let result = imported(
            bytes,
            Dictionary(uniqueKeysWithValues: options.map { ($0 as CFString, $1) })
        )
        #expect(result.status == status)
        #expect(result.items == nil)
    }

    @Test func makesNothingOfCertificatesAlone() {
        let options: [CFString: Any] = [kSecImportExportPassphrase: "open"]
        let result = imported(Fixture.bundleWithoutKeys, options)
        #expect(result.status == errSecSuccess)
        #expect(result.items?.count == 0)
    }

    private func imported(
        _ bytes: Data,
        _ options: [CFString: Any]
    ) -> (status: OSStatus, items: CFArray?) {
        var items: CFArray?
        let status = SecPKCS12Import(bytes as CFData, options as CFDictionary, &items)
        return (status, items)
    }
}
