import Foundation
import TestPrograms
import Testing

/// `keychainctl edit` with editors that are programs.
@Suite struct EditTests {
    /// Runs an edit with a script in place of an editor, whose file is `$1`.
    private static func edit(
        _ script: String,
        _ words: [String] = [],
        _ check: (Tool, Tool.Outcome) throws -> Void
    ) throws {
        try prepare(script) { tool throws in
            try check(tool, try tool.run(["edit", "api"] + words))
        }
    }

    /// Makes an item, and an editor of a script.
    static func prepare(_ script: String, _ body: (Tool) throws -> Void) throws {
        try Tool.inFolder { tool in
            var tool = tool
            let added = try tool.run(
                ["set", "--service", "api", "--comment", "old"],
                input: "s3cret"
            )
            #expect(added.status == 0)
            let editor = "\(tool.folder)/editor"
            try TestProgram.write(editor, script)
            tool.variables = ["EDITOR=\(editor) -x", "VISUAL="]
            try body(tool)
        }
    }

    /// Writes the path of the file where ``folder(_:)`` looks for it.
    static let naming = "[ $1 = -x ] && shift\necho \"$1\" > \"$HOME/path\"\n"

    /// The place of the file, and the other files beside it.
    private static let trace = """
        [ "$1" = -x ] && shift
        stat -f -c %T "$(dirname "$1")" > "$HOME/kind"
        stat -c %a "$1" "$(dirname "$1")" > "$HOME/modes"
        echo "$1" > "$HOME/path"
        cp "$1" "$(dirname "$1")/.backup"

        """

    @Test func changesAttributesInMemory() throws {
        try Self.edit(Self.trace + "sed -i 's/old/new/' \"$1\"") { tool, outcome throws in
            #expect(outcome.status == 0, "\(outcome.complaints)")
            #expect(outcome.complaints.isEmpty)
            #expect(try tool.run(["show", "--service", "api"]).text.contains("comment\tnew"))
            #expect(try tool.run(["get", "api"]).text == "s3cret")
            func file(_ name: String) throws -> String {
                try String(contentsOfFile: "\(tool.folder)/\(name)", encoding: .utf8)
            }
            #expect(try file("kind") == "tmpfs\n")
            #expect(try file("modes") == "600\n700\n")
            let folder = try Self.folder(tool)
            #expect(!FileManager.default.fileExists(atPath: folder))
        }
    }

    @Test func changesTheSecretIfThatIsAskedFor() throws {
        let script = Self.trace + "grep -q s3cret \"$1\" && printf 'n3w\\nlines\\n' > \"$1\""
        try Self.edit(script, ["--secret"]) { tool, outcome throws in
            #expect(outcome.status == 0, "\(outcome.complaints)")
            #expect(try tool.run(["get", "api"]).text == "n3w\nlines")
            #expect(try tool.run(["show", "--service", "api"]).text.contains("comment\told"))
        }
    }

    /// Those of Windows end lines with two characters, also the only line of a password.
    @Test func takesTheEndThatEditorsAdd() throws {
        let script = Self.naming + "printf 'n3w\\r\\n' > $1"
        try Self.edit(script, ["--secret"]) { tool, outcome throws in
            #expect(outcome.status == 0, "\(outcome.complaints)")
            #expect(try tool.run(["get", "api"]).text == "n3w")
        }
    }

    private static let atOnce =
        "the editor ended at once; choose one that waits, such as 'code --wait'"

    @Test(
        arguments: [
            ("exit 3", [], 75, "the editor '"), ("sleep 1", [], 75, "nothing is different"),
            ("kill -9 $$", [], 75, "the editor '"),
            ("sleep 1", ["--secret"], 75, "the same secret"),
            ("exit 0", [], 75, atOnce), ("exit 0", ["--secret"], 75, atOnce),
            ("echo >> $2", ["--secret"], 75, atOnce),
            ("[ $1 = -x ] && shift; : > $1", ["--secret"], 75, "the secret would be empty"),
        ] as [(String, [String], Int32, String)]
    )
    func changesNothingElse(
        _ script: String,
        _ words: [String],
        _ status: Int32,
        _ complaint: String
    ) throws {
        try Self.edit(script, words) { tool, outcome throws in
            #expect(outcome.status == status)
            #expect(outcome.complaints.contains(complaint), "\(outcome.complaints)")
            #expect(try tool.run(["get", "api"]).text == "s3cret")
            #expect(try tool.run(["show", "--service", "api"]).text.contains("comment\told"))
        }
    }

