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

    /// With `ulimit -n`, a file that cannot be opened is not taken for a disk that failed.
    @Test(arguments: ["get --service api", "set --service other", "list", "status", "verify"])
    func staysWithinTheLimitOnOpenFiles(_ words: String) throws {
        try Tool.inFolder { tool in
            #expect(try tool.run(["set", "--service", "api"], input: "s3cret").status == 0)
            // With three, the loader of programs cannot open a library.
            let outcomes = try (4...16).map {
                try tool.runInShell("ulimit -n \($0); exec \"$TOOL\" \(words)", input: "x")
            }
            for (limit, outcome) in zip(4..., outcomes) where outcome.status != 0 {
                #expect(outcome.complaints.contains("ulimit -n"), "\(limit): \(outcome.complaints)")
            }
            #expect(outcomes.first?.status != 0)
            #expect(outcomes.last?.status == 0)
            #expect(try tool.run(["get", "--service", "api"]).text.hasPrefix("s3cret"))
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

    /// The effect of `sudo` where it keeps HOME.
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
