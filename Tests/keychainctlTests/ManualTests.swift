import Foundation
import KeychainctlKit
import TestRounds
import Testing

@testable import keychainctl

@Suite(.thorough) struct ManualTests {
    @Test(arguments: [
        ("plain", "plain"), (".TH", "\\&.TH"), ("a\\fB", "a\\efB"), ("--x", "\\-\\-x"),
        ("'br", "\\(aqbr"), ("a\nb", "a b"),
    ])
    func escapes(_ text: String, _ roff: String) { #expect(Roff.text(text) == roff) }

    @Test func writesAPageForEachCommand() throws {
        try Tool.inFolder { tool in
            #expect(try tool.run(["man-pages", "."]).status == 0)
            let names = try FileManager.default.contentsOfDirectory(atPath: tool.folder)
                .filter { $0.hasSuffix(".1") }
            let commands = ["set", "list", "search", "doctor", "watch", "browse", "passcode-set"]
            #expect(Set(commands.map { "keychainctl-\($0).1" }).isSubset(of: Set(names)))
            #expect(names.contains("keychainctl.1") && names.contains("keychainctl-key-list.1"))
            let page = try String(
                contentsOfFile: "\(tool.folder)/keychainctl-doctor.1",
                encoding: .utf8
            )
            #expect(page.hasPrefix(".TH \"KEYCHAINCTL\\-DOCTOR\" 1 "))
            #expect(page.contains("\n\\fB\\-\\-fix\\fR\n"))
        }
    }

    @Test func writesAPageForEachNameOfALink() throws {
        try Tool.inFolder { tool in
            #expect(try tool.run(["man-pages", "."]).status == 0)
            for program in ProgramName.allCases {
                let path = "\(tool.folder)/\(program.rawValue).1"
                // Python's program has a page of its own, which this one must not hide.
                guard program != .keyring else {
                    #expect(!FileManager.default.fileExists(atPath: path))
                    continue
                }
                let page = try String(contentsOfFile: path, encoding: .utf8)
                #expect(page.contains("\n.B \(Roff.text(program.rawValue))\n"), "\(page)")
                #expect(page.contains(program.subcommand == nil ? "find\\-key" : "\\-\\-keychain"))
            }
        }
    }

    @Test(arguments: ProgramName.allCases.filter { $0 != .security })
    func showsUsageByTheNameOfTheLink(_ program: ProgramName) throws {
        try Tool.inFolder { tool in
            let name = program.rawValue
            for flag in ["-h", "--help"] {
                let outcome = try tool.run([flag], as: name)
                #expect(outcome.status == 0)
                #expect(outcome.text.contains("\nUSAGE: \(name) "), "\(outcome.text)")
            }
            let outcome = try tool.run(["--nonsense"], as: name)
            #expect(outcome.status == 64)
            #expect(outcome.complaints.hasPrefix("\(name): "))
            #expect(outcome.complaints.hasSuffix("see '\(name) --help'\n"))
            #expect(!outcome.complaints.contains("keychainctl"), "\(outcome.complaints)")
        }
    }

    /// The output of groff itself for the pages, where it is installed.
    @Test(.enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/groff")))
    func writesWhatGroffReads() throws {
        try Tool.inFolder { tool in
            #expect(try tool.run(["man-pages", "."]).status == 0)
            let process = Process()
            process.executableURL = URL(fileURLWithPath: "/bin/sh")
            process.arguments = [
                "-c", "cd '\(tool.folder)' && groff -man -ww -Tutf8 -Kutf8 *.1 >/dev/null",
            ]
            let complaints = Pipe()
            process.standardError = complaints
            try process.run()
            let text = try complaints.fileHandleForReading.readToEnd() ?? Data()
            process.waitUntilExit()
            #expect(process.terminationStatus == 0)
            #expect(String(decoding: text, as: UTF8.self) == "")
        }
    }

    @Test func refusesAFolderThatIsNotThere() throws {
        try Tool.inFolder { tool in
            let outcome = try tool.run(["man-pages", "nowhere"])
            #expect(outcome.status == 74)
        }
    }
}
