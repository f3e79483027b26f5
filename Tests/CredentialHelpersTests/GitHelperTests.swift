import KeychainctlKit
@_spi(Keepers) import PortableKeychain
import SafeText
import Testing

@testable import CredentialHelpers

/// The answers to git, and the items that are stored and deleted for it.
@Suite struct GitHelperTests {
    private let bench: HelperBench
    private let git: GitHelper

    /// It is the time 100.
    init() throws {
        bench = try HelperBench()
        git = GitHelper(bench.helper, now: 100)
    }

    /// A request whose lines are separated by commas.
    private func request(_ lines: String) throws -> GitRequest {
        try GitRequest(
            lines: lines.split(separator: ",").map { SecretBytes(utf8: String($0)) }
        )
    }

    private func store(_ lines: String) throws { try git.store(try request(lines)) }

    /// The password that git gets; `nil` for none.
    private func password(_ lines: String) throws -> String? {
        let answer = try git.get(try request(lines)).flatMap(SecretText.copy) ?? ""
        return answer.split(separator: "\n").first { $0.hasPrefix("password=") }
            .map { String($0.dropFirst("password=".count)) }
    }

    private static let web = "protocol=https,host=a.example"

    /// The password of one service is not sent to another.
    @Test(arguments: [
        ("protocol=https,host=a.example", "p"), ("protocol=https,host=A.Example", "p"),
        ("protocol=https,host=a.example,username=me", "p"),
        ("protocol=https,host=a.example,username=you", nil),
        ("protocol=https,host=b.example", nil), ("protocol=https,host=a.example:8443", nil),
        ("protocol=http,host=a.example", nil), ("protocol=https,host=a.example,path=x", nil),
        ("protocol=https", nil), ("host=a.example", nil), ("protocol=gopher,host=a.example", nil),
        ("protocol=https,host=", nil),
    ])
    func findsBySeveralParts(_ wanted: String, _ found: String?) throws {
        try store(Self.web + ",username=me,password=p")
        #expect(try password(wanted) == found)
    }

    @Test func theWholeHostComesFirst() throws {
        try store(Self.web + ",path=x,username=me,password=of x")
        #expect(try password(Self.web) == "of x")
        #expect(try password(Self.web + ",path=x") == "of x")
        try store(Self.web + ",username=me,password=whole")
        #expect(try bench.items(.internetPassword).count == 2, "each has its own")
        #expect(try password(Self.web) == "whole")
        #expect(try password(Self.web + ",path=x") == "of x")
        #expect(try password(Self.web + ",path=y") == nil)
    }

    @Test(arguments: [
        (AuthenticationType.default, true), (.httpBasic, true), (.htmlForm, false),
    ])
    func formsOfPagesAreNotForGit(_ type: AuthenticationType, _ isFound: Bool) throws {
        try bench.add(
            .internetPassword,
            [
                .networkProtocol: .string(NetworkProtocol.https.rawValue),
                .server: .string("A.example"), .account: .string("me"),
                .authenticationType: .string(type.rawValue),
            ],
            "p"
        )
        #expect(try password(Self.web) == (isFound ? "p" : nil))
        #expect(try password("protocol=https,host=b.example") == nil)
    }

    /// A second address with the same code of four letters, and one without a code.
    @Test(arguments: [("cert", true), ("gopher", false), ("a b c", false), ("ünï", false)])
    func onlyProtocolsWithACodeAreStored(_ name: String, _ isStored: Bool) throws {
        let lines = "protocol=\(name),host=,path=/x.pem,username=me,password=p"
        if isStored {
            try store(lines)
            #expect(try password("protocol=\(name),host=,path=/x.pem") == "p")
            #expect(try password("protocol=\(name),host=,path=/y.pem") == nil)
            #expect(GitAddress(try request("protocol=\(name),host=")) == nil)
        } else {
            #expect(throws: Failure.self) { try store(lines) }
        }
    }

    @Test func accountsAreApart() throws {
        try store(Self.web + ",username=me,password=mine")
        try store(Self.web + ",username=you,password=yours")
        #expect(try password(Self.web + ",username=me") == "mine")
        #expect(try password(Self.web + ",username=you") == "yours")
        try store(Self.web + ",username=me,password=new")
        #expect(try password(Self.web + ",username=me") == "new")
        #expect(try bench.items(.internetPassword).count == 2)
        try store(Self.web + ",authtype=Bearer,credential=of nobody")
        #expect(try password(Self.web + ",username=me") == "new")
        #expect(try bench.items(.internetPassword).count == 3)
    }

