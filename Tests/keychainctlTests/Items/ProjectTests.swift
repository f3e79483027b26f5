import Foundation
import Testing

/// Files that follow a keychain.
@Suite struct ProjectTests {
    private func content(_ tool: Tool, _ name: String) -> String? {
        try? String(contentsOfFile: "\(tool.folder)/files/\(name)", encoding: .utf8)
    }

    /// Waits for a content, which comes within one look at the keychain.
    private func wait(_ tool: Tool, _ name: String, _ text: String?) throws {
        let deadline = ContinuousClock.now + .seconds(20)
        while content(tool, name) != text, ContinuousClock.now < deadline { usleep(10_000) }
        #expect(content(tool, name) == text)
    }

    private func start(_ tool: Tool, _ options: [String] = []) throws -> Dialogue {
        let dialogue = try Dialogue(
            tool,
            ["project", "files", "--service", "app", "--watch"] + options
        )
        try dialogue.see("Wrote")
        return dialogue
    }

    /// The content of a folder, each with its mode, and the target of a link.
    private func listing(_ folder: String) throws -> [String: String] {
        let names = try FileManager.default.contentsOfDirectory(atPath: folder)
        let pairs = try names.map { name in
            let path = "\(folder)/\(name)"
            if let target = try? FileManager.default.destinationOfSymbolicLink(atPath: path) {
                return (name, target)
            }
            let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions]
            return (name, String(try #require(mode as? Int), radix: 8))
        }
        return Dictionary(uniqueKeysWithValues: pairs)
    }

    @Test func swapsAFolderOfFiles() throws {
        try Tool.inFolder { tool in
            let files = "\(tool.folder)/files"
            for account in ["one", "two"] {
                let set = ["set", "--service", "app", "--account", account]
                _ = try tool.run(set, input: "secret of \(account)")
            }
            #expect(try tool.run(["project", "files", "--service", "app"]).status == 0)
            #expect(
                try listing(files) == [
                    "one": "..data/one", "two": "..data/two", "..data": "..1", "..1": "700",
                ]
            )
            #expect(try listing("\(files)/..1") == ["one": "400", "two": "400"])
            #expect(content(tool, "one") == "secret of one")
            // A secret that is no longer asked for is gone, and so is the folder from before.
            let words = ["project", "files", "--file", "other=app/two", "--mode", "0440"]
            #expect(try tool.run(words).status == 0)
            #expect(
                try listing(files) == ["other": "..data/other", "..data": "..2", "..2": "750"]
            )
            #expect(try listing("\(files)/..2") == ["other": "440"])
            // A secret that cannot be read changes nothing, and makes nothing.
            for folder in ["files", "new"] {
                let words = ["project", folder, "--file", "other=app/one", "--file", "b=nobody"]
                #expect(try tool.run(words).status == 44)
            }
            #expect(content(tool, "other") == "secret of two")
            #expect(!FileManager.default.fileExists(atPath: "\(tool.folder)/new"))
        }
    }

    /// Two accounts that are equal strings in Swift, and two names for the kernel.
    @Test func distinguishesUnicodeForms() throws {
        try Tool.inFolder { tool in
            let accounts = ["caf\u{e9}", "cafe\u{301}"]
            for account in accounts {
                let set = ["set", "--service", "app", "--account", account]
                _ = try tool.run(set, input: "secret of \(account.utf8.count)")
            }
            let project = ["project", "files", "--service", "app"]
            #expect(try tool.run(project).complaints.contains("Wrote 2 files"))
            #expect(accounts.map { content(tool, $0) } == ["secret of 5", "secret of 6"])
            let delete = ["delete", "--service", "app", "--account", accounts[0]]
            #expect(try tool.run(delete).status == 0)
            #expect(try tool.run(project).complaints.contains("Wrote 1 file"))
            #expect(accounts.map { content(tool, $0) } == [nil, "secret of 6"])
        }
    }

    /// Links into folders of this user that another user chose.
    @Test(
        .enabled(if: geteuid() == 0, "only root makes files of other users"),
        arguments: ["theirs/app", "theirs/way/app", "theirs/folder", "link"]
    )
    func followsNoLinksOfOthers(_ place: String) throws {
        try Tool.inFolder { tool in
            _ = try tool.run(["set", "--service", "app", "--account", "one"], input: "first")
            let files = FileManager.default
            for name in ["target/app", "theirs/folder"] {
                try files.createDirectory(
                    atPath: "\(tool.folder)/\(name)",
                    withIntermediateDirectories: true,
                    attributes: [.posixPermissions: 0o700]
                )
            }
            for (link, target) in [
                ("theirs/app", "target/app"), ("theirs/way", "target"), ("link", "target/app"),
            ] {
                try files.createSymbolicLink(
                    atPath: "\(tool.folder)/\(link)",
                    withDestinationPath: "\(tool.folder)/\(target)"
                )
            }
            #expect(chown("\(tool.folder)/theirs", 65534, 65534) == 0)
            for link in ["theirs/app", "theirs/way"] {
                #expect(lchown("\(tool.folder)/\(link)", 65534, 65534) == 0)
            }
            let answer = try tool.run(["project", place, "--service", "app"])
            #expect(answer.status == 74)
            let isOwn = place == "link"
            #expect(answer.complaints.contains(isOwn ? "is a link" : "other users can replace"))
            #expect(try files.contentsOfDirectory(atPath: "\(tool.folder)/target/app").isEmpty)
        }
    }

    @Test func leavesWhatOthersMade() throws {
        try Tool.inFolder { tool in
            _ = try tool.run(["set", "--service", "app", "--account", "one"], input: "first")
            let files = "\(tool.folder)/files"
            try FileManager.default.createDirectory(
                atPath: files,
                withIntermediateDirectories: false,
                attributes: [.posixPermissions: 0o700]
            )
            try Data("mine".utf8).write(to: URL(fileURLWithPath: "\(files)/one"))
            let taken = try tool.run(["project", "files", "--service", "app"])
            #expect(taken.status == 64)
            #expect(taken.complaints.contains("files/one exists"))
            #expect(content(tool, "one") == "mine")
            #expect(try listing(files).keys.sorted() == ["one"])
            // Nor a link of another user, whether it leads somewhere or not.
            for target in ["mine", "..data/two"] {
                try FileManager.default.removeItem(atPath: "\(files)/one")
                try FileManager.default.createSymbolicLink(
                    atPath: "\(files)/one",
                    withDestinationPath: target
                )
                let linked = try tool.run(["project", "files", "--service", "app"])
                #expect(linked.status == 64)
                #expect(try listing(files) == ["one": target])
            }
            #expect(chmod(files, 0o777) == 0)
            let open = try tool.run(["project", "files", "--file", "other=app/one"])
            #expect(open.status == 74)
            #expect(open.complaints.contains("other users can write to files"))
        }
    }

    @Test func followsTheKeychain() throws {
        try Tool.inFolder { tool in
            func set(_ account: String, _ secret: String) throws {
                let words = ["set", "--service", "app", "--account", account]
                #expect(try tool.run(words, input: secret).status == 0)
            }
            try set("one", "first")
            let project = try start(tool)
            try set("one", "rotated")
            try wait(tool, "one", "rotated")
            try set("two", "second")
            try wait(tool, "two", "second")
            let deletion = ["delete", "--service", "app", "--account", "one"]
            #expect(try tool.run(deletion).status == 0)
            try wait(tool, "one", nil)
            // A change of an item that is not asked for makes no new folder.
            let before = try FileManager.default.destinationOfSymbolicLink(
                atPath: "\(tool.folder)/files/..data"
            )
            #expect(try tool.run(["set", "--service", "other"], input: "x").status == 0)
            usleep(600_000)
            let after = try FileManager.default.destinationOfSymbolicLink(
                atPath: "\(tool.folder)/files/..data"
            )
            #expect(before == after)
            // Once all are gone, the last ones stay, and that is said.
            #expect(try tool.run(["delete", "--service", "app", "--yes"]).status == 0)
            try project.see("no item matches")
            #expect(content(tool, "two") == "second")
            kill(project.process, SIGTERM)
            #expect(project.end() == 0)
            #expect(content(tool, "two") == "second")
        }
    }

    @Test(arguments: [SIGTERM, SIGINT, SIGHUP]) func removesTheFiles(signal: Int32) throws {
        try Tool.inFolder { tool in
            _ = try tool.run(["set", "--service", "app", "--account", "one"], input: "first")
            let project = try start(tool, ["--remove"])
            #expect(content(tool, "one") == "first")
            kill(project.process, signal)
            #expect(project.end() == 0)
            #expect(!FileManager.default.fileExists(atPath: "\(tool.folder)/files"))
        }
    }

    @Test func keepsTheFilesOfALockedKeychain() throws {
        try Tool.inFolder { tool in
            let set = ["set", "--service", "app", "--account", "one"]
            _ = try tool.run(set, input: "first")
            _ = try tool.run(["passcode", "set"], input: "secret")
            let project = try start(tool)
            _ = try tool.run(["lock"])
            let once = try tool.run(["project", "others", "--service", "app"])
            #expect(once.status == 36)
            try project.see("the keychain is locked")
            #expect(content(tool, "one") == "first")
            _ = try tool.run(["unlock"], input: "secret")
            _ = try tool.run(set, input: "rotated")
            try wait(tool, "one", "rotated")
            kill(project.process, SIGTERM)
            #expect(project.end() == 0)
        }
    }

    @Test func isAloneInAFolder() throws {
        try Tool.inFolder { tool in
            _ = try tool.run(["set", "--service", "app", "--account", "one"], input: "first")
            let project = try start(tool)
            let other = try tool.run(["project", "files", "--service", "app"])
            #expect(other.status == 74)
            #expect(other.complaints.contains("another process writes to files"))
            kill(project.process, SIGKILL)
            #expect(project.end() == -SIGKILL)
            // The remains of a killed process do not block a new one.
            #expect(try tool.run(["project", "files", "--service", "app"]).status == 0)
            #expect(content(tool, "one") == "first")
        }
    }

    /// A reader that opens `..data` sees files of one moment, however often they change.
    @Test func changesAllFilesTogether() throws {
        try Tool.inFolder { tool in
            func store(_ number: Int) throws {
                for account in ["one", "two"] {
                    let words = ["set", "--service", "app", "--account", account]
                    _ = try tool.run(words, input: "\(number)")
                }
                #expect(try tool.run(["project", "files", "--service", "app"]).status == 0)
            }
            try store(0)
            let line = """
                n=0; while [ ! -e over ]; do cd files/..data && \
                { [ "$(cat one 2>/dev/null)" = "$(cat two 2>/dev/null)" ] || \
                { [ -e one ] && [ -e two ] && echo torn; }; }; cd ../..; n=1; done; echo $n
                """
            let reader = Process()
            reader.executableURL = URL(fileURLWithPath: "/bin/sh")
            reader.arguments = ["-c", line]
            reader.currentDirectoryURL = URL(fileURLWithPath: tool.folder)
            let output = Pipe()
            reader.standardOutput = output
            reader.standardError = FileHandle.nullDevice
            try reader.run()
            for number in 1...5 { try store(number) }
            try Data().write(to: URL(fileURLWithPath: "\(tool.folder)/over"))
            let text = try output.fileHandleForReading.readToEnd() ?? Data()
            reader.waitUntilExit()
            #expect(String(decoding: text, as: UTF8.self) == "1\n")
        }
    }
}
