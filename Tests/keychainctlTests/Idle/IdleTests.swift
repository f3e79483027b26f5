#if os(Linux)
    import Foundation
    import TestPrograms
    import TestRounds
    import Testing

    /// Commands that wait take no time of the processor: the kernel wakes them up when there is
    /// something to do.
    @Suite(.thorough, .enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/git")))
    struct IdleTests {
        /// The programs that wait for an event without a time, and their first output.
        private static let waiting = [
            ("watch", "Watching"), ("project files --service app --watch", "Wrote"),
            ("browse", "app"), ("ssh-agent -D --socket ssh/agent", "SSH_AUTH_SOCK"),
            ("get safe --keychain safe", "Passcode"),
        ]

        @Test func sleepsUntilSomethingHappens() throws {
            try Tool.inFolder { tool in
                #expect(
                    try tool.run(["set", "--service", "app", "--account", "key"], input: "s3cret")
                        .status == 0
                )
                let script = """
                    mkdir -m 700 ssh
                    "$TOOL" create safe; echo x | "$TOOL" set --service safe --keychain safe
                    echo 1234 | "$TOOL" passcode set --keychain safe; "$TOOL" lock --keychain safe
                    """
                #expect(try tool.runInShell(script).status == 0)
                let dialogues = try Self.waiting.map { line, words in
                    let dialogue = try Dialogue(tool, line.split(separator: " ").map(String.init))
                    try dialogue.see(words)
                    return dialogue
                }
                let seconds = TestRounds.isQuick ? 3 : 60
                let counts = WakeUps.fewest(of: dialogues.map(\.process), in: seconds)
                for (program, count) in zip(Self.waiting, counts) {
                    #expect(count == 0, "'\(program.0)' woke up in \(seconds) idle seconds")
                }
                withExtendedLifetime(dialogues) {}
            }
        }

        /// A program that polls a remote without hints sleeps between two looks: for a minute, for
        /// half a minute in the end, and for two seconds while a user waits.
        private static let looking = [
            ("sync run --keychain one", 3, 25),
            ("sync join remote.git --name third --wait 10m --code-file code --keychain two", 3, 14),
            ("sync approve second --keychain three", 1, 1),
        ]

        @Test func sleepsBetweenLooksAtARemote() throws {
            try Tool.inFolder { tool in
                let outcome = try tool.runInShell(
                    """
                    git init --quiet --bare remote.git && git init --quiet --bare other.git
                    for name in one two three; do "$TOOL" create $name || exit; done
                    "$TOOL" sync setup "$PWD/remote.git" --unconfirmed --keychain one >papers
                    "$TOOL" sync setup "$PWD/other.git" --unconfirmed --keychain three >papers3
                    umask 077; "$TOOL" sync invite --keychain one >code
                    "$TOOL" sync pause --keychain one
                    """
                )
                #expect(outcome.status == 0, "\(outcome.complaints)")
                for (line, quick, long) in Self.looking {
                    let words = line.replacing("remote.git", with: "\(tool.folder)/remote.git")
                        .split(separator: " ").map(String.init)
                    let dialogue = try Dialogue(tool, words)
                    let seconds = TestRounds.isQuick ? quick : long
                    let count = WakeUps.fewest(of: [dialogue.process], in: seconds)
                    #expect(count == [0], "'\(line)' woke up in \(seconds) idle seconds")
                }
            }
        }

        /// An edit is sent at once, not at the end of the minute after which the remote is looked
        /// at.
        @Test func sendsAnEditAtOnce() throws {
            try Tool.inFolder { tool in
                let begin = """
                    git init --quiet --bare remote.git && "$TOOL" create one \
                    && "$TOOL" sync setup "$PWD/remote.git" --unconfirmed --keychain one >papers
                    """
                #expect(try tool.runInShell(begin).status == 0)
                let sync = try Dialogue(tool, ["sync", "run", "--keychain", "one"])
                #expect(WakeUps.fewest(of: [sync.process], in: 2) == [0])
                for account in ["a", "b"] {
                    let before = try head(tool)
                    let words = ["set", "--service", "api", "--account", account]
                    let place = ["--synchronizable", "--keychain", "one"]
                    #expect(try tool.run(words + place, input: "s3cret").status == 0)
                    let end = ContinuousClock.now + .seconds(20)
                    while try head(tool) == before, ContinuousClock.now < end { usleep(20_000) }
                    #expect(try head(tool) != before)
                }
                kill(sync.process, SIGTERM)
                #expect(sync.end() == 0)
            }
        }

        private func head(_ tool: Tool) throws -> String {
            try tool.runInShell("git -C remote.git for-each-ref --format='%(objectname)'").text
        }

        /// An unlock changes nothing in the file.
        @Test func noticesAnUnlock() throws {
            try Tool.inFolder { tool in
                let begin = """
                    for name in a b; do echo x | "$TOOL" set --service app --account $name; done
                    echo 1234 | "$TOOL" passcode set
                    """
                #expect(try tool.runInShell(begin).status == 0)
                let watch = try Dialogue(tool, ["watch"])
                try watch.see("Watching")
                for line in ["delete --service app --account a", "lock"] {
                    #expect(try tool.run(line.split(separator: " ").map(String.init)).status == 0)
                }
                let project = ["project", "files", "--service", "app", "--watch"]
                #expect(try tool.run(project).status == 36)
                #expect(try tool.run(["unlock"], input: "1234").status == 0)
                try watch.see("deleted\tgeneric\tapp\ta")
                let files = try Dialogue(tool, project)
                try files.see("Wrote")
                #expect(try tool.run(["lock"]).status == 0)
                try files.see("the keychain is locked")
                let stored = try tool.runInShell(
                    "echo 1234 | \"$TOOL\" unlock && echo y | \"$TOOL\" set --service app --account c"
                )
                #expect(stored.status == 0)
                let path = "\(tool.folder)/files/c"
                let end = ContinuousClock.now + .seconds(20)
                while !FileManager.default.fileExists(atPath: path), ContinuousClock.now < end {
                    usleep(10_000)
                }
                #expect(FileManager.default.fileExists(atPath: path))
            }
        }
    }
#endif
