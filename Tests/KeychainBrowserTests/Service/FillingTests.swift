import ForeignCrypto
import KeychainPasskeys
@_spi(Keepers) import PortableKeychain
import Testing

@testable import KeychainBrowser
@testable import SafeText

/// The items for each page.
@Suite(.enabled(if: MessageBox.isPresent, "needs libsodium.so.23 (libsodium23)"))
struct FillingTests {
    /// An item, a page, and whether the page gets it without a question.
    struct Case: CustomTestStringConvertible, Sendable {
        let scheme: String
        let server: String
        let port: Int64
        let page: String
        let isFilled: Bool

        init(
            _ scheme: String,
            _ server: String,
            _ page: String,
            _ isFilled: Bool,
            port: Int64 = 0
        ) {
            (self.scheme, self.server, self.port) = (scheme, server, port)
            (self.page, self.isFilled) = (page, isFilled)
        }

        var testDescription: String { "\(scheme) \(server) \(port) in \(page)" }

        var attributes: ItemAttributes {
            var attributes = ItemAttributes()
            if !scheme.isEmpty { attributes[.networkProtocol] = .string(scheme) }
            if port > 0 { attributes[.port] = .number(port) }
            return attributes
        }
    }

    static let cases = [
        Case("htps", "example.com", "https://example.com/login?next=/", true),
        Case("htps", "example.com", "https://EXAMPLE.com/", true),
        Case("htps", "example.com", "https://example.com:443/", true),
        Case("htps", "example.com", "https://example.com/", true, port: 443),
        // The port.
        Case("htps", "example.com", "https://example.com:8443/", false),
        Case("htps", "example.com", "https://example.com:8443/", true, port: 8443),
        Case("htps", "example.com", "https://example.com/", false, port: 8443),
        // The scheme.
        Case("htps", "example.com", "http://example.com/", false),
        Case("htps", "example.com", "http://example.com/", false, port: 80),
        Case("htps", "example.com", "http://example.com:443/", false, port: 443),
        Case("htps", "localhost", "http://localhost/", false),
        Case("http", "example.com", "http://example.com/", true),
        Case("http", "example.com", "https://example.com/", true),
        Case("http", "192.168.1.1", "http://192.168.1.1/", true),
        Case("", "example.com", "https://example.com/", true),
        Case("", "example.com", "http://example.com/", false),
        Case("", "192.168.1.1", "http://192.168.1.1/", false),
        Case("", "localhost", "http://localhost:8080/", true, port: 8080),
        Case("ftp ", "example.com", "https://example.com/", false),
        Case("imap", "example.com", "https://example.com/", false),
        Case("ssh ", "example.com", "https://example.com/", false),
        // The host.
        Case("htps", "example.com", "https://example.com.evil.example/", false),
        Case("htps", "example.com", "https://notexample.com/", false),
        Case("htps", "example.com", "https://example.com@evil.example/", false),
        Case("htps", "login.example.com", "https://example.com/", false),
        Case("htps", "www.example.com", "https://example.com/", false),
        Case("htps", "xn--bcher-kva.example", "https://bücher.example/", true),
        Case("htps", "bücher.example", "https://xn--bcher-kva.example/", true),
        Case("htps", "2001:db8::1", "https://[2001:db8::1]/", true),
        Case("htps", "[2001:db8::1]", "https://[2001:db8::1]/", true),
        Case("htps", "com", "https://example.com/", false),
        Case("htps", "github.io", "https://ann.github.io/", false),
        Case("htps", "bob.github.io", "https://ann.github.io/", false),
    ]

    @Test(arguments: cases) func fillsWhatFits(sample: Case) throws {
        let stage = try BrowserStage()
        try stage.store("secret", server: sample.server, sample.attributes)
        #expect(stage.fill(sample.page) == (sample.isFilled ? "ann secret" : "15"))
        #expect(stage.user.questions.isEmpty)
    }