    /// Folders beside the file, as an editor makes for its undo files; links are not followed.
    @Test func leavesNothingBesideTheFile() throws {
        let script =
            Self.trace + """
                folder="$(dirname "$1")"
                mkdir -p "$folder/.undo/deep" "$HOME/other"
                cp "$1" "$folder/.undo/item"
                cp "$1" "$folder/.undo/deep/item"
                echo kept > "$HOME/other/file"
                ln -s "$HOME/other" "$folder/.undo/link"
                ln -s "$HOME/other/file" "$folder/link"
                printf n3w > "$1"
                """
        try Self.edit(script, ["--secret"]) { tool, outcome throws in
            #expect(outcome.status == 0 && outcome.complaints.isEmpty, "\(outcome.complaints)")
            let folder = try Self.folder(tool)
            #expect(!FileManager.default.fileExists(atPath: folder))
            let kept = try String(contentsOfFile: "\(tool.folder)/other/file", encoding: .utf8)
            #expect(kept == "kept\n")
        }
    }

    /// A file whose path is longer than the system takes cannot be removed by it.
    @Test func saysWhatIsLeft() throws {
        let script =
            Self.trace + """
                printf n3w > "$1"
                cd "$(dirname "$1")"
                name=$(printf %0250d 0)
                for level in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18
                do mkdir $name && cd -P $name; done 2> /dev/null
                echo left > file
                """
        try Self.edit(script, ["--secret"]) { tool, outcome throws in
            let folder = try Self.folder(tool)
            defer { _ = try? tool.runProgram("/bin/rm", ["-rf", folder]) }
            #expect(outcome.status == 0)
            #expect(try tool.run(["get", "api"]).text == "n3w")
            #expect(outcome.complaints.contains("cannot remove \(folder), which may contain"))
        }
    }

    /// The folder of the file, of which the script wrote the path.
    static func folder(_ tool: Tool) throws -> String {
        let path = try String(contentsOfFile: "\(tool.folder)/path", encoding: .utf8)
        return (path.trimmingCharacters(in: .newlines) as NSString).deletingLastPathComponent
    }

    @Test func neverShowsTheSecretWithTheAttributes() throws {
        try Self.edit("cp \"$2\" \"$HOME/seen\"") { tool, _ throws in
            let seen = try String(contentsOfFile: "\(tool.folder)/seen", encoding: .utf8)
            #expect(seen.contains("service: api") && !seen.contains("s3cret"))
        }
    }

    /// Without these arguments, vim and nvim keep what was deleted in the home folder.
    @Test(
        arguments: [
            ("vi", "vim.basic", "-i NONE -n item.txt"),
            ("vi -c q", "vim.tiny", "-i NONE -n -c q item.txt"),
            ("vi -i kept", "nvim", "-i NONE -n -i kept item.txt"),
            ("vi", "busybox", "item.txt"), ("vi -x", "nvi", "-x item.txt"),
            ("./only/vi", "vim.basic", "-i NONE -n item.txt"),
        ]
    )
    func startsVimWithoutItsHistory(_ editor: String, _ name: String, _ words: String) throws {
        let script = "for word; do printf '%s ' \"${word##*/}\"; done > \"$HOME/words\""
        try Self.prepare("exit 1") { tool throws in
            var tool = tool
            let bin = "\(tool.folder)/only"
            let files = FileManager.default
            try files.createDirectory(atPath: bin, withIntermediateDirectories: true)
            try TestProgram.write("\(bin)/\(name)", script)
            // As Debian's alternatives: a link to a link.
            try files.createSymbolicLink(atPath: "\(bin)/other", withDestinationPath: name)
            try files.createSymbolicLink(atPath: "\(bin)/vi", withDestinationPath: "other")
            tool.path = "\(bin):/usr/bin:/bin"
            tool.variables = ["EDITOR=\(editor)", "VISUAL="]
            _ = try tool.run(["edit", "api", "--secret"])
            let seen = try String(contentsOfFile: "\(tool.folder)/words", encoding: .utf8)
            #expect(seen == words + " ")
        }
    }

    /// The editors themselves, where they are installed.
    @Test(arguments: ["vim", "nvim"]) func leavesNothingOfVim(_ name: String) throws {
        guard FileManager.default.isExecutableFile(atPath: "/usr/bin/\(name)") else { return }
        try Self.prepare("exit 1") { tool throws in
            var tool = tool
            tool.variables = [
                "EDITOR=\(name) -c 'normal dd' -c 'normal in3w' -c wq", "VISUAL=", "TERM=xterm",
            ]
            let dialogue = try Dialogue(tool, ["edit", "api", "--secret"])
            #expect(dialogue.end() == 0, "\(dialogue.shown)")
            #expect(try tool.run(["get", "api"]).text == "n3w")
            let files = FileManager.default.enumerator(atPath: tool.folder)?.allObjects ?? []
            let kept = files.compactMap { $0 as? String }.filter { name in
                name.hasSuffix(".viminfo") || name.hasSuffix(".shada") || name.hasSuffix(".swp")
            }
            #expect(kept == [])
        }
    }

    /// A typed secret is kept while the cause of the failure is removed on another terminal.
    @Test func keepsANewSecretThatCannotBeStored() throws {
        let script = """
            [ "$1" = -x ] && shift
            printf typed > "$1"
            '\(Tool.path)' delete api
            """
        try Self.prepare(script) { tool throws in
            let dialogue = try Dialogue(tool, ["edit", "api", "--secret"])
            try dialogue.see("is lost. [Y/n] ")
            #expect(try tool.run(["trash", "restore", "api"]).status == 0)
            dialogue.type("\n")
            #expect(dialogue.end() == 0, "\(dialogue.shown)")
            #expect(try tool.run(["get", "api"]).text == "typed")
        }
    }

