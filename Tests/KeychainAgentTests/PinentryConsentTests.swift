import Foundation
import PortableKeychain
import TestPrograms
import Testing

@testable import KeychainAgent

/// The buttons of the dialog, which a script presses.
@Suite struct PinentryConsentTests {
    private static let no = "ERR 83886194 Not confirmed <Pinentry>"
    private static let canceled = "ERR 83886179 Operation cancelled <Pinentry>"

    /// The meaning of the button that remembers a decision.
    private enum Memory: CaseIterable {
        case always, never, nothing

        var buttons: [String] {
            switch self {
            case .always: ["SETOK Allow while it runs", "SETNOTOK Always allow"]
            case .never: ["SETOK Allow while it runs", "SETNOTOK Never allow"]
            case .nothing: ["SETOK Allow while it runs"]
            }
        }

        var hint: String {
            switch self {
            case .always: ""
            case .never: "%0AYou refused it before."
            case .nothing:
                "%0AYour answer cannot be remembered: no installed package declares this program."
            }
        }
    }

    @Test(arguments: [
        // The button that is pressed, what the second one remembers, what comes of it.
        ("OK", Memory.always, "once"), (no, .always, "always"), (canceled, .always, "userCanceled"),
        ("OK", .never, "once"), (no, .never, "never"), (canceled, .never, "userCanceled"),
        ("OK", .nothing, "once"), (no, .nothing, "userCanceled"),
        (canceled, .nothing, "userCanceled"), ("nonsense", .always, "authenticationRequired"),
    ])
    private func meanWhatTheySay(
        _ pressed: String,
        _ memory: Memory,
        _ outcome: String
    ) throws {
        let folder = NSTemporaryDirectory() + "/c-" + UUID().uuidString.prefix(8)
        try FileManager.default.createDirectory(
            atPath: folder,
            withIntermediateDirectories: true
        )
        defer { try? FileManager.default.removeItem(atPath: folder) }
        try Data((pressed + "\n").utf8)
            .write(to: URL(filePath: folder + "/answers"))
        try TestProgram.write(
            folder + "/pinentry",
            """
            cd "${0%/*}"
            echo OK
            while read -r line; do
                echo "$line" >>told
                case $line in
                CONFIRM*) head -n 1 answers; sed -i 1d answers ;;
                *) echo OK ;;
                esac
            done
            """
        )
        let consent = PinentryConsent(PinentryAuthenticator(program: folder + "/pinentry"))
        let question = ConsentQuestion(
            program: "/usr/bin/git",
            group: "app",
            canBeRemembered: memory != .nothing,
            wasRefused: memory == .never,
            isWanted: { true }
        )
        var found: String
        do throws(KeychainError) {
            found = try AskingProgram.serving(AskingProgram(named: "/usr/bin/git")) {
                () throws(KeychainError) in "\(try consent.consent(to: question))"
            }
        } catch {
            found = error.code.name
        }
        #expect(found == outcome)
        let told = try String(contentsOfFile: folder + "/told", encoding: .utf8)
            .split(separator: "\n").map(String.init)
        let buttons = told.filter { $0.hasPrefix("SETOK") || $0.hasPrefix("SETNOTOK") }
        #expect(buttons == memory.buttons)
        #expect(
            told.contains("SETDESC /usr/bin/git wants to use the items of 'app'." + memory.hint)
        )
        #expect(told.count { $0 == "CONFIRM" } == 1, "there is one dialog")
        let answers = try String(contentsOfFile: folder + "/answers", encoding: .utf8)
        #expect(answers.isEmpty, "each answer was asked for")
    }
}
