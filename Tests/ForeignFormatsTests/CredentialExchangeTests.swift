import KeychainPasskeys
import PortableKeychain
import SafeText
import Testing

@testable import ForeignFormats

/// The Credential Exchange Format.
@Suite struct CredentialExchangeTests {
    static func document(
        _ items: String,
        _ collections: String = "[]",
        version: String = #"{"major": 1, "minor": 0}"#
    ) -> String {
        """
        {"version": \(version), "exporterRpId": "other.example", "exporterDisplayName": "Other",
         "timestamp": 1700000000, "accounts": [{"id": "YQ", "username": "ann", "email": "ann@mail.example",
         "collections": \(collections), "items": \(items)}]}
        """
    }

    static func store(_ text: String, _ rules: ReadingRules = ReadingRules()) throws -> ForeignStore
    {
        try CredentialExchange.store(try JSONTree(file: .file(text)), rules)
    }

    private static func entry(_ credentials: String) throws -> PlainEntry {
        let store = try store(
            document(#"[{"id": "MQ", "title": "A", "credentials": [\#(credentials)]}]"#)
        )
        return PlainEntry(try #require(store.entries.first))
    }

    @Test func readsALogin() throws {
        let items = """
            [{"id": "MQ", "creationAt": 1704067200, "title": "Shop", "tags": ["a", "b", "a"],
              "scope": {"urls": ["https://shop.example", "https://b.example"],
               "androidApps": [{"bundleId": "com.shop"}]},
              "credentials": [
               {"type": "passkey", "credentialId": "AQID", "rpId": "shop.example", "username": "ann",
                "userDisplayName": "Ann", "userHandle": "BAU", "key": "\(PasskeyTests.Key.ed25519)"},
               {"type": "note", "content": {"fieldType": "string", "value": "n"}},
               {"type": "totp", "secret": "JBSWY3DP", "period": 60, "digits": 8, "username": "ann",
                "algorithm": "sha256", "issuer": "The Shop"},
               {"type": "generated-password", "password": "made"},
               {"type": "custom-fields", "label": "More", "fields": [
                {"fieldType": "concealed-string", "value": "12", "label": "PIN"},
                {"fieldType": "string", "value": "7", "label": "Shop"},
                {"fieldType": "later", "value": "34", "label": "New"}]},
               {"type": "basic-auth", "username": {"fieldType": "string", "value": "ann"},
                "password": {"fieldType": "concealed-string", "value": "pw"}}]}]
            """
        let collections = """
            [{"id": "Yw", "title": "Work", "items": [], "subCollections": [
              {"id": "ZA", "title": "Deep", "items": [{"item": "MQ"}]}]},
             {"id": "ZQ", "title": "Team", "items": [{"item": "MQ"}, {"item": "gone"}]}]
            """
        let store = try Self.store(Self.document(items, collections))
        #expect(store.remarks.isEmpty && store.omissions.isEmpty)
        let entry = PlainEntry(try #require(store.entries.first))
        #expect(
            [entry.title, entry.address, entry.account] == ["Shop", "https://shop.example", "ann"]
        )
        #expect([entry.password, entry.notes, entry.folder] == ["pw", "n", "Work/Deep"])
        #expect(entry.tags == ["Team", "a", "b"])
        #expect(entry.details.map(\.value) == ["https://b.example", "com.shop", "7"])
        #expect(
            entry.secrets.map(\.value) == [
                "otpauth://totp/The%20Shop:ann?secret=JBSWY3DP&issuer=The%20Shop&algorithm=SHA256"
                    + "&digits=8&period=60",
                "made", "12", "34",
            ]
        )
        #expect(
            entry.secrets.map(\.name).dropFirst() == ["generated password", "More PIN", "More New"]
        )
        #expect(store.entries[0].created == 1_704_067_200)
        let passkey = try #require(store.entries[0].passkeys.first)
        #expect(passkey.account.credentialID == [1, 2, 3])
        #expect(passkey.account.userHandle == [4, 5])
        #expect(passkey.created == nil)
    }