    /// Items for forms, and for questions of the browser itself.
    @Test(arguments: [
        ("", true, true), ("dflt", true, true), ("form", true, false), ("http", false, true),
        ("httd", false, true), ("ntlm", false, true),
    ]) func tellsFormsFromTheBrowser(kind: String, inForm: Bool, inBrowser: Bool) throws {
        let stage = try BrowserStage()
        var attributes: ItemAttributes = [.networkProtocol: .string("htps")]
        if !kind.isEmpty { attributes[.authenticationType] = .string(kind) }
        try stage.store("secret", attributes)
        let page = "https://example.com/"
        #expect(stage.fill(page) == (inForm ? "ann secret" : "15"))
        #expect(stage.fill(page, httpAuth: true) == (inBrowser ? "ann secret" : "15"))
    }

    /// An address that is no website's is an error of its own.
    @Test(arguments: ["", "about:blank", "file:///etc/passwd", "javascript:1", "https://"])
    func refusesOtherAddresses(url: String) throws {
        let stage = try BrowserStage()
        #expect(stage.fill(url) == "14")
        #expect(stage.addOn.ask("get-logins").fault == "14")
    }

    /// A host above is asked about once, whatever the answer; never beyond a public suffix.
    @Test(arguments: [
        ([BrowserConsent.yes], "ann secret", "ann secret", 1), ([.other], "15", "15", 1),
        ([.no, .no], "15", "15", 2), ([], "15", "15", 2),
    ]) func asksAboutHostsAbove(
        answers: [BrowserConsent],
        first: String,
        second: String,
        questions: Int
    ) throws {
        let stage = try BrowserStage(saying: answers)
        try stage.store("secret")
        let page = "https://login.example.com/"
        #expect(stage.fill(page) == first)
        // A question that was just refused is not asked again.
        #expect(stage.fill(page) == first)
        #expect(stage.user.questions.count == 1)
        stage.wait(.seconds(11))
        #expect(stage.fill(page) == second)
        #expect(stage.user.questions.count == questions)
        // Another host below is another question.
        #expect(stage.fill("https://other.example.com/") == "15")
        #expect(stage.user.questions.count == questions + 1)
    }

    /// Neither the scheme nor the port of an item of a host above is another one.
    @Test func asksOnlyAboutItemsThatFit() throws {
        let stage = try BrowserStage(saying: [.yes])
        try stage.store("secret")
        #expect(stage.fill("http://login.example.com/") == "15")
        #expect(stage.fill("https://login.example.com:8443/") == "15")
        #expect(stage.user.questions.isEmpty)
    }

    /// A host above is a stranger if public suffixes are not known.
    @Test func doesNotGuess() throws {
        let stage = try BrowserStage(saying: [.yes], rules: .none)
        try stage.store("secret")
        #expect(stage.fill("https://login.example.com/") == "15")
        #expect(stage.fill("https://example.com/") == "ann secret")
        #expect(stage.user.questions.isEmpty)
    }

    /// A page with items of its own is not asked about others, and gets them if that was decided.
    @Test func prefersItsOwn() throws {
        let stage = try BrowserStage(saying: [.yes])
        try stage.store("above")
        #expect(stage.fill("https://login.example.com/") == "ann above")
        try stage.store("own", account: "bob", server: "login.example.com")
        try stage.store("other", account: "bob", server: "other.example.com")
        #expect(stage.fill("https://login.example.com/") == "bob own, ann above")
        #expect(stage.fill("https://other.example.com/") == "bob other")
        #expect(stage.user.questions.count == 1)
    }

    /// A form that sends to another site is asked about, to the same one not, and to a page without encryption never.
    @Test(arguments: [
        ("https://example.com/login", "ann secret", 0),
        ("https://login.example.com/", "ann secret", 0),
        ("", "ann secret", 0), ("javascript:void(0)", "ann secret", 0),
        ("https://evil.example/", "15", 1), ("http://example.com/login", "15", 0),
    ]) func looksWhereFormsSend(target: String, got: String, questions: Int) throws {
        let stage = try BrowserStage()
        try stage.store("secret")
        #expect(stage.fill("https://example.com/", submit: target) == got)
        #expect(stage.user.questions.count == questions)
    }

