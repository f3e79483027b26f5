import Foundation
import KeychainTesting
@_spi(Keepers) import PortableKeychain
import PortableLocalAuthentication
import Testing

@_spi(Keepers) @testable import ItemDictionaries
@testable import PortableSecurity

/// The values that keys accept, and their meaning (item-semantics.md §2.2 and §2.3).
@Suite struct QueryValueTests {
    private func read(_ dictionary: [String: Any]) throws -> ItemRequest {
        try ItemQuery(dictionary as NSDictionary, for: .copyMatching).request
    }

    static let uuid = UUID()

    @Test func readsAttributes() throws {
        let date = Date(timeIntervalSinceReferenceDate: 1.5)
        let table: [(Any, AttributeValue)] = [
            ("text", .string("text")), ("text" as NSString, .string("text")),
            (Data([1]), .data(Data([1]))), (NSData(), .data(Data())),
            (7, .number(7)), (NSNumber(value: -1), .number(-1)), (Int64.max, .number(.max)),
            (2.9, .number(2)),
            (date, .date(date)), (date as NSDate, .date(date)),
            (kSecAttrSynchronizableAny, .string("syna")),
            (SecAccessControl(AccessControl(.always)), .accessControl(AccessControl(.always))),
        ]
        for (value, expected) in table {
            #expect(try read(["acct": value]).attributes[.account] == expected, "\(value)")
        }
    }

    /// A Boolean is a number, so only attributes that hold numbers take one.
    @Test(arguments: [
        "acct", "labl", "atag", "klbl", "gena", "binn", "subj", "agrp", "cdat", "accc",
    ]) func refusesBooleans(_ key: String) {
        refuses([key: true])
        refuses([key: kCFBooleanFalse as Any])
    }

    @Test(arguments: ["sync", "invi", "crtr", "port", "perm", "sign"])
    func readsBooleans(_ key: String) throws {
        let attribute = try #require(AttributeKey(key))
        #expect(try read([key: true]).attributes[attribute] == .number(1))
        #expect(try read([key: kCFBooleanFalse as Any]).attributes[attribute] == .number(0))
    }

    @Test func refusesAttributesOfOtherTypes() {
        let values: [Any] = [
            Self.uuid, Self.uuid as NSUUID, true, kCFBooleanFalse as Any, NSNull(), [1], ["a": 1],
            Set([1]), NSObject(), SecAccessControl(nil),
        ]
        for value in values { refuses(["acct": value]) }
    }

    @Test func readsEachKey() throws {
        let date = Date(timeIntervalSinceReferenceDate: 9)
        let table: [(String, Any, (ItemRequest) -> Bool)] = [
            ("class", "zzzz", { $0.itemClass == ItemClass(rawValue: "zzzz") }),
            ("r_Data", true, { $0.returning == .data }),
            ("r_Attributes", kCFBooleanTrue as Any, { $0.returning == .attributes }),
            ("r_Ref", true, { $0.returning == .reference }),
            ("r_PersistentRef", true, { $0.returning == .persistentReference }),
            ("r_Data", false, { $0.returning.isEmpty }),
            ("m_Limit", "m_LimitOne", { $0.limit == .one }),
            ("m_Limit", kSecMatchLimitAll, { $0.limit == .all }),
            ("m_Limit", 3, { $0.limit == .atMost(3) }),
            ("m_Limit", -1, { $0.limit == .all }),
            ("m_Issuers", [Data([1])], { $0.filters == [.issuers([[1]])] }),
            ("m_Issuers", "x", { $0.filters == [.ignored("m_Issuers")] }),
            ("m_ValidOnDate", date, { $0.filters == [.validOnDate(date)] }),
            ("m_ValidOnDate", NSNull(), { $0.filters == [.validOnDate(nil)] }),
            ("m_TrustedOnly", true, { $0.filters == [.trustedOnly(true)] }),
            ("m_EmailAddressIfPresent", "a@b", { $0.filters == [.emailAddress("a@b")] }),
            ("m_HostOrSubdomainOfHost", "b.c", { $0.filters == [.hostOrSubdomain("b.c")] }),
            (
                "m_Policy", SecPolicyCreateSSL(true, "h" as CFString),
                { $0.filters == [.policy(.tlsServer(host: "h"))] }
            ),
            ("v_Ref", Fixture.serverKey, { $0.object == .key(Fixture.serverKey.material) }),
            (
                "v_Ref", Fixture.server,
                { $0.object == .certificate(Fixture.server.certificate) }
            ),
            ("m_CaseInsensitive", true, { $0.filters == [.ignored("m_CaseInsensitive")] }),
            ("v_Data", Data("s".utf8), { $0.secret?.text == "s" }),
            ("v_Data", Data(), { $0.secret?.count == 0 }),
            ("v_PersistentRef", Data([1, 2]), { $0.persistentReference == [1, 2] }),
            ("u_AuthUI", kSecUseAuthenticationUIAllow, { $0.interaction == .allowed }),
            ("u_AuthUI", kSecUseAuthenticationUIFail, { $0.interaction == .forbidden }),
            ("u_AuthUI", kSecUseAuthenticationUISkip, { $0.interaction == .skip }),
            ("u_AuthUI", 1, { $0.interaction == .allowed }),
            ("u_AuthUI", "u_AuthUIX", { $0.interaction == .allowed }),
            ("u_AuthUI", NSNull(), { $0.interaction == .allowed }),
            ("u_NoAuthUI", true, { $0.interaction == .forbidden }),
            ("u_NoAuthUI", false, { $0.interaction == .allowed }),
            ("u_ItemList", [1], { $0.namesItemList }),
            ("u_Tomb", true, { $0.leavesTombstone == true }),
            ("u_Tomb", 0, { $0.leavesTombstone == false }),
            ("u_Tomb", "YES", { $0.leavesTombstone == true }),
            ("u_SystemKeychain", false, { $0.attributes.isEmpty }),
            ("u_OpPrompt", "Please", { $0.interaction == .allowed }),
            ("u_CredRef", Data(), { $0.interaction == .allowed }),
            ("nleg", true, { $0.attributes.isEmpty }),
            ("dspk", true, { $0.attributes.isEmpty }),
            ("dspk", kCFBooleanFalse as Any, { $0.attributes.isEmpty }),
        ]
        for (key, value, holds) in table {
            #expect(holds(try read([key: value])), "\(key) = \(value)")
        }
    }

