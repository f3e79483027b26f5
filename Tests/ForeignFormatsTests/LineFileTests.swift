import PortableKeychain
import Testing

@testable import ForeignFormats

/// Files of lines from which programs read their passwords.
@Suite struct LineFileTests {
    private static var lenient: ReadingRules {
        var rules = ReadingRules()
        rules.leavesOutBad = true
        return rules
    }

    @Test func readsNetrc() throws {
        let text = """
            # comment
            machine a.example login me password "p \\"w" machine localhost password x#y
            macdef init
            cd /pub
            machine not.example

            machine 2001:db8::1
            \tlogin you
            \tpassword pw
            \taccount second
            default login any password none
            """
        let store = try NetrcFile.store(.file(text))
        let entries = store.entries.map { PlainEntry($0) }
        #expect(entries.map(\.address) == ["a.example", "localhost", "[2001:db8::1]", ""])
        #expect(entries.map(\.account) == ["me", "", "you", "any"])
        #expect(entries.map(\.password) == ["p \"w", "x#y", "pw", "none"])
        #expect(entries[2].secrets == [.init(name: "account", value: "second")])
        #expect(store.entries.map(\.isServer) == [true, true, true, false])
        #expect(store.remarks == ["1 macro of the file not imported."])
    }

    /// A password with a space is two words; the second one must not be shown.
    @Test func namesTheLineOfNetrcWithoutThePassword() throws {
        let text = "machine a.example login me password p w\nmachine b.example password x\n"
        let problem = #expect(throws: FormatProblem.self) { try NetrcFile.store(.file(text)) }
        #expect(problem?.problem == "line 1: an unexpected word")
        let store = try NetrcFile.store(.file(text), Self.lenient)
        #expect(store.entries.map(\.title) == ["a.example", "b.example"])
        #expect(store.omissions.count == 1)
    }

    static let variables: [(String, [(String, String)])] = [
        ("A=1\n", [("A", "1")]), ("export A = one two # c\r\n", [("A", "one two")]),
        ("A=x#y\nB=#\nC=\n", [("A", "x#y"), ("B", ""), ("C", "")]),
        (#"A="one\ntwo \"q\" \\ \$ \d""#, [("A", "one\ntwo \"q\" \\ $ \\d")]),
        ("A='one\\n\ntwo' # c\nB=`\"x\"`", [("A", "one\\n\ntwo"), ("B", "\"x\"")]),
        ("# A=1\n\n  B.c-d=e=f  \n", [("B.c-d", "e=f")]), ("A=\u{20AC}", [("A", "\u{20AC}")]),
    ]

    @Test(arguments: variables)
    func readsVariables(_ text: String, _ expected: [(String, String)]) throws {
        let store = try EnvironmentFile.store(.file(text), service: "shop")
        let entries = store.entries.map { PlainEntry($0) }
        #expect(entries.map(\.account) == expected.map(\.0))
        #expect(entries.map(\.password) == expected.map(\.1))
        #expect(store.entries.allSatisfy { $0.service == "shop" })
    }

    @Test func saysThatReferencesStay() throws {
        let store = try EnvironmentFile.store(.file("A=$B\nC='$D'\nE=\"${F}\"\n"), service: "a")
        #expect(store.entries.map { PlainEntry($0).password } == ["$B", "$D", "${F}"])
        #expect(store.remarks.first?.contains("2 values") == true)
    }

    @Test(arguments: [
        ("A=1\nno variable\n", "line 2: it has no"), ("\nA=\"x\n", "line 2 'A': the quote"),
    ])
    func namesTheLineOfVariables(_ text: String, _ words: String) throws {
        let problem = #expect(throws: FormatProblem.self) {
            try EnvironmentFile.store(.file(text), service: "a")
        }
        #expect(problem?.problem.hasPrefix(words) == true, "\(problem?.problem ?? "")")
        #expect(
            try EnvironmentFile.store(.file(text), service: "a", Self.lenient).omissions.count == 1
        )
    }

    @Test func readsWhatGitStored() throws {
        let text = "https://me%40x:p%3A%40%25w@a.example%3a8443/x%20y.git\nhttp://you:a:b@[::1]\n\n"
        let entries = try GitCredentials.store(.file(text)).entries
        #expect(entries.map(\.address) == ["https://a.example:8443", "http://[::1]"])
        #expect(entries.map(\.path) == ["x y.git", nil])
        #expect(entries.map(\.account) == ["me@x", "you"])
        #expect(entries.map { PlainEntry($0).password } == ["p:@%w", "a:b"])
        #expect(entries.allSatisfy { $0.authenticationType == .default })
    }

    @Test(arguments: [
        "https://me@a.example", "https://me:p%4@a.example", "me:pw@a.example", "odd://me:pw@a",
        "https://me:pw@a.example:70000",
    ])
    func namesTheLineThatGitDidNotWrite(_ line: String) throws {
        let text = "https://me:pw@a.example\n\(line)\n"
        let problem = #expect(throws: FormatProblem.self) { try GitCredentials.store(.file(text)) }
        #expect(problem?.problem.hasPrefix("line 2: ") == true)
        #expect(problem?.problem.contains("pw") == false)
        #expect(try GitCredentials.store(.file(text), Self.lenient).entries.count == 1)
    }

    static let detected: [(String, String, ForeignFormat?)] = [
        (".netrc", "", .netrc), ("x", "# c\nmachine a login b password c\n", .netrc),
        ("prod.env", "", .environment), (".env.local", "", .environment),
        ("x", "# c\nexport A_B=1\n", .environment), ("x", "A=1\n", .environment),
        (".git-credentials", "", .gitCredentials),
        ("x", "https://me:pw@a.example\n", .gitCredentials),
        ("x", " {}", .json), ("x", "[\n {}]", .json), ("x", "[default]\n", nil),
        ("x.csv", "name,url,username,password\n", nil),
        ("x.csv", "a=b,c\n1,2\n", .environment), ("x", "Title,URL\nA,https://me:pw@x\n", nil),
    ]

    @Test(arguments: detected)
    func detects(_ name: String, _ text: String, _ format: ForeignFormat?) throws {
        let found = try SecretBytesReader.detect(text, name)
        #expect(found == format)
    }
}

private enum SecretBytesReader {
    static func detect(_ text: String, _ name: String) throws -> ForeignFormat? {
        let bytes = Array(text.utf8)
        return try bytes.withUnsafeBytes { try ForeignFormat.detect($0, name: name) }
    }
}
