import PortableKeychain
import SafeText
import Testing

@testable import ForeignFormats

/// JSON, XML, and the files that Bitwarden, KeePass and pass write.
@Suite struct TreeTests {
    private static func bitwarden(_ text: String) throws -> ForeignStore {
        try BitwardenExport.store(try JSONTree(file: .file(text)))
    }

    private static func keePass(_ text: String) throws -> ForeignStore {
        try KeePassExport.store(.file(text))
    }

    @Test func readsBitwarden() throws {
        let store = try Self.bitwarden(
            #"""
            {"encrypted": false, "folders": [{"id": "f", "name": "Work"}],
             "collections": [{"id": "c", "name": "Team"}], "items": [
              {"id": "1", "folderId": "f", "type": 1, "name": "A", "notes": "n", "favorite": false,
               "creationDate": "2024-01-01T00:00:00.123Z",
               "collectionIds": ["c"],
               "fields": [{"name": "PIN", "value": "12", "type": 1},
               {"name": "New", "value": "34", "type": 9},
               {"name": "Shop", "value": "7", "type": 0}], "passwordHistory":
               [{"lastUsedDate": "2024", "password": "old"}], "login": {"uris":
               [{"match": null, "uri": "https://a.example"}, {"uri": "https://b.example"}],
               "username": "me", "password": "pw", "totp": "JBSW", "fido2Credentials": []}},
              {"type": 2, "name": "N", "notes": "text", "secureNote": {"type": 0}},
              {"type": 3, "name": "C", "card": {"number": "4111", "brand": "Visa", "code": null}}]}
            """#
        )
        #expect(store.remarks.isEmpty)
        try #require(store.entries.count == 3)
        let login = PlainEntry(store.entries[0])
        #expect(login.address == "https://a.example")
        #expect([login.account, login.password, login.notes] == ["me", "pw", "n"])
        #expect(login.details.map(\.value) == ["https://b.example", "7"])
        #expect(login.folder == "Work" && login.tags == ["Team"])
        // A kind of field that is not known may be a secret.
        #expect(login.secrets.map(\.value) == ["JBSW", "12", "34", "old"])
        #expect(store.entries[0].created == 1_704_067_200)
        #expect(store.entries[1].kind == "secure note")
        #expect(store.entries[1].secrets.isEmpty)
        #expect(store.entries[2].details == [.init(name: "card brand", value: "Visa")])
        #expect(PlainEntry(store.entries[2]).secrets == [.init(name: "card number", value: "4111")])
    }

    static let brokenJSON: [(String, String)] = [
        (#"{"encrypted": true}"#, "encrypted"), ("{", "well-formed"),
        ("{}", "not an export of Bitwarden"),
        (String(repeating: "[", count: 100_000), "levels deep"),
        (#"{"items": [{"name": "a\#u{0}"}]}"#, "zero byte"),
    ]

    @Test(arguments: brokenJSON) func refusesJSON(_ text: String, _ words: String) {
        let problem = #expect(throws: FormatProblem.self) { try Self.bitwarden(text) }
        #expect(problem?.problem.contains(words) == true)
    }

    @Test func readsKeePass() throws {
        let store = try Self.keePass(
            """
            <?xml version="1.0" encoding="utf-8" standalone="yes"?>
            <KeePassFile><Meta><RecycleBinUUID>YmluYmluYmluYmluYmluYg==</RecycleBinUUID></Meta>
            <Root><Group><UUID>cm9vdA==</UUID><Name>Database</Name>
              <Group><UUID>dw==</UUID><Name>Work</Name><Entry><Tags>t</Tags>
                <String><Key>Title</Key><Value>A &amp; &#x42;</Value></String>
                <String><Key>UserName</Key><Value>me</Value></String>
                <String><Key>Password</Key><Value ProtectInMemory="True">p&lt;w</Value></String>
                <String><Key>URL</Key><Value>https://a.example</Value></String>
                <String><Key>otp</Key><Value>otpauth://x</Value></String>
                <String><Key>PIN</Key><Value ProtectInMemory="True"><![CDATA[<12>]]></Value></String>
                <String><Key>Shop</Key><Value>7</Value></String>
                <String><Key>Notes</Key><Value/></String>
                <Binary><Key>f</Key><Value Ref="0"/></Binary>
                <History><Entry><String><Key>Title</Key><Value>old</Value></String></Entry></History>
              </Entry></Group>
              <Group><UUID>YmluYmluYmluYmluYmluYg==</UUID><Name>Bin</Name><Entry/></Group>
            </Group></Root></KeePassFile>
            """
        )
        try #require(store.entries.count == 1)
        let entry = PlainEntry(store.entries[0])
        #expect([entry.title, entry.account, entry.password] == ["A & B", "me", "p<w"])
        #expect(entry.details.map(\.value) == ["7"])
        #expect(entry.folder == "Work" && entry.tags == ["t"])
        #expect(entry.secrets.map(\.value) == ["otpauth://x", "<12>"])
        #expect(store.remarks.count == 3)
    }

    static let brokenXML: [(String, String)] = [
        (
            #"<!DOCTYPE x [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]><KeePassFile>&b;</KeePassFile>"#,
            "document type"
        ),
        ("<KeePassFile>&b;</KeePassFile>", "entity"), ("<KeePassFile>&#0;</KeePassFile>", "entity"),
        ("<a></b>", "malformed in line 1"), ("<a>\n<b", "malformed in line 2"),
        ("<a x=1/>", "malformed"), ("<a/><b/>", "malformed"), ("<a/>", "not an export of KeePass"),
        (String(repeating: "<a>", count: 100_000), "levels deep"), ("<", "malformed"),
        (
            "<KeePassFile><Root><Group><Entry><String><Key>Password</Key>"
                + "<Value Protected=\"True\">x</Value></String></Entry></Group></Root></KeePassFile>",
            "encrypted"
        ),
    ]

    @Test(arguments: brokenXML) func refusesXML(_ text: String, _ words: String) {
        let problem = #expect(throws: FormatProblem.self) { try Self.keePass(text) }
        #expect(problem?.problem.contains(words) == true, "\(problem?.problem ?? "")")
    }

    @Test func readsPass() throws {
        let text = "pw\nuser: me\nURL: https://a.example\notpauth://x\npin: 12\nfree\n"
        let entry = PlainEntry(try PassEntry.entry("web/a", .file(text)))
        #expect([entry.title, entry.account, entry.password] == ["web/a", "me", "pw"])
        #expect(entry.folder == "web")
        #expect(entry.address == "https://a.example")
        #expect(entry.secrets.map(\.value) == ["otpauth://x", "pin: 12\nfree"])
        let bare = PlainEntry(try PassEntry.entry("a", .file("pw")))
        #expect(bare == PlainEntry(title: "a", password: "pw"))
    }

    /// The text that `pass otp insert` writes alone, and `append` at the end; gopass gives it a
    /// name.
    @Test(arguments: [
        ("otpauth://totp/x\n", "", ["otpauth://totp/x"]),
        ("pw\notpauth://totp/x \r\n", "pw", ["otpauth://totp/x"]),
        ("pw\ntotp: otpauth://totp/x\n", "pw", ["otpauth://totp/x"]),
        ("otp:otpauth://totp/x", "", ["otpauth://totp/x"]),
        ("pw\nsee otpauth://totp/x", "pw", ["see otpauth://totp/x"]),
        ("pw\ntotp: no address", "pw", ["totp: no address"]),
    ])
    func readsCodesOfPass(_ text: String, _ password: String, _ secrets: [String]) throws {
        let entry = PlainEntry(try PassEntry.entry("a", .file(text)))
        #expect(entry.password == password)
        #expect(entry.secrets.map(\.value) == secrets)
    }

    /// Windows ends lines with a return and a newline, which `String` takes for one character.
    @Test func readsPassWithReturns() throws {
        let text = "pw\r\nuser: me\r\npin: 12\r\nfree\r\n"
        let entry = PlainEntry(try PassEntry.entry("a", .file(text)))
        #expect([entry.account, entry.password] == ["me", "pw"])
        #expect(entry.secrets.map(\.value) == ["pin: 12\nfree"])
    }

    @Test func readsTheSecretService() throws {
        let dictionary = SecretServiceText.dictionary(
            #"(<{'user': 'me', 'server': 'a.example', "it's": 'x\'\n', 'protocol': 'https'}>,)"#
        )
        #expect(dictionary["it's"] == "x'\n")
        // A quotation mark and the combining letter behind it are one character for Swift.
        let combined = SecretServiceText.dictionary("(<{'a': '\u{301}b', 'c': 'd'}>,)")
        #expect(combined == ["a": "\u{301}b", "c": "d"])
        let entry = try SecretServiceEntry.entry("A", dictionary, .file("pw"))
        #expect(entry.address == "https://a.example")
        #expect(entry.account == "me")
        #expect(entry.details.map(\.name) == ["it's"])
        let paths = "([objectpath '/org/freedesktop/secrets/collection/login/1'], @ao [])"
        #expect(SecretServiceText.paths(paths) == ["/org/freedesktop/secrets/collection/login/1"])
    }
}
