import Foundation
import PortableKeychain
import PortableSecurity
import Testing

/// The behaviour that programs and wrappers rely on before the rules of items: the preparation of a
/// dictionary.
///
/// Code is tested on a keychain in memory and runs on one on disk, so each rule is checked on both.
@Suite struct ClientLayerTests {
    enum Place: CaseIterable { case memory, disk }

    /// The dictionaries that are sent, one after the other, and the statuses of the answers.
    struct Rule: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let check: @Sendable () throws -> Void

        init(_ description: String, _ check: @escaping @Sendable () throws -> Void) {
            testDescription = description
            self.check = check
        }
    }

    @Test(arguments: Place.allCases, Rule.all)
    func holds(place: Place, rule: Rule) throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        defer { try? FileManager.default.removeItem(at: folder) }
        let configuration = Keychain.Configuration(
            applicationIdentifier: "app",
            accessGroups: ["second", "caf\u{E9}"],
            folder: folder.path
        )
        let keychain =
            switch place {
            case .memory: try Keychain.inMemory(configuration)
            case .disk: try Keychain.create(.named("rules"), configuration: configuration)
            }
        try Keychain.withCurrent(keychain) { try rule.check() }
    }
}

private typealias Query = [CFString: Any]

private var item: Query {
    [kSecClass: kSecClassGenericPassword, kSecAttrService: "s", kSecAttrAccount: "a"]
}
private var server: Query {
    [kSecClass: kSecClassInternetPassword, kSecAttrServer: "example.com"]
}
private var secret: Query { [kSecValueData: Data("s3cret".utf8)] }

private func add(_ query: Query, _ more: Query = [:]) -> OSStatus {
    SecItemAdd(query.merging(more) { $1 } as CFDictionary, nil)
}

private func find(_ query: Query, _ more: Query = [:]) -> OSStatus {
    SecItemCopyMatching(query.merging(more) { $1 } as CFDictionary, nil)
}

private func update(_ query: Query, _ more: Query = [:], _ changes: Query = secret) -> OSStatus {
    SecItemUpdate(query.merging(more) { $1 } as CFDictionary, changes as CFDictionary)
}

private func delete(_ query: Query, _ more: Query = [:]) -> OSStatus {
    SecItemDelete(query.merging(more) { $1 } as CFDictionary)
}

private func results(_ query: Query) -> [[String: Any]] {
    let all: Query = [kSecMatchLimit: kSecMatchLimitAll, kSecReturnAttributes: true]
    return search(query.merging(all) { $1 } as [String: Any]).result as? [[String: Any]] ?? []
}

private func reference(to query: Query) throws -> Data {
    var result: CFTypeRef?
    let asking = query.merging([kSecReturnPersistentRef: true]) { $1 }
    #expect(SecItemCopyMatching(asking as CFDictionary, &result) == errSecSuccess)
    return try #require(result as? Data)
}

private func accessControl(_ flags: SecAccessControlCreateFlags) throws -> SecAccessControl {
    try #require(
        SecAccessControlCreateWithFlags(nil, kSecAttrAccessibleWhenUnlocked, flags, nil)
    )
}

extension ClientLayerTests.Rule {
    static let all = conditions + values + groups

