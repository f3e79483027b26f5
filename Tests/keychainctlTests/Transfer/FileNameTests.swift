import Foundation
import Testing

/// Names of files, as errors show them and as files get them.
@Suite struct FileNameTests {
    /// The names, each with the text that a terminal shows of it.
    static let names: [(String, String)] = [
        ("my file. Of. Passwords.csv", "my file. Of. Passwords.csv"),
        ("it's \"quoted\"; really.", "it's \"quoted\"; really."), ("a\nb.csv", "a\\nb.csv"),
        ("\u{1B}[31m.csv", "\\u{1b}[31m.csv"), ("Ünï cödé.", "Ünï cödé."),
        (String(repeating: "x", count: 200), String(repeating: "x", count: 200)),
    ]

    @Test(arguments: names) func stayAsTheyAre(_ name: String, _ shown: String) throws {
        try Tool.inFolder { tool in
            #expect(try tool.run(["set", "--service", "s"], input: "x").status == 0)
            for words in [["import", name], ["restore", name]] {
                let outcome = try tool.run(words, input: "x\n")
                #expect(outcome.status == 74)
                #expect(
                    outcome.complaints
                        == "keychainctl: cannot open \(shown): No such file or directory; check the name\n"
                )
            }
            // The library says it here, and the tool must not take the name for sentences.
            let missing = "missing. Folder/\(name)"
            let outcome = try tool.run(["export", "--plain", missing])
            #expect(outcome.status == 74, "\(outcome.complaints)")
            #expect(
                outcome.complaints.contains("missing. Folder/\(shown)"),
                "\(outcome.complaints)"
            )
            #expect(try tool.run(["export", "--plain", name]).status == 0)
            #expect(FileManager.default.fileExists(atPath: "\(tool.folder)/\(name)"))
        }
    }

    /// Bytes that are not UTF-8, which `CommandLine.arguments` does not keep.
    @Test func canBeAnyBytes() throws {
        try Tool.inFolder { tool in
            let make =
                "printf 'name,url,username,password\\nA,,me,pw\\n' > \"$(printf 'caf\\351.csv')\""
            #expect(try tool.runInShell(make).status == 0)
            let read = "\"$TOOL\" import \"$(printf 'caf\\351.csv')\" --yes"
            let outcome = try tool.runInShell(read)
            #expect(outcome.status == 0, "\(outcome.complaints)")
            #expect(try tool.runInShell("ls *.csv | wc -l").text.contains("1"))
            let written = try tool.runInShell(
                "\"$TOOL\" export --plain \"$(printf 'b\\351.json')\""
            )
            #expect(written.status == 64)
            #expect(written.complaints.contains("is not UTF-8 text"))
        }
    }
}
