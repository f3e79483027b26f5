import ForeignCrypto
@_spi(Keepers) import PortableKeychain
import Testing

@testable import KeychainBrowser
@testable import SafeText

/// Passwords that browsers save.
@Suite(.enabled(if: MessageBox.isPresent, "needs libsodium.so.23 (libsodium23)"))
struct SavingTests {
    private static func save(
        _ stage: BrowserStage,
        _ password: String = "new",
        login: String = "ann",
        url: String = "https://example.com/login",
        more: [String: String] = [:]
    ) -> String {
        var members = ["url": url, "submitUrl": url, "login": login, "password": password]
        members.merge(more) { $1 }
        let answer = stage.addOn.ask("set-login", members)
        return answer.message?["error"].string ?? answer.fault
    }

    private static func uuid(_ stage: BrowserStage, _ url: String = "https://example.com") -> String
    {
        stage.addOn.ask("get-logins", ["url": url]).message?["entries"].elements.first?["uuid"]
            .string ?? ""
    }

    /// A new password is stored as the tool would store it for the same address, without a question.
    @Test(arguments: [
        ("https://example.com/login?a=b#c", "ann htps example.com new"),
        ("https://Example.com:443", "ann htps example.com new"),
        ("https://example.com:8443/", "ann htps example.com 8443 new"),
        ("http://192.168.1.1/", "ann http 192.168.1.1 new"),
        ("https://bücher.example/", "ann htps xn--bcher-kva.example new"),
        ("https://[2001:db8::1]:8443/", "ann htps 2001:db8::1 8443 new"),
    ]) func stores(url: String, item: String) throws {
        let stage = try BrowserStage()
        #expect(Self.save(stage, url: url) == "success")
        #expect(try stage.stored() == [item])
        #expect(stage.fill(url) == "ann new")
        #expect(stage.user.questions.isEmpty)
    }

    /// A password that is there is replaced after a yes, whether the browser names it or not.
    @Test(arguments: [
        ([BrowserConsent.yes], true, "success", "new"), ([.yes], false, "success", "new"),
        ([.no], true, "6", "old"), ([.no], false, "6", "old"), ([], true, "6", "old"),
        ([], false, "6", "old"),
    ]) func replacesAfterAYes(
        answers: [BrowserConsent],
        isNamed: Bool,
        got: String,
        stored: String
    ) throws {
        let stage = try BrowserStage(saying: answers)
        try stage.store("old")
        let more = isNamed ? ["uuid": Self.uuid(stage)] : [:]
        #expect(Self.save(stage, more: more) == got)
        #expect(try stage.stored() == ["ann htps example.com \(stored)"])
        #expect(stage.user.questions.count == 1)
    }

    /// Nothing is asked if nothing changes.
    @Test func savesTheSameWithoutAQuestion() throws {
        let stage = try BrowserStage()
        try stage.store("same")
        #expect(Self.save(stage, "same") == "success")
        #expect(Self.save(stage, "same", more: ["uuid": Self.uuid(stage)]) == "success")
        #expect(stage.user.questions.isEmpty)
    }

    /// A new account of a page is a new item; another account of a named one is asked about.
    @Test func tellsAccountsApart() throws {
        let stage = try BrowserStage(saying: [.yes])
        try stage.store("old")
        #expect(Self.save(stage, login: "bob") == "success")
        let both = ["ann htps example.com old", "bob htps example.com new"]
        #expect(Set(try stage.stored()) == Set(both))
        #expect(stage.user.questions.isEmpty)
        let other = try BrowserStage(saying: [.yes])
        try other.store("old")
        #expect(Self.save(other, login: "bob", more: ["uuid": Self.uuid(other)]) == "success")
        #expect(try other.stored() == ["bob htps example.com new"])
    }

    /// An item of another page, group or kind, and what is no identifier, is not changed.
    @Test func changesOnlyItemsOfThePage() throws {
        let stage = try BrowserStage(saying: [.yes, .yes])
        try stage.store("old", server: "other.example")
        let other = Self.uuid(stage, "https://other.example")
        let program: ItemAttributes = [
            .server: .string("example.com"), .networkProtocol: .string("htps"),
            .accessGroup: .string("com.example.app"),
        ]
        _ = try stage.keychain.perform(
            ItemRequest(
                .add,
                itemClass: .internetPassword,
                attributes: program,
                secret: SecretBytes(utf8: "of a program")
            )
        )
        let search = ItemRequest(
            .copyMatching,
            itemClass: .internetPassword,
            attributes: program,
            returning: .persistentReference
        )
        let reference = try stage.keychain.perform(search).items.first?.persistentReference ?? []
        let hidden = String(ByteText.hexadecimal(reference).dropFirst(2))
        for uuid in [other, hidden, "00", "zz", "é", String(repeating: "0", count: 1000)] {
            #expect(Self.save(stage, more: ["uuid": uuid]) == "18", "\(uuid)")
            #expect(stage.addOn.ask("get-totp", ["uuid": uuid]).fault == "18")
        }
        #expect(stage.user.questions.isEmpty)
        #expect(try stage.stored().count == 2)
    }

