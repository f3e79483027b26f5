import Foundation
import TestPrograms
import Testing

@testable import PortableKeychain

/// The dialog program may be anything: it is played by scripts.
@Suite struct PinentryTests {
    /// The result of a question that a script of `sh` answers, and the lines that the script
    /// received.
    private func ask(
        _ script: String,
        _ question: AuthenticationQuestion = AuthenticationQuestion(.passcode),
        patience: Double = 20
    ) throws -> (answer: String?, code: KeychainError.Code?, told: String) {
        let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let program = folder.appending(path: "pinentry")
        let log = folder.appending(path: "told")
        try TestProgram.write(program.path, "log='\(log.path)'\n\(script)")
        var result: (answer: String?, code: KeychainError.Code?) = (nil, nil)
        do throws(KeychainError) {
            let pinentry = PinentryAuthenticator(program: program.path, patience: patience)
            switch try pinentry.answer(question) {
            case .secret(let secret):
                result.answer = secret.withUnsafeBytes { String(decoding: $0, as: UTF8.self) }
            case .confirmed: result.answer = "confirmed"
            }
        } catch {
            result.code = error.code
        }
        let told = (try? String(contentsOf: log, encoding: .utf8)) ?? ""
        return (result.answer, result.code, told)
    }

    /// A program that behaves, with its answers to the questions for a person.
    private func polite(getpin: String = "echo OK", confirm: String = "echo OK") -> String {
        """
        echo 'OK Pleased to meet you'
        while read -r line; do
            echo "$line" >> "$log"
            case "$line" in
            GETPIN*) \(getpin) ;;
            CONFIRM*) \(confirm) ;;
            OPTION*) echo 'ERR 83886254 Unknown option' ;;
            *) echo '# a remark'; echo 'S STATUS'; echo OK ;;
            esac
        done
        """
    }

    @Test(arguments: [
        ("echo 'D s3cret'; echo OK", "s3cret"),
        ("echo 'D 100%25 of%0Ait'; echo OK", "100% of\nit"),
        ("echo 'D s3'; echo 'D cret'; echo 'OK done'", "s3cret"),
        ("echo OK", ""),
    ])
    func takesWhatWasTyped(_ getpin: String, _ secret: String) throws {
        #expect(try ask(polite(getpin: getpin)).answer == secret)
    }

    @Test func saysWhatItIsAbout() throws {
        var question = AuthenticationQuestion(.passcode, reason: "100% sure\nof it\u{1B}[31m")
        question.keychain = "/home/ann/work.keychain"
        question.failedAttempts = 1
        let told = try ask(polite(getpin: "echo 'D x'; echo OK"), question).told
        #expect(
            told.contains(
                "SETDESC Passcode of the keychain 'work'%0A%0A100%25 sure%0Aof it [31m%0A%0A\""
                    + AssuanDialogue.escaped(AskingProgram.own.name)
            )
        )
        #expect(told.contains("SETTITLE Keychain\n"))
        #expect(told.contains("SETERROR "))
        #expect(!told.contains("CONFIRM"))
    }

    /// The dialog of a terminal shows nothing at all if its locale lacks a letter.
    @Test func usesNoLettersThatATerminalLacks() {
        let text = "Größe 100%\n…\u{202E}"
        #expect(AssuanDialogue.escaped(text, isPlain: false) == "Größe 100%25%0A… ")
        #expect(AssuanDialogue.escaped(text, isPlain: true) == "Gr??e 100%25%0A... ")
    }

    /// A PIN is not a passcode, and users must not type one where the other is meant.
    @Test(arguments: [
        (AuthenticationQuestion.Kind.passcode, "Passcode:", "Passcode of the keychain"),
        (.pin, "PIN:", "PIN of the security key"),
        (.applicationPassword, "Password:", "Password of the item"),
    ])
    func namesWhatItAsksFor(
        _ kind: AuthenticationQuestion.Kind,
        _ prompt: String,
        _ sentence: String
    ) throws {
        let (answer, _, told) = try ask(
            polite(getpin: "echo 'D 1234'; echo OK"),
            AuthenticationQuestion(kind)
        )
        #expect(answer == "1234")
        let lines = told.split(separator: "\n")
        #expect(lines.filter { $0.hasPrefix("SETPROMPT ") } == ["SETPROMPT \(prompt)"])
        #expect(lines.contains { $0.hasPrefix("SETDESC \(sentence)") }, "\(told)")
        #expect(lines.filter { $0 == "GETPIN" }.count == 1)
    }

    @Test func asksForConsentWhereNoSecretIsNeeded() throws {
        let presence = AuthenticationQuestion(.presence)
        #expect(try ask(polite(), presence).answer == "confirmed")
        let declined = polite(confirm: "echo 'ERR 83886194 Not confirmed <Pinentry>'")
        #expect(try ask(declined, presence).code == .userCanceled)
    }

    @Test func asksTwiceForSomethingNew() throws {
        let new = AuthenticationQuestion(.newApplicationPassword)
        #expect(try ask(polite(getpin: "echo 'D x'; echo OK"), new).answer == "x")
        let differing = #"n=$((n + 1)); echo "D x$n"; echo OK"#
        #expect(try ask(polite(getpin: differing), new).code == .authenticationFailed)
    }

    @Test(arguments: [
        ("echo 'ERR 83886179 Operation cancelled <Pinentry>'", KeychainError.Code.userCanceled),
        ("echo 'ERR 83886142 Timeout <Pinentry>'", .userCanceled),
        ("echo 'ERR 83886340 Invalid IPC response'", .authenticationRequired),
        ("echo 'ERR'", .authenticationRequired),
        ("exit 0", .authenticationRequired),
        ("echo 'D %zz'; echo OK", .authenticationRequired),
        ("echo 'D 1%2'; echo OK", .authenticationRequired),
        ("echo hello", .authenticationRequired),
        ("head -c 3000 /dev/zero | tr '\\0' x; echo", .authenticationRequired),
        ("head -c 3000 /dev/zero", .authenticationRequired),
        ("while echo 'S more'; do :; done", .authenticationRequired),
        (
            "while echo 'D '\"$(head -c 900 /dev/zero | tr '\\0' x)\"; do :; done",
            .authenticationRequired
        ),
    ])
    func survives(_ getpin: String, _ code: KeychainError.Code) throws {
        let (answer, found, _) = try ask(polite(getpin: getpin))
        #expect(answer == nil)
        #expect(found == code)
    }

    @Test func endsProgramsThatHang() throws {
        #expect(try ask(polite(getpin: "sleep 60"), patience: 0.3).code == .userCanceled)
    }

    @Test func needsAProgram() {
        for program in ["/nonexistent/pinentry", "pinentry", ""] {
            #expect(throws: KeychainError(.authenticationRequired)) {
                _ = try PinentryAuthenticator(program: program)
                    .answer(AuthenticationQuestion(.passcode))
            }
        }
    }
}
