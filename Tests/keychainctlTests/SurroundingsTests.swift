import Foundation
import Testing

/// The program where limits, masks and homes are not those of a usual session.
@Suite struct SurroundingsTests {
    /// With `ulimit -f`, a write that is too long is an error and does not end the program.
    @Test func staysWithinTheLimitOnTheSizeOfFiles() throws {
        try Tool.inFolder { tool in
            #expect(try tool.run(["set", "--service", "api"], input: "s3cret").status == 0)
            let long = String(repeating: "x", count: 300_000)
            let outcome = try tool.runInShell(
                "ulimit -f 200; exec \"$TOOL\" set --service long",
                input: long
            )
            #expect(outcome.status == 73, "\(outcome.complaints)")
            #expect(outcome.complaints.contains("ulimit -f"))
            #expect(try tool.run(["get", "--service", "api"]).text.hasPrefix("s3cret"))
            #expect(try tool.run(["set", "--service", "long"], input: long).status == 0)
            let file = "\(tool.folder)/small"
            let printed = try tool.runInShell("ulimit -f 1; exec \"$TOOL\" --help >\(file)")
            #expect(printed.status >= 0, "a signal ended the program")
        }
    }

    @Test(arguments: ["0777", "0277", "0000"]) func worksUnderAnyMask(_ mask: String) throws {
        try Tool.inFolder { tool in
            let set = "umask \(mask); \"$TOOL\" set --service api"
            #expect(try tool.runInShell(set, input: "s3cret").status == 0)
            let outcome = try tool.runInShell("umask \(mask); \"$TOOL\" get --service api")
            #expect(outcome.text.hasPrefix("s3cret"), "\(outcome.complaints)")
        }
    }

    /// What `sudo` does where it keeps HOME.
    @Test(.enabled(if: geteuid() == 0, "needs the superuser"))
    func leavesTheHomeOfAnotherUserAlone() throws {
        try Tool.inFolder { tool in
            try #require(chown(tool.folder, 12345, 12345) == 0)
            let outcome = try tool.run(["set", "--service", "api"], input: "s3cret")
            #expect(outcome.status == 77)
            #expect(outcome.complaints.contains("sudo -H"), "\(outcome.complaints)")
            #expect(!FileManager.default.fileExists(atPath: tool.folder + "/data"))
        }
    }
}
