import Foundation
import PortableKeychain
import TestPrograms
import Testing

@testable import KeychainAgent

/// The buttons of the dialog, which a script presses.
@Suite struct PinentryConsentTests {
    private static let no = "ERR 83886194 Not confirmed <Pinentry>"
    private static let canceled = "ERR 83886179 Operation cancelled <Pinentry>"

    @Test(arguments: [
        // The buttons that are pressed, whether the answer can be remembered, what comes of it.
        (["OK", "OK"], true, "always"),
        (["OK", no], true, "once"),
        (["OK", canceled], true, "userCanceled"),
        ([no], true, "never"),
        ([canceled], true, "userCanceled"),
        (["OK"], false, "once"),
        ([no], false, "userCanceled"),
        ([canceled], false, "userCanceled"),
        (["nonsense"], true, "authenticationRequired"),
        (["OK", "nonsense"], true, "authenticationRequired"),
    ])
    func meanWhatTheySay(_ pressed: [String], _ canBeRemembered: Bool, _ outcome: String) throws {
        let folder = NSTemporaryDirectory() + "/c-" + UUID().uuidString.prefix(8)
        try FileManager.default.createDirectory(
            atPath: folder,
            withIntermediateDirectories: true
        )
        defer { try? FileManager.default.removeItem(atPath: folder) }
        try Data((pressed.joined(separator: "\n") + "\n").utf8)
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
            ancestry: [],
            group: "app",
            canBeRemembered: canBeRemembered,
            isWanted: { true }
        )
        var found: String
        do throws(KeychainError) {
            found = "\(try consent.consent(to: question))"
        } catch {
            found = error.code.name
        }
        #expect(found == outcome)
        let told = try String(contentsOfFile: folder + "/told", encoding: .utf8)
            .split(separator: "\n").map(String.init)
        let buttons = told.filter { $0.hasPrefix("SETOK") || $0.hasPrefix("SETNOTOK") }
        let first = canBeRemembered ? ["SETOK Allow", "SETNOTOK Never allow"] : ["SETOK Allow"]
        let second = pressed.count == 2 ? ["SETOK Always", "SETNOTOK While it runs"] : []
        #expect(buttons == first + second)
        #expect(told.contains("SETDESC /usr/bin/git wants to use the items of 'app'."))
        let answers = try String(contentsOfFile: folder + "/answers", encoding: .utf8)
        #expect(answers.isEmpty, "each answer was asked for")
    }
}