    @Test func keepsNewAttributesThatCannotBeStored() throws {
        let script = """
            [ "$1" = -x ] && shift
            if grep -q typed "$1"; then sed -i 's/^service:.*/service: third/' "$1"
            else sed -i 's/^service:.*/service: other/; s/old/typed/' "$1"; fi
            """
        try Self.prepare(script) { tool throws in
            #expect(try tool.run(["set", "--service", "other"], input: "x").status == 0)
            let dialogue = try Dialogue(tool, ["edit", "api"])
            try dialogue.see("Edit it again? [Y/n] ")
            dialogue.type("\n")
            #expect(dialogue.end() == 0, "\(dialogue.shown)")
            #expect(try tool.run(["show", "--service", "third"]).text.contains("comment\ttyped"))
        }
    }

    /// The editor shows the bytes that are no text, so that they can be corrected.
    @Test func asksAgainForTextThatIsNotUTF8() throws {
        let script = """
            [ "$1" = -x ] && shift
            if grep -q typed "$1"; then
                LC_ALL=C sed -i 's/typed.*$/mended/' "$1"
            else printf 'comment: typed \\374\\n' > "$1"; fi
            """
        try Self.prepare(script) { tool throws in
            let dialogue = try Dialogue(tool, ["edit", "api"])
            try dialogue.see("Edit it again? [Y/n] ")
            #expect(dialogue.shown.contains("the text is not UTF-8"))
            dialogue.type("\n")
            #expect(dialogue.end() == 0, "\(dialogue.shown)")
            #expect(try tool.run(["show", "--service", "api"]).text.contains("comment\tmended"))
        }
    }

    /// The text of before stays, too, where the editor fails later on.
    @Test func asksAgainAfterAnEditorThatFails() throws {
        let script = """
            [ "$1" = -x ] && shift
            echo >> "$HOME/turns"
            case $(wc -l < "$HOME/turns") in
            1) echo nonsense > "$1";;
            2) exit 3;;
            *) sed -i 's/^nonsense$/comment: mended/' "$1";;
            esac
            """
        try Self.prepare(script) { tool throws in
            let dialogue = try Dialogue(tool, ["edit", "api"])
            try dialogue.see("Edit it again? [Y/n] ")
            dialogue.type("\n")
            try dialogue.see("Edit it again? [Y/n] ")
            #expect(dialogue.shown.contains("failed; choose another one"))
            dialogue.type("\n")
            #expect(dialogue.end() == 0, "\(dialogue.shown)")
            #expect(try tool.run(["show", "--service", "api"]).text.contains("comment\tmended"))
        }
    }

    @Test func takesNoForAnAnswer() throws {
        try Self.prepare("[ $1 = -x ] && shift; echo nonsense > $1") { tool throws in
            let dialogue = try Dialogue(tool, ["edit", "api"])
            try dialogue.see("Edit it again? [Y/n] ")
            dialogue.type("n\n")
            #expect(dialogue.end() == 65, "\(dialogue.shown)")
            #expect(try tool.run(["show", "--service", "api"]).text.contains("comment\told"))
        }
    }

    /// Without a terminal, what cannot be stored stays in the file, and what an editor had saved that is killed.
    @Test(
        arguments: [
            ("echo nonsense > $1", [], 65, "line 1 of the text names no", "nonsense\n"),
            ("printf 'label: \\374' > $1", [], 65, "the text is not UTF-8", "label: \u{FC}"),
            (
                "printf typed > $1; '\(Tool.path)' delete api", ["--secret"], 44, "then remove it",
                "typed"
            ),
            ("printf typed > $1; kill -9 $$", ["--secret"], 75, "ended by a signal", "typed"),
            ("printf typed > $1; kill -TERM $$", [], 75, "ended by a signal", "typed"),
        ] as [(String, [String], Int32, String, String)]
    )
    func keepsTheFileWithoutATerminal(
        _ script: String,
        _ words: [String],
        _ status: Int32,
        _ complaint: String,
        _ content: String
    ) throws {
        try Self.edit(Self.naming + script, words) { tool, outcome throws in
            let path = try String(contentsOfFile: "\(tool.folder)/path", encoding: .utf8)
                .trimmingCharacters(in: .newlines)
            defer {
                try? FileManager.default.removeItem(
                    at: URL(fileURLWithPath: path).deletingLastPathComponent()
                )
            }
            #expect(outcome.status == status)
            #expect(outcome.complaints.contains(complaint), "\(outcome.complaints)")
            #expect(outcome.complaints.contains(path), "\(outcome.complaints)")
            #expect(try String(contentsOfFile: path, encoding: .isoLatin1) == content)
        }
    }
}
