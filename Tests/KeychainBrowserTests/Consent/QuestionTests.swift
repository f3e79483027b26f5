@_spi(Keepers) import PortableKeychain
import Testing

@testable import KeychainBrowser

/// Questions, and what is remembered of their answers.
@Suite struct QuestionTests {
    /// Names of others are short and on one line, so that the question itself stays in the dialog.
    @Test(arguments: [
        "a\u{1B}[2Jb", "a\nb", String(repeating: "a\u{0301}", count: 5000), "\u{202E}x",
    ])
    func escapesNames(name: String) {
        let questions: [BrowserQuestion] = [
            .associate(browser: name, keychain: name), .subdomain(page: name, stored: name),
            .form(page: name, target: name), .replace(account: name, site: name),
        ]
        for question in questions {
            #expect(question.text.unicodeScalars.count < 500)
            #expect(!question.text.contains("\u{1B}") && !question.text.contains("\n"))
            #expect(!question.text.contains("\u{202E}"))
        }
    }

    @Test func keepsRecordsToItself() throws {
        var configuration = Keychain.Configuration(
            applicationIdentifier: AccessGroups.tool,
            accessGroups: ["*"]
        )
        configuration.history = .none
        let keychain = try Keychain.inMemory(configuration)
        let records = BrowserRecords(keychain)
        #expect(try records.connect("Firefox", SecretBytes([1])) == "Firefox")
        #expect(try records.connect("Firefox", SecretBytes([2])) == "Firefox 2")
        #expect(throws: BrowserFault.notAssociated) { try records.connect("A", SecretBytes([])) }
        let long = SecretBytes([UInt8](repeating: 1, count: 257))
        #expect(throws: BrowserFault.notAssociated) { try records.connect("A", long) }
        try records.remember(.subdomain(page: "a.b", stored: "b"), true)
        try records.remember(.form(page: "a.b", target: "c"), false)
        #expect(try records.decision(.subdomain(page: "a.b", stored: "b")) == true)
        #expect(try records.decision(.form(page: "a.b", target: "c")) == false)
        #expect(try records.decision(.form(page: "a.b", target: "d")) == nil)
        #expect(try records.decision(.replace(account: "a", site: "b")) == nil)
        #expect(try records.browsers().map(\.id) == ["Firefox", "Firefox 2"])
        #expect(try records.browsers().allSatisfy { $0.name == "Firefox" && $0.connected != nil })
        #expect(try records.decisions() == 2)
        let search = ItemRequest(
            .copyMatching,
            itemClass: .genericPassword,
            limit: .all,
            returning: .attributes
        )
        let items = try keychain.perform(search).items
        #expect(items.count == 4)
        #expect(items.allSatisfy { $0.attributes?[.isInvisible] == .number(1) })
        #expect(try records.forget("Firefox 2"))
        #expect(try !records.forget("Firefox 2"))
        #expect(try !records.isConnected("Firefox 2", SecretBytes([2])))
        #expect(try records.isConnected("Firefox", SecretBytes([1])))
        #expect(try records.forgetAll() == 3)
        #expect(try records.browsers().isEmpty && records.decisions() == 0)
    }
}