    /// An item of a host above can be changed where the user allowed it to be filled in.
    @Test func changesItemsOfHostsAbove() throws {
        let stage = try BrowserStage(saying: [.yes, .yes])
        try stage.store("old")
        let page = "https://login.example.com/"
        let named = ["uuid": Self.uuid(stage)]
        #expect(Self.save(stage, url: page, more: named) == "18")
        #expect(stage.fill(page) == "ann old")
        #expect(Self.save(stage, url: page, more: named) == "success")
        #expect(try stage.stored() == ["ann htps example.com new"])
    }

    /// A page without encryption is another one than the encrypted page of an item.
    @Test func changesNoItemOfAnotherScheme() throws {
        let stage = try BrowserStage(saying: [.yes])
        try stage.store("old")
        let named = ["uuid": Self.uuid(stage)]
        #expect(Self.save(stage, url: "http://example.com/", more: named) == "18")
        #expect(Self.save(stage, url: "http://example.com/") == "success")
        #expect(try stage.stored().contains("ann htps example.com old"))
    }

    @Test(arguments: [
        (["password": ""], "13"), (["login": "a\u{1B}[31m"], "13"), (["login": "a\nb"], "13"),
        (["login": String(repeating: "a", count: 1025)], "13"),
        (["password": String(repeating: "a", count: 65537)], "13"),
        (["password": "a\u{0}b"], "13"), (["url": "about:blank"], "14"), (["url": ""], "14"),
        (["group": "a\u{202E}b", "groupUuid": "1"], "17"),
    ]) func refusesWhatNobodyTypes(members: [String: String], fault: String) throws {
        let stage = try BrowserStage()
        #expect(Self.save(stage, more: members) == fault)
        #expect(try stage.stored().isEmpty)
    }

    /// Folders are what comments say; a new one is there with its first item.
    @Test func storesInFolders() throws {
        let stage = try BrowserStage()
        #expect(
            Self.save(stage, login: "one", more: ["group": "Plain", "groupUuid": "1"]) == "success"
        )
        let new = stage.addOn.ask("create-new-group", ["groupName": "Work/Servers"]).message
        #expect(new?["name"].string == "Servers")
        let uuid = try #require(new?["uuid"].string)
        let servers = ["group": "Servers", "groupUuid": uuid]
        #expect(Self.save(stage, login: "two", more: servers) == "success")
        let groups = try #require(stage.addOn.ask("get-database-groups").message)
        let root = try #require(groups["groups"]["groups"].elements.first)
        #expect(root["children"].elements.map { $0["name"].string } == ["Plain", "Work"])
        let child = try #require(root["children"].elements.last?["children"].elements.first)
        #expect(child["name"].string == "Servers" && child["uuid"].string == uuid)
        // Later, without the message that named it.
        stage.service.newFolders = [:]
        #expect(Self.save(stage, login: "three", more: servers) == "success")
        let inRoot = ["group": "Keychain", "groupUuid": root["uuid"].string]
        #expect(Self.save(stage, login: "four", more: inRoot) == "success")
        let entries = stage.addOn.ask("get-logins", ["url": "https://example.com"]).message
        let folders = entries?["entries"].elements.map {
            "\($0["login"].string) \($0["group"].string)"
        }
        #expect(
            Set(folders ?? []) == ["one Plain", "two Work/Servers", "three Work/Servers", "four "]
        )
    }

    @Test(arguments: ["", "/", "a\u{1B}b", String(repeating: "a", count: 257)])
    func refusesOtherFolders(name: String) throws {
        let stage = try BrowserStage()
        #expect(stage.addOn.ask("create-new-group", ["groupName": name]).fault == "17")
    }

    @Test func makesPasswords() throws {
        let stage = try BrowserStage()
        #expect(stage.addOn.ask("generate-password").message?["password"].string == "made up")
    }
}