    @Test func readsOtherCredentials() throws {
        let wifi = try Self.entry(
            #"{"type": "wifi", "ssid": {"fieldType": "string", "value": "Home"}, "passphrase": "#
                + #"{"fieldType": "concealed-string", "value": "pw"}, "networkSecurityType": "#
                + #"{"fieldType": "wifi-network-security-type", "value": "wpa2-personal"}}"#
        )
        #expect([wifi.password, wifi.kind] == ["pw", "Wi-Fi network"])
        #expect(wifi.details.map(\.value) == ["wpa2-personal", "Home"])
        let card = try Self.entry(
            #"{"type": "credit-card", "number": {"fieldType": "concealed-string", "value": "4111"}, "#
                + #""fullName": {"fieldType": "string", "value": "Ann"}}"#
        )
        #expect(card.secrets == [.init(name: "credit card number", value: "4111")])
        #expect(card.details == [.init(name: "credit card fullName", value: "Ann")])
        let key = try Self.entry(
            #"{"type": "ssh-key", "keyType": "ssh-ed25519", "privateKey": "\#(PasskeyTests.Key.ed25519)"}"#
        )
        #expect(key.secrets.first?.value.hasPrefix("-----BEGIN PRIVATE KEY-----") == true)
        #expect(key.details == [.init(name: "ssh key keyType", value: "ssh-ed25519")])
        // A type of a later version may be secret in every part.
        let later = try Self.entry(#"{"type": "later-on", "word": "hush", "more": [{"a": 1}]}"#)
        #expect(later.secrets.map(\.name) == ["later on more a", "later on word"])
        #expect(later.details.isEmpty)
    }

    @Test func keepsSecondLogins() throws {
        func login(_ name: String, _ password: String) -> String {
            #"{"type": "basic-auth", "username": {"value": "\#(name)"}, "password": {"value": "\#(password)"}}"#
        }
        let entry = try Self.entry(login("ann", "1") + "," + login("bob", "2"))
        #expect([entry.account, entry.password] == ["ann", "1"])
        #expect(entry.details == [.init(name: "username", value: "bob")])
        #expect(entry.secrets == [.init(name: "password", value: "2")])
    }

    @Test func keepsCodesThatItCannotWrite() throws {
        let entry = try Self.entry(#"{"type": "totp", "secret": "a b&c=1"}"#)
        #expect(entry.secrets.map(\.value) == ["a b&c=1"])
        let bare = try Self.entry(#"{"type": "totp", "secret": "JBSW", "digits": 6, "period": 30}"#)
        #expect(bare.secrets.map(\.value) == ["JBSW"])
    }

    @Test func namesWhatItCannotHold() throws {
        let key = PasskeyTests.Key.p256
        let store = try Self.store(
            Self.document(
                """
                [{"title": "A", "credentials": [{"type": "file", "name": "scan.pdf", "id": "eA"},
                 {"type": "item-reference", "reference": {"item": "MQ"}},
                 {"type": "passkey", "credentialId": "AQID", "rpId": "a.example", "username": "ann",
                  "userDisplayName": "", "userHandle": "BAU", "key": "\(key)", "fido2Extensions":
                  {"hmacCredentials": {"credWithUV": "AA"}, "payments": false, "largeBlob": null}},
                 {"type": "passkey", "rpId": "b.example", "key": "\(key)"}]}]
                """
            )
        )
        #expect(store.remarks == ["1 link between items is not imported."])
        try #require(store.omissions.count == 3)
        #expect(store.omissions[0] == "item 1 'A': its attached file 'scan.pdf' is not in the JSON")
        #expect(store.omissions[1].contains("a.example loses hmacCredentials, by which"))
        #expect(store.omissions[2].contains("its passkey for b.example: its credential identifier"))
        #expect(store.entries.first?.passkeys.count == 1)
    }

    @Test func readsItsOwnExtension() throws {
        let store = try Self.store(
            Self.document(
                """
                [{"title": "Label", "credentials": [{"type": "basic-auth", "password": {"value": "pw"}}],
                  "extensions": [{"name": "other", "service": "x"}, {"name": "keychainctl", "service": "api",
                  "description": "token", "security-domain": "r", "auth-type": "http"}]}]
                """
            )
        )
        let entry = try #require(store.entries.first)
        #expect([entry.service, entry.kind, entry.realm] == ["api", "token", "r"])
        #expect(entry.authenticationType?.rawValue == "http")
    }

    static let deep = (0..<40).reduce(#"{"title": "x", "items": []}"#) { inner, _ in
        #"{"title": "\#(String(repeating: "x", count: 100))", "subCollections": [\#(inner)]}"#
    }

    static let broken: [(String, String)] = [
        ("{}", "not in the Credential Exchange Format"),
        (#"{"accounts": []}"#, "not in the Credential Exchange Format"),
        (document("[]", version: #"{"major": 2}"#), "another version"),
        (document("[]", version: #""x""#), "another version"),
        (document("7"), "no list of items"),
        (document(#"[7]"#), "item 1: it has no list of credentials"),
        (document(#"[{"title": "A", "credentials": {}}]"#), "item 1 'A': it has no list"),
        (
            document(
                #"[{"title": "A", "scope": {"urls": ["https://a.example:99999"]}, "credentials": []}]"#
            ),
            "port"
        ),
        (document("[]", "[\(deep)]"), "levels deep"),
        (
            document("[]", #"[{"title": "\#(String(repeating: "x", count: 2000))"}]"#),
            "joined names of folders"
        ),
        (
            document(
                #"[{"title": "A", "credentials": [{"type": "custom-fields", "label": "\#(String(repeating: "x", count: 2000))", "fields": [{"value": "1"}]}]}]"#
            ), "joined names of a section"
        ),
    ]

    @Test(arguments: broken) func refuses(_ text: String, _ words: String) {
        let problem = #expect(throws: FormatProblem.self) { try Self.store(text) }
        #expect(problem?.problem.contains(words) == true, "\(problem?.problem ?? "")")
    }

    @Test func leavesOutBadItems() throws {
        var rules = ReadingRules()
        rules.leavesOutBad = true
        let store = try Self.store(Self.document(#"[7, {"title": "B", "credentials": []}]"#), rules)
        #expect(store.entries.map(\.title) == ["B"])
        #expect(store.omissions.count == 1)
    }

    @Test func isTold() throws {
        func tree(_ text: String) throws -> JSONTree { try JSONTree(file: .file(text)) }
        #expect(CredentialExchange.isOne(try tree(Self.document("[]"))))
        for other in [
            "{}", #"{"accounts": [], "version": 1}"#,
            #"{"accounts": 1, "version": 1, "exporter": "x"}"#,
            #"{"encrypted": false, "items": []}"#,
        ] {
            #expect(!CredentialExchange.isOne(try tree(other)), "\(other)")
        }
        #expect(!BitwardenExport.isOne(try tree(Self.document("[]"))))
        #expect(!EnpassExport.isOne(try tree(Self.document("[]"))))
    }
}
