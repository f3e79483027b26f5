#if os(Linux)
    import Foundation
    import Testing

    @testable import KeychainctlKit

    /// A file that is written and taken back, wherever the run before was interrupted.
    @Suite struct SetupFileTests {
        private static let kept = ".before-keychaind"
        private static let draft = ".new-keychaind"
        private static let ours = SetupFile.mark + "\nours"

        /// The files in the folder before, and after both `install` and `remove`.
        @Test(
            arguments: [
                ([:], [:]),
                (["file": "theirs"], ["file": "theirs"]),
                // Interrupted before the new file was written.
                ([kept: "theirs"], ["file": "theirs"]),
                ([kept: "theirs", draft: "half"], ["file": "theirs"]),
                ([draft: "half"], [:]),
                ([kept: "theirs", "file": ours], ["file": "theirs"]),
                (["file": ours], [:]),
                // Of another version.
                (["file": SetupFile.mark + "\nolder"], [:]),
                ([kept: "theirs", "file": SetupFile.mark + "\nolder"], ["file": "theirs"]),
            ] as [([String: String], [String: String])]
        )
        func whatWasThereComesBack(_ before: [String: String], _ after: [String: String]) throws {
            try inFolder { folder in
                let file = SetupFile(path: folder + "/file", content: "ours")
                try fill(folder, before)
                _ = try file.install()
                #expect(file.state == .written)
                #expect(try file.install() == false, "once is enough")
                #expect(try contents(folder)["file"] == Self.ours)
                let isRemoved = try file.remove()
                #expect(isRemoved)
                #expect(try contents(folder) == after)
                #expect(try file.remove() == false)
                // Without a run of 'install' in between, too.
                for name in after.keys {
                    try FileManager.default.removeItem(atPath: folder + "/\(name)")
                }
                try fill(folder, before)
                _ = try file.remove()
                #expect(try contents(folder) == after)
            }
        }

        /// The folder of drop-ins of a unit goes with the last of them, and no other folder does.
        @Test(arguments: [
            ("x.service.d", false, false), ("x.service.d", true, true), ("x", false, true),
        ])
        func aFolderOfDropInsIsNotLeft(_ name: String, isShared: Bool, stays: Bool) throws {
            try inFolder { folder in
                let file = SetupFile(path: folder + "/\(name)/a.conf", content: "ours")
                _ = try file.install()
                if isShared { try fill(folder + "/" + name, ["b.conf": "theirs"]) }
                #expect(try file.remove())
                #expect(FileManager.default.fileExists(atPath: folder + "/" + name) == stays)
            }
        }

        @Test func aFileThatSomebodyWroteMeanwhileIsNotTouched() throws {
            try inFolder { folder in
                let file = SetupFile(path: folder + "/file", content: "ours")
                try fill(folder, ["file": "later", Self.kept: "theirs"])
                #expect(throws: Failure.self) { try file.install() }
                #expect(try file.remove() == false)
                #expect(try contents(folder) == ["file": "later", Self.kept: "theirs"])
            }
        }

        @Test func aLinkIsSomebodyElsesAndComesBack() throws {
            try inFolder { folder in
                let file = SetupFile(path: folder + "/file", content: "ours")
                try FileManager.default.createSymbolicLink(
                    atPath: file.path,
                    withDestinationPath: "/dev/null"
                )
                #expect(file.state == .other)
                _ = try file.install()
                _ = try file.remove()
                let target = try FileManager.default.destinationOfSymbolicLink(atPath: file.path)
                #expect(target == "/dev/null")
            }
        }

        /// A link of this tool is known again where it leads nowhere, or to another installation.
        @Test(arguments: ["here", "removed", "elsewhere"])
        func aLinkToAnInstallationIsTakenBack(_ place: String) throws {
            try inFolder { folder in
                let shared = folder + "/\(place)" + SetupFile.shared
                try FileManager.default.createDirectory(
                    atPath: shared,
                    withIntermediateDirectories: true
                )
                try fill(folder, ["file": "theirs"])
                try Data("text".utf8).write(to: URL(filePath: shared + "file"))
                let file = SetupFile(path: folder + "/file", linkedTo: shared + "file")
                #expect(try file.install())
                #expect(file.state == .written)
                #expect(try file.install() == false)
                #expect(try String(contentsOfFile: file.path, encoding: .utf8) == "text")
                if place == "removed" {
                    try FileManager.default.removeItem(atPath: folder + "/removed")
                    #expect(file.state == .outdated)
                    #expect(!FileManager.default.isReadableFile(atPath: file.path))
                }
                let other = SetupFile(path: folder + "/file", content: "ours")
                #expect((place == "elsewhere" ? other : file).isOurs)
                #expect(try (place == "elsewhere" ? other : file).remove())
                #expect(try String(contentsOfFile: file.path, encoding: .utf8) == "theirs")
            }
        }

        @Test func foldersAreMade() throws {
            try inFolder { folder in
                let file = SetupFile(path: folder + "/a/b/file", content: "ours")
                let isNew = try file.install()
                #expect(isNew)
                #expect(file.state == .written)
            }
        }

        @Test func whatCannotBeWrittenIsSaid() throws {
            let file = SetupFile(path: "/proc/none/file", content: "ours")
            let failure = #expect(throws: Failure.self) { try file.install() }
            #expect(failure?.message.contains("/proc/none") == true)
        }

        /// The look whether the folder is there says another reason, which is of no use.
        @Test(.enabled(if: FileManager.default.fileExists(atPath: "/sys/kernel")))
        func theReasonIsThatOfTheFirstStep() throws {
            let file = SetupFile(path: "/sys/none/file", content: "ours")
            let failure = #expect(throws: Failure.self) { try file.install() }
            #expect(failure?.message.contains("cannot make /sys/none: ") == true)
            #expect(failure?.message.contains("No such file") == false)
        }

        private func inFolder(_ body: (String) throws -> Void) throws {
            let folder = NSTemporaryDirectory() + "/setup-" + UUID().uuidString.prefix(8)
            try FileManager.default.createDirectory(
                atPath: folder,
                withIntermediateDirectories: true
            )
            defer { try? FileManager.default.removeItem(atPath: folder) }
            try body(folder)
        }

        /// Names that begin with a dot come after `file`.
        private func fill(_ folder: String, _ files: [String: String]) throws {
            for (name, text) in files {
                let path = folder + "/" + (name.hasPrefix(".") ? "file" + name : name)
                try Data(text.utf8).write(to: URL(filePath: path))
            }
        }

        private func contents(_ folder: String) throws -> [String: String] {
            var contents: [String: String] = [:]
            for name in try FileManager.default.contentsOfDirectory(atPath: folder) {
                let text = try String(contentsOfFile: folder + "/" + name, encoding: .utf8)
                contents[name == "file" ? name : String(name.dropFirst(4))] = text
            }
            return contents
        }
    }
#endif
