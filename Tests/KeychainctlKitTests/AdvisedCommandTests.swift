import Foundation
import SafeText
import Testing

@testable import KeychainctlKit

/// The keychain stands in advice for this machine alone: elsewhere it may have another name.
@Suite struct AdvisedCommandTests {
    @Test(arguments: [
        ("run 'keychainctl sync now'", "run 'keychainctl sync now --keychain work'"),
        (
            "run 'keychainctl sync now' on another machine, then 'keychainctl sync now' here",
            "run 'keychainctl sync now' on another machine, then 'keychainctl sync now --keychain "
                + "work' here"
        ),
        (
            "a code of 'keychainctl sync invite' on an admin's machine",
            "a code of 'keychainctl sync invite' on an admin's machine"
        ),
        (
            "run 'keychainctl sync setup' on the first machine",
            "run 'keychainctl sync setup' on the first machine"
        ),
        (
            "run 'keychainctl sync join --request' there",
            "run 'keychainctl sync join --request' there"
        ),
        // Perhaps this one.
        (
            "run 'keychainctl sync accept-older' on one machine that is an admin",
            "run 'keychainctl sync accept-older --keychain work' on one machine that is an admin"
        ),
        (
            "run 'keychainctl unlock' on a terminal",
            "run 'keychainctl unlock --keychain work' on a terminal"
        ),
        ("'keychainctl sync join' on the others", "'keychainctl sync join' on the others"),
        ("see 'keychainctl keychains'", "see 'keychainctl keychains'"),
    ])
    func namesTheKeychain(_ advice: String, _ expected: String) {
        #expect(AdvisedCommand.naming("work", in: advice) == expected)
        #expect(AdvisedCommand.naming(nil, in: advice) == advice)
    }

    /// A command that is printed and pasted means the name, or says where a person writes it.
    ///
    /// Names come from programs, files and other machines.
    @Test(arguments: [
        "api/ci", "a b", "x';touch P;'", "$(touch P)", "`touch P`", "a\\b", #"a"b"#, "a!b", "-rf",
        "--all", "",
        "a\nb", "Ünïcode", "~root", "a*", "{a,b}", "a;b", "a&b", "a#b", "\u{202E}a", "*", "=ls",
    ])
    func meansTheNameInAShell(_ name: String) throws {
        for (word, placeholder) in [
            (AdvisedCommand.name(name), "NAME"),
            (AdvisedCommand.value(name, or: "ACCOUNT"), "ACCOUNT"),
        ] {
            let command = AdvisedCommand.naming(
                "my keys",
                in: "run 'keychainctl delete \(word)' now"
            )
            let printed = Escaping.escaped(command)
            let parts = printed.split(separator: "'", omittingEmptySubsequences: false)
            try #require(parts.count == 3, "\(printed)")
            let words = try Self.words(of: parts[1])
            let expected = [placeholder, name].map {
                ["keychainctl", "delete", $0, "--keychain", "my keys"]
            }
            #expect(expected.contains(words), "\(printed)")
        }
    }

    /// The texts that need no quotes in a command with some signs, in a sentence, and in a word for a shell.
    @Test(
        arguments: [
            ("api/ci", true, false, "api/ci"), ("a b", false, true, "'a b'"),
            ("v1.2_x-y", true, true, "v1.2_x-y"), ("me@site:1+2%", true, false, "'me@site:1+2%'"),
            ("Ünïcode٣", true, true, "'Ünïcode٣'"), ("a;b", false, false, "'a;b'"),
            // A letter with which Swift combines the sign behind it.
            ("x\u{d4e};id", false, false, "'x\u{d4e};id'"), ("", true, true, "''"),
        ] as [(String, Bool, Bool, String)]
    )
    func quotesAllButLettersAndSomeSigns(
        _ text: String,
        _ isPlainWord: Bool,
        _ isPlainName: Bool,
        _ quoted: String
    ) {
        #expect(ShellWord.isPlain(text, with: "/._-+@:%") == isPlainWord)
        #expect(ShellWord.isPlain(text, with: "._- ") == isPlainName)
        #expect(ShellWord.quoted(text) == quoted)
    }

    /// A keychain has the name of a file, which can be any.
    @Test func namesAPlaceForAnOddKeychain() {
        #expect(
            AdvisedCommand.naming("$(touch P)", in: "run 'keychainctl list'")
                == "run 'keychainctl list --keychain KEYCHAIN'"
        )
    }

    /// The words that a shell takes a command for.
    private static func words(of command: Substring) throws -> [String] {
        let shell = Process()
        shell.executableURL = URL(fileURLWithPath: "/bin/sh")
        shell.arguments = ["-c", "printf '%s\\0' \(command)"]
        let output = Pipe()
        shell.standardOutput = output
        try shell.run()
        let bytes = output.fileHandleForReading.readDataToEndOfFile()
        shell.waitUntilExit()
        return bytes.split(separator: 0, omittingEmptySubsequences: false).dropLast()
            .map { String(decoding: $0, as: UTF8.self) }
    }
}
