import Foundation
import SealedStore
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

    private static let repair = "exec \"$TOOL\" verify --repair --yes --json"

    /// Makes a keychain of two items; returns its path.
    private func twoItems(_ tool: Tool) throws -> String {
        for name in ["api/1", "api/2"] {
            #expect(try tool.run(["set", name], input: "s3cret").status == 0)
        }
        return "\(tool.folder)/data/portable-keychain/default.keychain"
    }

    /// The number of bytes of a file, which is not opened for that.
    private func length(_ path: String) throws -> Int {
        let facts = try FileManager.default.attributesOfItem(atPath: path)
        return (facts[.size] as? NSNumber)?.intValue ?? 0
    }

    /// A repair copies the file and then its log: if one copy is not complete, none stays, and nothing is changed.
    @Test func leavesNoIncompleteCopyBeforeARepair() throws {
        try Tool.inFolder { tool in
            let path = try twoItems(tool)
            // By another process: reading the file here would drop the locks of the reader.
            func files() throws -> String {
                try tool.runInShell("cd data/portable-keychain && ls && sha256sum *n *-wal").text
            }
            // A reader keeps the log, which gets longer than the file.
            try SealedStore.open(path).read { snapshot in
                _ = try snapshot.rowCount()
                let long = String(repeating: "x", count: 300_000)
                #expect(try tool.run(["set", "long"], input: long).status == 0)
                try Stage(tool: tool).damageRow(1, of: path)
                let before = try files()
                for (limit, name) in [(20, "default.damaged"), (200, "default.damaged-wal")] {
                    let outcome = try tool.runInShell("ulimit -f \(limit); \(Self.repair)")
                    #expect(outcome.status == 73, "\(outcome.complaints)")
                    let words = "/\(name): The process may not make files this large (ulimit -f)"
                    #expect(outcome.complaints.contains(words), "\(outcome.complaints)")
                    #expect(outcome.text.contains(words) && !outcome.text.contains("\"copy\""))
                    let problems = try AnswerSchema.shared.get().problems(
                        outcome.text,
                        of: "verify"
                    )
                    #expect(problems == [], "\(outcome.text)")
                    #expect(try files() == before)
                }
                let repaired = try tool.runInShell(Self.repair)
                #expect(repaired.status == 0, "\(repaired.complaints)")
                #expect(try files().contains("default.damaged\ndefault.damaged-wal\n"))
            }
        }
    }

    /// The copy stays where a failure does not tell whether the keychain was changed, and the answer names it.
    @Test func keepsTheCopyOfARepairThatFailed() throws {
        try Tool.inFolder { tool in
            let path = try twoItems(tool)
            try Stage(tool: tool).damageRow(1, of: path)
            // The copy is as long as the file, and what is written to the log a little longer.
            let length = try self.length(path)
            let outcome = try tool.runInShell("ulimit -f \(length / 512); \(Self.repair)")
            #expect(outcome.status == 73, "\(outcome.complaints)")
            let copy = "/data/portable-keychain/default.damaged"
            #expect(outcome.complaints.contains("The files as they were: /"))
            #expect(outcome.text.contains("\(copy)\"") && !outcome.text.contains("\"removed\""))
            #expect(outcome.text.contains("\"failure\": ") && outcome.text.contains("(ulimit -f)"))
            let problems = try AnswerSchema.shared.get().problems(outcome.text, of: "verify")
            #expect(problems == [], "\(outcome.text)")
            #expect(try self.length(tool.folder + copy) == length)
            #expect(try tool.run(["list"]).status == 93)
            #expect(try tool.runInShell(Self.repair).text.contains("default.damaged-2\""))
            #expect(try tool.run(["list"]).text.hasPrefix("generic\tapi\t2\t"))
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

    /// Two names that are equal strings in Swift, and two files for the kernel.
    @Test func showsOneDefaultAmongKeychainsThatLookAlike() throws {
        try Tool.inFolder { tool in
            for name in ["caf\u{e9}", "cafe\u{301}"] {
                #expect(try tool.run(["create", name]).status == 0)
            }
            #expect(try tool.run(["default", "caf\u{e9}"]).status == 0)
            let lines = try tool.run(["keychains"]).text.split(separator: "\n")
            let chosen = lines.filter { $0.contains("\tdefault\t") }
            #expect(lines.count == 2 && chosen.count == 1)
            #expect(chosen.first?.utf8.starts(with: "caf\u{e9}\t".utf8) == true)
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
