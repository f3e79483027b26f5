import Foundation
import PortableKeychain
import Testing

/// Terminals that show less: `TERM=dumb`, `NO_COLOR`, and locales with ASCII only.
@Suite struct PlainTerminalTests {
    private static let commands = [
        ["list"], ["show", "Müller"], ["get", "Müller"], ["get", "Mülle"], ["search", "müller"],
        ["get", "nobody"], ["status"], ["doctor"], ["--help"], ["list", "--help"], [],
        ["xyzzyü"],
    ]

    private static func show(_ words: [String], _ variables: [String]) throws -> String {
        try Tool.inFolder { plain in
            let keychain = try Keychain.openOrCreate(configuration: plain.configuration)
            let item = GenericPassword(
                service: "Müller",
                account: "ö",
                label: String(repeating: "ü", count: 60)
            )
            try keychain.set("sécret", for: item)
            var tool = plain
            tool.variables += variables
            let dialogue = try Dialogue(tool, words)
            _ = dialogue.end()
            return dialogue.shown
        }
    }

    @Test(arguments: commands) func hasOnlyASCIIInTheLocaleC(_ words: [String]) throws {
        let text = try Self.show(words, ["TERM=xterm", "LANG=C"])
        #expect(!text.isEmpty)
        #expect(text.utf8.allSatisfy { $0 < 0x80 }, "\(text)")
        let other = try Self.show(words, ["TERM=xterm", "LANG=C.UTF-8"])
        if words.contains("show") {
            #expect(other.contains("Müller") && text.contains("M\\u{fc}ller"))
        }
    }

    @Test(arguments: commands, ["TERM=dumb", "NO_COLOR=1"])
    func hasNoEscapeCodes(_ words: [String], _ variable: String) throws {
        let variables = variable == "TERM=dumb" ? [variable] : ["TERM=xterm", variable]
        let text = try Self.show(words, variables)
        #expect(!text.isEmpty)
        #expect(!text.contains("\u{1B}"), "\(text)")
    }

    @Test func hasEscapeCodesElsewhere() throws {
        #expect(try Self.show(["list"], ["TERM=xterm"]).contains("\u{1B}["))
    }

    @Test func doesNotBrowseOnADumbTerminal() throws {
        let text = try Self.show(["browse"], ["TERM=dumb"]).replacing("\r\n", with: " ")
        #expect(text.contains("TERM is dumb"), "\(text)")
        #expect(!text.contains("\u{1B}"))
    }

    @Test func copiesNothingThroughADumbTerminal() throws {
        let text = try Self.show(["copy", "Müller"], ["TERM=dumb"])
        #expect(text.contains("nothing was copied"), "\(text)")
        #expect(!text.contains("\u{1B}"))
    }

    /// The data in a pipe to a program are not changed by a locale.
    @Test func leavesDataInAPipeAlone() throws {
        try Tool.inFolder { plain in
            var tool = plain
            tool.variables.append("LC_ALL=C")
            let stored = try tool.run(["set", "Müller"], input: "é")
            #expect(stored.status == 0)
            let list = try tool.run(["list"])
            #expect(list.text.contains("\tMüller\t"))
            let secret = try tool.run(["get", "Müller"])
            #expect(secret.text == "é")
        }
    }
}
