import Foundation
import Testing

/// A stream of the changes of other processes.
@Suite struct WatchTests {
    @Test func tellsChangesWithoutSecrets() throws {
        try Tool.inFolder { tool in
            _ = try tool.run(["set", "--service", "old"], input: "s3cret")
            let watch = try Dialogue(tool, ["watch", "--initial"])
            try watch.see("present\tgeneric\told\t")
            #expect(try tool.run(["set", "--service", "new"], input: "s3cret").status == 0)
            try watch.see("added\tgeneric\tnew\t")
            #expect(try tool.run(["set", "--service", "new"], input: "0ther").status == 0)
            try watch.see("changed\tgeneric\tnew\t")
            #expect(try tool.run(["delete", "--service", "old"]).status == 0)
            try watch.see("deleted\tgeneric\told\t")
            #expect(!watch.shown.contains("s3cret") && !watch.shown.contains("0ther"))
            kill(watch.process, SIGTERM)
            #expect(watch.end() == -SIGTERM)
        }
    }

    @Test(arguments: [([], false), (["--all"], true)])
    func leavesOutInvisibleItems(_ words: [String], _ showsThem: Bool) throws {
        try Tool.inFolder { tool in
            _ = try tool.run(["set", "--service", "first", "--invisible"], input: "1")
            _ = try tool.run(["set", "--service", "second"], input: "1")
            let watch = try Dialogue(tool, ["watch", "--initial"] + words)
            try watch.see("present\tgeneric\tsecond\t")
            #expect(watch.shown.contains("first") == showsThem)
            kill(watch.process, SIGTERM)
            #expect(watch.end() == -SIGTERM)
        }
    }

    @Test func endsWhenItsOutputIsClosed() throws {
        try Tool.inFolder { tool in
            _ = try tool.run(["set", "--service", "old"], input: "s3cret")
            let script = "'\(Tool.path)' watch | true; echo over"
            let process = Process()
            process.executableURL = URL(fileURLWithPath: "/bin/sh")
            process.arguments = ["-c", script]
            process.environment = [
                "HOME": tool.folder, "XDG_DATA_HOME": "\(tool.folder)/data",
                "PATH": "/usr/bin:/bin",
            ]
            let output = Pipe()
            process.standardOutput = output
            process.standardError = FileHandle.nullDevice
            try process.run()
            let text = try output.fileHandleForReading.readToEnd() ?? Data()
            process.waitUntilExit()
            #expect(String(decoding: text, as: UTF8.self) == "over\n")
        }
    }
}
