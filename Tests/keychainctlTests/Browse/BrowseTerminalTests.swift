import Testing

/// What a person sees of the browser on a terminal of other people's making.
@Suite(.enabled(if: Tmux.isInstalled, Tmux.absence)) struct BrowseTerminalTests {
    /// 400 characters that differ from their neighbours; 280 scalars, of which most are wide.
    static let secrets = [
        String(decoding: (0..<400).map { UInt8(0x30 + $0 % 10) }, as: UTF8.self),
        String(repeating: "漢字かな交じり文✅🇩🇪👍🏽é", count: 20),
    ]

    /// No character is missing where lines are full.
    @Test(arguments: secrets, [20, 33, 40, 79, 80, 81, 132])
    func showsWholeSecrets(_ secret: String, _ columns: Int) throws {
        try Tool.inFolder { tool in
            #expect(try tool.run(["set", "--service", "api"], input: secret).status == 0)
            let tmux = try Tmux(tool, ["browse"], columns: columns, rows: 50)
            try tmux.see("api")
            try tmux.press("Enter", "r")
            let lines = try tmux.lines {
                $0.first == "Secret:" && $0.contains { $0.hasPrefix("class ") }
            }
            let shown = lines.dropFirst().prefix { !$0.isEmpty }
            #expect(shown.count > 1)
            #expect(shown.joined().drop { $0 == " " } == secret)
        }
    }
}
