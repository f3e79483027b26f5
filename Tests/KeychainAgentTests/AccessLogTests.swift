import Foundation
import KeychainTesting
import Testing

@testable import KeychainAgent
@_spi(Keepers) @testable import PortableKeychain

/// The accesses that the log records, and those that it does not.
@Suite struct AccessLogTests {
    private func inFolder(_ body: (String) throws -> Void) throws {
        let folder = NSTemporaryDirectory() + "/log-" + UUID().uuidString
        try FileManager.default.createDirectory(
            atPath: folder,
            withIntermediateDirectories: true,
            attributes: [.posixPermissions: 0o700]
        )
        defer { try? FileManager.default.removeItem(atPath: folder) }
        try body(folder + "/agent.log")
    }

    private var clock: KeychainClock { KeychainClock { 0 } }

    /// One letter of a group can have any number of marks.
    @Test func cutsALetterWithThousandsOfMarks() throws {
        try inFolder { path in
            let stage = try AgentStage(
                saying: [.says(.always)],
                log: try AccessLog(path, clock: clock)
            )
            let group = "a" + String(repeating: "\u{301}", count: 5000)
            _ = stage.keeper([group]).outcome(.find("ann"))
            let lines = try AgentAdministration(stage.line()).log()
            #expect(!lines.isEmpty && lines.allSatisfy { $0.utf8.count < 2000 })
        }
    }

    @Test func hasNoNamesAndNoSecrets() throws {
        try inFolder { path in
            let stage = try AgentStage(
                saying: [.says(.always)],
                log: try AccessLog(path, clock: clock)
            )
            let keeper = stage.keeper(["group.a"])
            _ = keeper.outcome(.add("ann"))
            _ = keeper.outcome(.find("ann"))
            _ = keeper.outcome(.find("nobody"))
            let lines = try AgentAdministration(stage.line()).log()
            let process = getpid()
            #expect(
                lines == [
                    "978307200\tasked\tconsent\t-\tgroup.a\t\(process)\t/usr/bin/git",
                    "978307200\tremembered\tconsent\t-\tgroup.a\t\(process)\t/usr/bin/git",
                    "978307200\tdone\tadd\tgenp\tgroup.a\t\(process)\t/usr/bin/git",
                    "978307200\tdone\tread\tgenp\tgroup.a\t\(process)\t/usr/bin/git",
                    "978307200\tfailed\tread\tgenp\tgroup.a\t\(process)\t/usr/bin/git",
                ]
            )
            let text = try String(contentsOfFile: path, encoding: .utf8)
            #expect(!text.contains("ann") && !text.contains("of ann") && !text.contains("nobody"))
        }
    }

    @Test func hasALimitedSize() throws {
        try inFolder { path in
            let log = try AccessLog(path, clock: clock)
            let long = String(repeating: "x", count: 150)
            for _ in 0..<5000 {
                log.note(.done, verb: "read", groups: [long], by: long + "\n\t", process: 1)
            }
            for file in [path, path + ".old"] {
                let facts = try FileManager.default.attributesOfItem(atPath: file)
                #expect((facts[.size] as? Int ?? .max) <= AccessLog.longest + 1024)
                #expect(facts[.posixPermissions] as? Int == 0o600)
            }
            #expect(log.lines(atMost: 3).count == 3)
            // No other writer's line breaks in.
            #expect(log.lines(atMost: .max).allSatisfy { $0.split(separator: "\t").count == 7 })
        }
    }

    @Test(arguments: [
        ("group.a", "group.a"), ("a,b", "a\\u{2c}b"), (",", "\\u{2c}"), ("a,,", "a\\u{2c}\\u{2c}"),
        ("a,\u{301}b", "a\\u{2c}\u{301}b"),
        ("a\tb\nc\\", "a\\tb\\nc\\\\"), ("\u{1B}[2J", "\\u{1b}[2J"), ("gr\u{FC}n", "gr\u{FC}n"),
        (String(repeating: "x", count: 200), String(repeating: "x", count: 200)),
        (String(repeating: "x", count: 201), String(repeating: "x", count: 200)),
        (String(repeating: "\u{FC}", count: 200), String(repeating: "\u{FC}", count: 200)),
        (String(repeating: "\u{FC}", count: 201), String(repeating: "\u{FC}", count: 200)),
    ])
    func writesGroupsAndProgramsAsWords(_ text: String, _ word: String) throws {
        try inFolder { path in
            let log = try AccessLog(path, clock: clock)
            log.note(.done, verb: "read", groups: [text, "other"], by: text, process: 7)
            #expect(
                log.lines(atMost: .max) == [
                    "978307200\tdone\tread\t-\t\(word),other\t7\t\(word)"
                ]
            )
        }
    }

    @Test func refusesAFileOfOthers() throws {
        try inFolder { path in
            #expect(FileManager.default.createFile(atPath: path, contents: nil))
            try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: path)
            #expect(throws: KeychainError(.unsafePermissions)) {
                try AccessLog(path, clock: clock)
            }
            try FileManager.default.removeItem(atPath: path)
            try FileManager.default.createSymbolicLink(
                atPath: path,
                withDestinationPath: "/dev/null"
            )
            #expect(throws: KeychainError(.inputOutput)) { try AccessLog(path, clock: clock) }
        }
    }
}