    @Test func refusesValuesOfOtherTypes() {
        let table: [(String, [Any])] = [
            ("class", [1, Data(), NSNull()]),
            ("r_Data", [1, "true", NSNull()]), ("r_Ref", [0]), ("r_Unknown", [true]),
            ("m_Limit", [1.5, "one", true, NSNull(), Data(), -2, -100, Int64.min]),
            ("m_ValidOnDate", ["now", 1]), ("m_TrustedOnly", [1, "yes"]),
            ("m_EmailAddressIfPresent", [1, Data()]), ("m_HostOrSubdomainOfHost", [NSNull()]),
            ("m_Policy", ["x", NSObject()]),
            ("v_Data", ["text", NSNull(), 1]), ("v_PersistentRef", ["text"]),
            ("v_Ref", [NSObject(), "x"]), ("v_Other", [Data()]),
            ("u_AuthCtx", [NSObject(), "x"]), ("dspk", [1, "true", Data(), NSNull()]),
            ("u_CredRef", ["x"]), ("u_SystemKeychain", [true]),
            ("u_UserIndependentKeychain", [true]), ("u_Keychain", ["x"]), ("u_Other", [true]),
        ]
        for (key, values) in table {
            for value in values { refuses([key: value]) }
        }
    }

    @Test func readsContexts() throws {
        let context = LAContext()
        #expect(try read(["u_AuthCtx": context]).interaction == .allowed)
        context.interactionNotAllowed = true
        #expect(try read(["u_AuthCtx": context]).interaction == .forbidden)
        #expect(
            try read(["u_AuthCtx": context, "u_AuthUI": "u_AuthUIS"]).interaction == .skip
        )
        let spent = LAContext()
        spent.invalidate()
        #expect(try read(["u_AuthCtx": spent]).interaction == .forbidden)
        refuses(["u_AuthCtx": context, "u_CredRef": Data()])
    }

    /// Synchronized items have such identifiers anyway; no class has an attribute of this name.
    @Test func derivesIdentifiersWhetherAskedOrNot() throws {
        try isolated { _ in
            let item: [String: Any] = ["class": "genp", "acct": "a"]
            let asking = item.merging([kSecAttrDeriveSyncIDFromItemAttributes as String: true]) {
                $1
            }
            #expect(SecItemAdd(asking as CFDictionary, nil) == errSecSuccess)
            #expect(SecItemAdd(item as CFDictionary, nil) == errSecDuplicateItem)
            #expect(search(asking).status == errSecSuccess)
            let (_, found) = search(item.merging(["r_Attributes": true]) { $1 })
            #expect((found as? [String: Any])?["dspk"] == nil)
            let change = [kSecAttrDeriveSyncIDFromItemAttributes as String: 1]
            let status = SecItemUpdate(item as CFDictionary, change as CFDictionary)
            #expect(status == errSecNoSuchAttr)
            #expect(SecItemDelete(asking as CFDictionary) == errSecSuccess)
        }
    }

    @Test func readsChanges() throws {
        let changes = try ItemChanges(
            ["acct": "b", "v_Data": Data("s".utf8), "nleg": true, "persistref": Data()]
                as NSDictionary
        )
        #expect(changes.attributes == [.account: .string("b")])
        #expect(changes.secret?.text == "s")
        for key in ["class", "r_Data", "m_Limit", "u_AuthUI", "v_Other", ""] {
            #expect(throws: KeychainError(.noSuchAttribute)) {
                try ItemChanges([key: true] as NSDictionary)
            }
        }
        for (key, value) in [
            ("v_Data", "text"), ("v_Data", NSNull()), ("v_Ref", "text"), ("v_PersistentRef", 1),
            (1, "text"), (Data([1]), "text"),
        ] as [(AnyHashable, Any)] {
            #expect(throws: KeychainError(.invalidParameter), "\(key)") {
                try ItemChanges([key: value] as NSDictionary)
            }
        }
    }

    private func refuses(_ dictionary: [String: Any]) {
        #expect(throws: KeychainError(.invalidParameter), "\(dictionary)") {
            try read(dictionary)
        }
    }
}
