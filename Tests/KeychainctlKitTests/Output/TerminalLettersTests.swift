import SafeText
import Testing

@testable import KeychainctlKit

@Suite struct TerminalLettersTests {
    @Test(
        arguments: [
            ([:], false), (["LANG": ""], false), (["LANG": "C"], true), (["LANG": "POSIX"], true),
            (["LANG": "C.UTF-8"], false), (["LANG": "de_DE.utf8@euro"], false),
            (["LANG": "de_DE"], false), (["LANG": "de_DE.ISO-8859-1"], true),
            (["LANG": "de_DE.UTF-8", "LC_ALL": "C"], true),
            (["LANG": "C", "LC_CTYPE": "C.UTF-8"], false),
            (["LC_CTYPE": "C", "LC_ALL": "en_US.UTF-8"], false),
        ] as [([String: String], Bool)]
    )
    func followTheLocale(_ variables: [String: String], _ expected: Bool) {
        #expect(TerminalLetters.areASCII { variables[$0] ?? "" } == expected)
    }

    @Test(arguments: [
        ("plain \\u{1b}", "plain \\u{1b}"), ("Müller…", "M\\u{fc}ller..."), ("a · b", "a - b"),
        ("🔑", "\\u{1f511}"), ("", ""),
    ])
    func haveSigns(_ text: String, _ expected: String) { #expect(Escaping.ascii(text) == expected) }
}
