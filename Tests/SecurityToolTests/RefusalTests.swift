import PortableKeychain
import Testing

@testable import SecurityTool

/// The requests that `security` refuses before it opens a keychain.
@Suite struct RefusalTests {
    /// The failure of a command; `nil` if it does not fail.
    ///
    /// Commands that would change a keychain name one that does not exist, so that the user's own is safe.
    private func failure(_ line: String) -> String? {
        SecurityBench.failure {
            let call = try SecurityBench.call(line)
            try call.verb.run(call)
        }
    }

    @Test(arguments: [
        ("delete-generic-password /nowhere/x", "2 no password is selected"),
        ("add-generic-password -a me /nowhere/x", "2 -a and -s are required"),
        ("add-generic-password -s s /nowhere/x", "2 -a and -s are required"),
        ("add-generic-password -a me -s s one two", "2 only one keychain can be given"),
        (
            "add-generic-password -a me -s s -X gg /nowhere/x",
            "2 the value of -X must be hexadecimal digits"
        ),
        (
            "add-generic-password -a me -s s -c abc /nowhere/x",
            "1 the value of -c must have exactly four characters"
        ),
        (
            "add-internet-password -a me -s s -P 65536 /nowhere/x",
            "2 the value of -P must be a number from 0 to 65535"
        ),
        ("find-generic-password -C abcde", "1 the value of -C must have exactly four characters"),
        ("find-key -t other", "2 the value of -t must be symmetric, public or private"),
        (
            "find-key -t symmetric",
            "252 not available here: -t symmetric: the keychain stores only key pairs"
        ),
        ("find-key -c abc", "1 the value of -c must have exactly four characters"),
        ("find-identity -p other", "2 \"other\" is not a policy"),
        (
            "find-identity -p appleID",
            "252 not available here: -p appleID: only Apple's systems support it"
        ),
        ("delete-certificate /nowhere/x", "2 -c or -Z is required"),
        ("add-certificates", "2 no file is given"),
        ("create-keychain", "2 no keychain is given"),
        ("delete-keychain", "2 no keychain is given"),
        ("list-keychains other", "2 "), ("login-keychain other", "2 "),
        (
            "list-keychains -d other",
            "2 the value of -d must be one of user, system, common, dynamic"
        ),
        (
            "list-keychains -d system",
            "252 not available here: -d: there are only keychains of users, not of the system"
        ),
        ("login-keychain -d user", "1 -d: there is one for each user"),
        ("lock-keychain -a other", "2 -a applies to all keychains"),
        ("lock-keychain one two", "2 only one keychain can be given"),
        ("unlock-keychain ''", "2 \"\" is not a name of a keychain"),
        (
            "set-keychain-settings -t 0 /nowhere/x",
            "2 the value of -t must be a number of seconds, at least 1"
        ),
        (
            "set-keychain-settings -t -1 /nowhere/x",
            "2 the value of -t must be a number of seconds, at least 1"
        ),
        ("import one two", "2 only one file can be given"),
        ("import", "2 only one file can be given"),
        ("import file -f other", "2 \"other\" is not a format"),
        (
            "import file -f openssh2",
            "252 not available here: -f openssh2: this format is not supported"
        ),
        ("export other", "2 "), ("export -f other", "2 \"other\" is not a format"),
        ("export -w -f x509", "1 -w is for -f pkcs8, pkcs12 and pemseq"),
        ("export -k", "2 -k requires a value: keychain"), ("export -y", "2 unknown option -y"),
        ("help other", "1 there is no command \"other\""),
    ])
    func refuses(_ line: String, _ expected: String) { #expect(failure(line) == expected) }

    /// Without it, the raw format's name would be read.
    @Test(arguments: ["openssh1", "raw"]) func formatsOfOthersAreRefused(_ name: String) throws {
        let found = SecurityBench.failure {
            _ = try ExchangeFormat.given(SecurityBench.call("export -f \(name)"))
        }
        #expect(found?.hasPrefix("252 ") == true)
    }

    /// Words end the options, and the last of equal options counts.
    @Test func readsOptionsAsGetoptDoes() throws {
        let call = try SecurityBench.call("find-generic-password -gsone -s two -- -w -a")
        #expect(try call.text("s") == "two")
        #expect(call.has("g") && !call.has("w") && !call.has("a"))
        #expect(call.operands.map(\.shown) == ["-w", "-a"])
        let word = try SecurityBench.call("find-generic-password one -g")
        #expect(!word.has("g") && word.operands.count == 2)
        let file = try SecurityBench.call("import one -k two three")
        #expect(file.operands.map(\.shown) == ["one", "three"])
        #expect(try file.text("k") == "two")
        let prompted = try SecurityBench.call("add-generic-password -w")
        #expect(prompted.has("w") && prompted.word("w") == nil)
    }

    /// A verb without a meaning here is refused with the status of errSecUnimplemented, and no command runs.
    @Test(arguments: [
        ("create-keypair", 252), ("dump-keychain -a", 252), ("dump-keychain -r", 252),
        ("show-keychain-info -s", 252), ("delete-certificate -c x -t /nowhere/x", 252),
        ("other", 1),
        ("find-key -D x", 252), ("import one -x", 252), ("create-keychain -P x", 252), ("", 0),
    ])
    func whatIsNotHereIsRefused(_ line: String, _ status: Int32) throws {
        let words = try #require(Array(line.utf8).withUnsafeBytes { SecurityTool.words($0) })
        var tool = SecurityTool()
        #expect(tool.perform(words) == status)
    }

    /// A name, or a path in the folder of macOS.
    @Test(arguments: [
        ("work", Keychain.Place.named("work")), ("work.keychain", .named("work")),
        ("work.keychain-db", .named("work")), ("./work", .file("./work")),
        ("/etc/a.keychain", .file("/etc/a.keychain")),
    ])
    func readsPlaces(_ text: String, _ place: Keychain.Place) throws {
        let word = Array(text.utf8).withUnsafeBytes { SecurityWord($0, isExposed: false) }
        #expect(try SecurityKeychains.place(word) == place)
    }
}