    @Test(arguments: [
        ("username=me,password=p,ephemeral=1", false),
        ("username=me,password=p,ephemeral=no", true),
        ("username=me,password=p,password_expiry_utc=100", false),
        ("username=me,password=p,password_expiry_utc=101", true),
        ("username=me,password=p,password_expiry_utc=100,oauth_refresh_token=r", true),
        ("authtype=Bearer,credential=c", true),
    ])
    func whatIsWorthKeepingIsStored(_ lines: String, _ isStored: Bool) throws {
        try store(Self.web + "," + lines)
        #expect(try bench.items(.internetPassword).count == (isStored ? 1 : 0))
    }

    @Test(arguments: ["username=me", "password=p", "authtype=Bearer", "credential=c"])
    func halfACredentialIsRefused(_ lines: String) throws {
        #expect(throws: Failure.self) { try store(Self.web + "," + lines) }
        #expect(try bench.items(.internetPassword).isEmpty)
    }

    /// git asks to store what it was just given.
    @Test func whatIsStoredIsNotWrittenAgain() throws {
        try store(Self.web + ",username=me,password=p")
        let mark = try bench.keychain.changeMark
        try store(Self.web + ",username=me,password=p")
        #expect(try bench.keychain.changeMark == mark)
        try store(Self.web + ",username=me,password=q")
        #expect(try bench.keychain.changeMark != mark)
    }

    /// A password that was changed meanwhile is not the one that the server rejected.
    @Test(arguments: [
        ("password=p", false), ("password=q", true), ("username=me", false),
        ("username=you", true), ("credential=c,password=p", true), ("path=x", true),
    ])
    func erasesWhatWasRejected(_ lines: String, _ isKept: Bool) throws {
        try store(Self.web + ",username=me,password=p")
        try git.erase(try request(Self.web + "," + lines))
        #expect(try bench.items(.internetPassword).count == (isKept ? 1 : 0))
        #expect(throws: Failure.self) { try git.erase(try request("host=a.example")) }
    }

    /// A line that the account has is no line for git.
    @Test(arguments: ["me\nhost=evil", "me\rx", "me\0x"])
    func anAccountIsOneLine(_ account: String) throws {
        try bench.add(
            .internetPassword,
            [
                .networkProtocol: .string(NetworkProtocol.https.rawValue),
                .server: .string("a.example"), .account: .string(account),
            ],
            "p"
        )
        #expect(throws: Failure.self) { try password(Self.web) }
    }

    @Test(arguments: [
        "host=a\rb", "username=a\rb", "password=a\r", "host", "password_expiry_utc=soon",
        "host=a b", "host=a:99999",
    ])
    func whatGitWouldNotWriteIsRefused(_ lines: String) {
        #expect(throws: Failure.self) { try request("protocol=https," + lines) }
    }

    /// An item that exists on several devices stays synchronized.
    @Test func aSynchronizedItemIsChangedWhereItIs() throws {
        let store = try bench.helper.storeToWrite()
        let synchronized: ItemAttributes = [
            .service: .string("s"), .account: .string("me"), .accessGroup: .string("keychainctl"),
            .synchronizable: SynchronizationScope.synchronized.value,
        ]
        try bench.add(.genericPassword, synchronized, "old")
        let identity: ItemAttributes = [.service: .string("s"), .account: .string("me")]
        try store.set(SecretBytes(utf8: "new"), .genericPassword, identity, label: "l")
        let found = try store.find(.genericPassword, identity)
        #expect(found.count == 1)
        #expect(try store.secret(of: #require(found.first))?.string() == "new")
    }

    /// Another program may delete an item after it was found.
    @Test func itemsThatAreGoneAreNoError() throws {
        let store = try bench.helper.storeToWrite()
        let identity: ItemAttributes = [.service: .string("s"), .account: .string("me")]
        try store.set(SecretBytes(utf8: "old"), .genericPassword, identity, label: "l")
        let found = try #require(try store.find(.genericPassword, identity).first)
        try store.delete(found)
        try store.delete(found)
        #expect(try store.secret(of: found) == nil)
        #expect(try !store.change(found, to: SecretBytes(utf8: "new")))
        let other: ItemAttributes = [.service: .string("s"), .account: .string("you")]
        try store.set(
            SecretBytes(utf8: "new"),
            .genericPassword,
            other,
            label: "l",
            replacing: [found]
        )
        #expect(try store.find(.genericPassword, other).count == 1)
    }
}
