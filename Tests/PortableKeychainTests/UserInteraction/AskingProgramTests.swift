import Foundation
import Testing

@testable import PortableKeychain

/// The words by which a dialog says which program asks.
@Suite struct AskingProgramTests {
    @Test(arguments: [
        ("/usr/bin/git", "/usr/bin/git"),
        // Neither lines of its own, nor the end of the quotation, nor another reading order.
        ("/tmp/a\n\nEnter your PIN", "/tmp/a  Enter your PIN"),
        ("/tmp/a\" asks. All is \"well", "/tmp/a' asks. All is 'well"),
        ("/tmp/a“ asks „b", "/tmp/a' asks 'b"),
        ("/tmp/\u{202E}tig", "/tmp/ tig"), ("/tmp/a\u{200B}b\u{7F}", "/tmp/a b "),
    ])
    func isHarmless(_ name: String, _ shown: String) {
        #expect(AskingProgram(named: name).name == shown)
    }

    @Test(arguments: [
        String(repeating: "a", count: 5000), "a" + String(repeating: "\u{301}", count: 5000),
        "/usr/" + String(repeating: "\u{1F600}", count: 90),
    ])
    func isShort(_ name: String) {
        #expect(AskingProgram(named: name).name.unicodeScalars.count == 80)
        #expect(AskingProgram(named: "/bin/" + name).name.hasPrefix("/bin/"))
        #expect(AskingProgram(named: name + "/bin/git").name.hasSuffix("/bin/git"))
    }

    @Test func saysItsProcessAndWhatStartedIt() throws {
        let child = try Process.run(URL(filePath: "/bin/sleep"), arguments: ["20"])
        defer { kill(child.processIdentifier, SIGKILL) }
        let program = AskingProgram(process: child.processIdentifier, name: "/opt/x")
        let lines = program.text(besides: "").split(separator: "\n").map(String.init)
        #expect(lines.first == "\"/opt/x\" (process \(child.processIdentifier)) asks for it.")
        #expect(lines.dropFirst().first == "It was started by:")
        #expect(lines.dropFirst(2).first == "  \"\(AskingProgram.own.name)\"")
        #expect(lines.count <= 5, "at most three of them")
    }

    /// The program is not said again if the question begins with it; the words of others do not count.
    @Test(arguments: [
        ("The program x asks for its secret.", false), ("", true),
        ("It says: \"The program x\"", true),
    ])
    func isNamedOnce(_ said: String, _ isSaid: Bool) {
        let text = AskingProgram(named: "The program x").text(besides: said)
        #expect(text == (isSaid ? "The program x asks for it." : ""))
    }

    /// A program that gives itself a name has it in quotation marks of the kernel's words.
    @Test func isThisProcessUnlessItServesAnother() throws {
        #expect(AskingProgram.current == nil)
        #expect(AskingProgram.own.process == getpid())
        let other = AskingProgram(named: "x")
        let found = try AskingProgram.serving(other) { () throws(KeychainError) in
            AskingProgram.current
        }
        #expect(found == other)
        #expect(throws: KeychainError(.userCanceled)) {
            try AskingProgram.serving(other) { () throws(KeychainError) in
                throw KeychainError(.userCanceled)
            }
        }
        #expect(AskingProgram.current == nil)
    }

    // MARK: Sentences

    @Test(
        arguments: [
            (.passcode, .item, "Passcode of the keychain 'work'"),
            (.presence, .item, "Allow the use of an item of the keychain 'work'?"),
            (
                .presence, .touch,
                "Open the keychain 'work' with a security key? Confirm, then touch the security key that blinks."
            ), (.presence, .reason, "Do you allow this?"),
            (.presence, .otherWay, "Enter the passcode of the keychain 'work' instead?"),
            (.newApplicationPassword, .item, "New password for the item"),
            (.newApplicationPassword, .newKeychain, "Passcode for the new keychain 'work'"),
            (.pin, .touch, "PIN of the security key or the TPM for the keychain 'work'"),
        ] as [(AuthenticationQuestion.Kind, AuthenticationQuestion.Subject, String)]
    )
    func speaksOfItsSubject(
        _ kind: AuthenticationQuestion.Kind,
        _ subject: AuthenticationQuestion.Subject,
        _ sentence: String
    ) {
        var question = AuthenticationQuestion(kind, keychain: "/home/ann/.local/work.keychain")
        question.subject = subject
        #expect(question.sentence == sentence)
    }

    @Test(arguments: [
        ("/a/default.keychain", "'default'"), ("/a/secrets", "'secrets'"), ("new", "'new'"),
        ("/a/x' is not locked\n.keychain", "'x` is not locked '"), ("/", "'/'"),
    ])
    func namesTheKeychainAndNotItsFolder(_ path: String, _ name: String) {
        let question = AuthenticationQuestion(.passcode, keychain: path)
        #expect(question.sentence == "Passcode of the keychain \(name)")
        let long = String(repeating: "k", count: 100)
        let sentence = AuthenticationQuestion(.passcode, keychain: "/\(long).keychain").sentence
        #expect(sentence.count == "Passcode of the keychain ''".count + 60)
    }
}
