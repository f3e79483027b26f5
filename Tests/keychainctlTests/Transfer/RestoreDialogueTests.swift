import Foundation
import Testing

/// A backup that is damaged after `restore` has looked at it, and before its user agrees.
@Suite struct RestoreDialogueTests {
    @Test(arguments: [true, false]) func refusesAsBeforeTheQuestion(isNew: Bool) throws {
        try Tool.inFolder { tool in
            #expect(try tool.run(["set", "api/ci"], input: "s3cret").status == 0)
            #expect(try tool.run(["backup", "all.backup"], input: "two words\n").status == 0)
            #expect(try tool.run(["delete", "api/ci", "--now", "--yes"]).status == 0)
            let keychain = "\(tool.folder)/data/portable-keychain/default.keychain"
            if isNew {
                try tool.dropKernelKeys(of: keychain)
                try FileManager.default.removeItem(atPath: keychain)
            }
            let dialogue = try Dialogue(tool, ["restore", "all.backup"])
            try dialogue.see("Passphrase")
            dialogue.type("two words\n")
            try dialogue.see("Restore them?")
            try damage("\(tool.folder)/all.backup")
            dialogue.type("y\n")
            #expect(dialogue.end() == 51)
            #expect(dialogue.shown.contains("try again, or use another backup"))
            #expect(FileManager.default.fileExists(atPath: keychain) != isNew)
            #expect(try tool.run(["get", "api/ci"]).status == (isNew ? 50 : 44))
        }
    }

    /// Changes the last byte of a file.
    private func damage(_ path: String) throws {
        let file = try #require(FileHandle(forUpdatingAtPath: path))
        let last = try file.seekToEnd() - 1
        try file.seek(toOffset: last)
        let byte = try #require(try file.readToEnd()?.first)
        try file.seek(toOffset: last)
        try file.write(contentsOf: [byte ^ 1])
        try file.close()
    }
}