    private static let conditions = [
        Self("an access control is no condition, so that delete-then-add finds the old item") {
            let access: Query = [kSecAttrAccessControl: try accessControl(.userPresence)]
            #expect(add(item, secret) == errSecSuccess)
            #expect(find(item, access) == errSecSuccess)
            #expect(update(item, access) == errSecSuccess)
            let other: Query = [kSecAttrAccessible: kSecAttrAccessibleAfterFirstUnlock]
            #expect(find(item, access.merging(other) { $1 }) == errSecParam)
            #expect(delete(item, access) == errSecSuccess)
            #expect(find(item) == errSecItemNotFound)
        },
        Self("a persistent reference and 'any' go together in all verbs") {
            #expect(add(item, secret) == errSecSuccess)
            let query: Query = [
                kSecValuePersistentRef: try reference(to: item),
                kSecAttrSynchronizable: kSecAttrSynchronizableAny,
            ]
            #expect(find(query) == errSecSuccess)
            #expect(update(query) == errSecSuccess)
            #expect(delete(query) == errSecSuccess)
            #expect(find(query) == errSecItemNotFound)
        },
        Self("a persistent reference and an access control go together in all verbs") {
            #expect(add(item, secret) == errSecSuccess)
            let query: Query = [
                kSecValuePersistentRef: try reference(to: item),
                kSecAttrAccessControl: try accessControl(.userPresence),
            ]
            #expect(find(query) == errSecSuccess)
            #expect(update(query) == errSecSuccess)
            #expect(delete(query) == errSecSuccess)
            #expect(find(query) == errSecItemNotFound)
        },
        Self("a persistent reference of another length finds nothing") {
            #expect(add(item, secret) == errSecSuccess)
            let reference = try reference(to: item)
            for wrong in [reference.dropLast(), reference + [0], Data()] {
                #expect(find([kSecValuePersistentRef: wrong]) == errSecItemNotFound)
            }
        },
        Self("every wish about the user interface but 'skip' is dropped") {
            for wish in ["u_AuthUIX", 5, Data(), kSecUseAuthenticationUISkip] as [Any] {
                let isSkip = wish as? NSString == kSecUseAuthenticationUISkip as NSString
                let expected = isSkip ? errSecParam : errSecSuccess
                let query: Query = [kSecUseAuthenticationUI: wish]
                #expect(add(item, query.merging(secret) { $1 }) == expected)
                #expect(update(item, query) == expected)
                #expect(delete(item, query) == expected)
                #expect(add(item, secret) == errSecSuccess)
                #expect(find(item, query) == errSecSuccess)
                #expect(delete(item) == errSecSuccess)
            }
        },
        Self("a delete of all is a delete") {
            for account in ["a", "b", "c"] {
                #expect(add(item, [kSecAttrAccount: account]) == errSecSuccess)
            }
            let all: Query = [kSecClass: kSecClassGenericPassword, kSecAttrService: "s"]
            #expect(delete(all, [kSecMatchLimit: kSecMatchLimitAll]) == errSecSuccess)
            #expect(delete(all, [kSecMatchLimit: kSecMatchLimitAll]) == errSecItemNotFound)
            #expect(add(item, secret) == errSecSuccess)
            #expect(update(item, [kSecMatchLimit: kSecMatchLimitAll]) == errSecParam)
        },
        Self("issuers are no condition for a password") {
            #expect(add(item, secret) == errSecSuccess)
            for issuers in [[], [Data("issuer".utf8)]] {
                #expect(find(item, [kSecMatchIssuers: issuers]) == errSecSuccess)
            }
        },
        Self("an issuer is a whole name, and no string") {
            let query: Query = [kSecClass: kSecClassCertificate]
            #expect(add(query, [kSecValueRef: Fixture.server]) == errSecSuccess)
            let issuer = try #require(
                SecCertificateCopyNormalizedIssuerSequence(Fixture.server)
            )
            #expect(find(query, [kSecAttrIssuer: issuer]) == errSecSuccess)
            #expect(find(query, [kSecAttrIssuer: "Door Root"]) == errSecParam)
            let label: Query = [kSecAttrLabel: "found by its issuer"]
            #expect(update(query, [kSecAttrIssuer: issuer], label) == errSecSuccess)
            #expect(update(query, label, [kSecAttrIssuer: issuer]) == errSecSuccess)
            #expect(find(query, [kSecAttrIssuer: issuer]) == errSecSuccess)
            #expect(delete(query, [kSecAttrIssuer: issuer]) == errSecSuccess)
            let again: Query = [
                kSecAttrIssuer: issuer, kSecAttrSerialNumber: Data([1]), kSecValueData: Data(),
            ]
            #expect(add(query, again) == errSecSuccess)
            #expect(add(query, again) == errSecDuplicateItem)
            let content = (issuer as Data).dropFirst(2)
            #expect(results(query).map { $0[kSecAttrIssuer as String] as? Data } == [content])
        },
        Self("the normalized names of certificates are what a search by issuers takes") {
            let query: Query = [kSecClass: kSecClassCertificate]
            #expect(add(query, [kSecValueRef: Fixture.server]) == errSecSuccess)
            let names = try [
                #require(SecCertificateCopyNormalizedIssuerSequence(Fixture.server)),
                #require(SecCertificateCopyNormalizedSubjectSequence(Fixture.root)),
            ]
            for name in names { #expect(find(query, [kSecMatchIssuers: [name]]) == errSecSuccess) }
            let other = try #require(
                SecCertificateCopyNormalizedSubjectSequence(Fixture.server)
            )
            #expect(find(query, [kSecMatchIssuers: [other]]) == errSecItemNotFound)
        },
    ]

    private static let values = [
        Self("a number as text is a number only if it prints back identically") {
            #expect(add(server, [kSecAttrPort: "443"]) == errSecSuccess)
            #expect(find(server, [kSecAttrPort: 443]) == errSecSuccess)
            #expect(find(server, [kSecAttrPort: "443"]) == errSecSuccess)
            for text in ["0443", "+443", " 443", "443.0", "-0"] {
                #expect(find(server, [kSecAttrPort: text]) == errSecItemNotFound, "\(text)")
                #expect(delete(server, [kSecAttrPort: text]) == errSecItemNotFound, "\(text)")
            }
            #expect(results(server).map { $0[kSecAttrPort as String] as? Int } == [443])
        },
        Self("booleans and objects are no data") {
            #expect(add(item, [kSecAttrGeneric: true]) == errSecParam)
            #expect(add(item, [kSecValueData: true]) == errSecParam)
            #expect(add(item, [kSecAttrGeneric: NSUUID()]) == errSecParam)
            #expect(find(item) == errSecItemNotFound)
        },
        Self("keys are strings, and new values hold no reference") {
            #expect(add(item, secret) == errSecSuccess)
            for changes in [[7: "x"], [kSecValuePersistentRef: "x"], [kSecValueRef: "x"]]
                as [[AnyHashable: Any]]
            {
                let status = SecItemUpdate(item as CFDictionary, changes as CFDictionary)
                #expect(status == errSecParam, "\(changes)")
            }
            #expect(SecItemCopyMatching([7: "x"] as CFDictionary, nil) == errSecParam)
        },
        Self("an accessibility may be data") {
            #expect(add(item, [kSecAttrAccessible: Data("ak".utf8)]) == errSecSuccess)
            #expect(
                results(item).first?[kSecAttrAccessible as String] as? String
                    == kSecAttrAccessibleWhenUnlocked as String
            )
        },
        Self("nothing is stored as if it were on a token") {
            #expect(add(item, [kSecAttrTokenID: "com.example.token"]) != errSecSuccess)
            #expect(find(item) == errSecItemNotFound)
        },
    ]

    private static let groups = [
        Self("one account in several groups is several items") {
            for group in ["app", "second"] {
                let value: Query = [kSecValueData: Data(group.utf8)]
                #expect(
                    add(item, value.merging([kSecAttrAccessGroup: group]) { $1 }) == errSecSuccess
                )
            }
            #expect(add(item) == errSecDuplicateItem, "the first group is the default")
            let found = results(item).compactMap { $0[kSecAttrAccessGroup as String] as? String }
            #expect(found.sorted() == ["app", "second"])
            #expect(update(item, [kSecAttrAccessGroup: "second"]) == errSecSuccess)
            let old = search([
                kSecClass as String: kSecClassGenericPassword,
                kSecAttrAccessGroup as String: "app", kSecReturnData as String: true,
            ])
            #expect(old.result as? Data == Data("app".utf8))
            #expect(delete(item) == errSecSuccess, "a delete without a group is about all")
            #expect(results(item).isEmpty)
        },
        Self("another group is refused, and a search in it is, too") {
            let other: Query = [kSecAttrAccessGroup: "third"]
            #expect(add(item, other) == errSecMissingEntitlement)
            #expect(find(item, other) == errSecMissingEntitlement)
            #expect(delete(item, other) == errSecMissingEntitlement)
        },
        Self("groups are compared as bytes") {
            #expect(add(item, [kSecAttrAccessGroup: "caf\u{E9}"]) == errSecSuccess)
            #expect(
                add(item, [kSecAttrAccessGroup: "cafe\u{301}"]) == errSecMissingEntitlement
            )
        },
    ]
}