    @Test func remembersWhereFormsSend() throws {
        let stage = try BrowserStage(saying: [.yes])
        try stage.store("secret")
        for _ in 0..<2 {
            let got = stage.fill("https://example.com/", submit: "https://sso.other.example/")
            #expect(got == "ann secret")
        }
        #expect(stage.user.questions.count == 1)
    }

    /// Items of programs are not for pages; those that people store are.
    @Test(arguments: [(AccessGroups.tool, "ann secret"), ("com.example.app", "15")])
    func fillsItemsOfPeople(group: String, got: String) throws {
        let stage = try BrowserStage()
        try stage.store(
            "secret",
            [.networkProtocol: .string("htps"), .accessGroup: .string(group)]
        )
        #expect(stage.fill("https://example.com/") == got)
    }

    /// A local item and its synchronized twin are one: the one that was changed last.
    @Test func takesTwinsForOne() throws {
        let stage = try BrowserStage()
        let https: ItemAttributes = [.networkProtocol: .string("htps")]
        var synchronized = https
        synchronized[.synchronizable] = .number(1)
        try stage.store("older", synchronized)
        try stage.store("newer", https)
        #expect(stage.fill("https://example.com/").split(separator: ",").count == 1)
        try stage.store("other", account: "bob", synchronized)
        #expect(stage.fill("https://example.com/").split(separator: ",").count == 2)
    }

    /// The item of the page's path is the first.
    @Test func putsPathsFirst() throws {
        let stage = try BrowserStage()
        for (account, path) in [("ann", "/admin"), ("bob", "/shop"), ("carol", "")] {
            var attributes: ItemAttributes = [.networkProtocol: .string("htps")]
            if !path.isEmpty { attributes[.path] = .string(path) }
            try stage.store("secret", account: account, attributes)
        }
        #expect(stage.fill("https://example.com/shop/login").hasPrefix("bob"))
        #expect(stage.fill("https://example.com/admin").hasPrefix("ann"))
    }

    /// Bytes that are no text would be another password in a page; what has none on purpose has none.
    @Test func leavesOutWhatIsNoText() throws {
        let stage = try BrowserStage()
        _ = try stage.keychain.perform(
            ItemRequest(
                .add,
                itemClass: .internetPassword,
                attributes: [
                    .server: .string("example.com"), .networkProtocol: .string("htps"),
                    .account: .string("ann"),
                ],
                secret: SecretBytes([0xFF, 0xFE])
            )
        )
        try stage.store(
            "",
            account: "bob",
            [.networkProtocol: .string("htps"), .isNegative: .number(1)]
        )
        #expect(stage.fill("https://example.com/") == "15")
    }

    /// The answer is never longer than browsers take.
    @Test func limitsAnswers() throws {
        let stage = try BrowserStage()
        let long = String(repeating: "\u{1}", count: 1 << 16)
        for number in 0..<12 { try stage.store(long, account: "\(number)") }
        #expect(["15", "0"].contains(stage.fill("https://example.com/")) == false)
        let many = try BrowserStage()
        for number in 0..<120 { try many.store("secret", account: "\(number)") }
        #expect(many.fill("https://example.com/").split(separator: ",").count == 100)
        #expect(
            many.addOn.ask("get-logins-count", ["url": "https://example.com"])
                .message?["count"].string == "120"
        )
    }

    /// The members of an entry as the extension reads them.
    @Test func describesEntries() throws {
        let stage = try BrowserStage()
        try stage.store(
            "secret",
            [
                .networkProtocol: .string("htps"), .label: .string("Shop"),
                .comment: .string("Folder: Work"),
            ]
        )
        let answer = stage.addOn.ask("get-logins", ["url": "https://example.com", "id": "Firefox"])
        let message = try #require(answer.message)
        #expect(message["count"].string == "1" && message["id"].string == "Firefox")
        #expect(message["hash"].string == stage.service.hash)
        let entry = try #require(message["entries"].elements.first)
        #expect(entry["name"].string == "Shop" && entry["group"].string == "Work")
        #expect(entry["stringFields"].elements.isEmpty && entry["totp"].isNull)
        #expect(!entry["uuid"].string.isEmpty)
    }
}
