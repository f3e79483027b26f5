import Testing

/// The browser as a person sees it on a terminal of another program.
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

    /// A question is asked below the shown text, and a paste of several lines is one secret.
    @Test func keepsItsScreenWhenItAsks() throws {
        try Tool.inFolder { tool in
            #expect(try tool.run(["set", "--service", "api"], input: "s3cret").status == 0)
            let tmux = try Tmux(tool, ["browse"], columns: 60, rows: 20)
            try tmux.see("api")
            try tmux.press("Enter", "n")
            try tmux.see("t type it")
            try tmux.press("t")
            for prompt in ["New secret:", "New secret again:"] {
                let lines = try tmux.lines { $0.contains { $0.hasPrefix(prompt) } }
                #expect(lines.first == "Secret: ••••••••")
                #expect(try tmux.variable("alternate_on") == "1")
                try tmux.paste("one\ntwo\n")
                try tmux.press("Enter")
            }
            let lines = try tmux.see("Changed api;")
            #expect(lines.first == "Secret: ••••••••" && !lines.contains { $0.contains("again") })
            #expect(try tool.run(["get", "--service", "api"]).text == "one\ntwo")
        }
    }

    /// Braille displays and speech read the line of the cursor.
    @Test func standsOnTheChosenLine() throws {
        try Tool.inFolder { tool in
            for service in ["api", "mail"] {
                #expect(try tool.run(["set", "--service", service], input: "x").status == 0)
            }
            let tmux = try Tmux(tool, ["browse"], columns: 40, rows: 12)
            let keys = ["type to find · enter open · ^Y copy", "^N new · ? help · esc quit"]
            #expect(try tmux.see("api").contains(keys[0]))
            #expect(try tmux.see("mail").contains(keys[1]))
            try tmux.press("Down")
            let deadline = ContinuousClock.now + .seconds(20)
            while try tmux.variable("cursor_y") != "3", ContinuousClock.now < deadline {}
            #expect(try tmux.variable("cursor_flag") == "1")
            #expect(try tmux.lines { _ in true }[3] == "mail")
        }
    }

    /// A terminal without an alternate screen keeps nothing that was shown.
    @Test func leavesNothingInTheScrollback() throws {
        try Tool.inFolder { tool in
            #expect(try tool.run(["set", "--service", "api"], input: "s3cret").status == 0)
            let tmux = try Tmux(
                tool,
                ["browse"],
                columns: 60,
                rows: 20,
                settings: ["alternate-screen off", "remain-on-exit on"]
            )
            try tmux.see("api")
            #expect(try tmux.variable("alternate_on") == "0")
            try tmux.press("Enter", "r")
            try tmux.see("s3cret")
            try tmux.press("C-c")
            let deadline = ContinuousClock.now + .seconds(20)
            while try tmux.variable("pane_dead") != "1", ContinuousClock.now < deadline {}
            #expect(try tmux.variable("pane_dead") == "1")
            #expect(try !tmux.history().contains("s3cret"))
        }
    }

    @Test func addsAnItem() throws {
        try Tool.inFolder { tool in
            #expect(try tool.run(["set", "--service", "api"], input: "x").status == 0)
            let tmux = try Tmux(tool, ["browse"], columns: 80, rows: 24)
            try tmux.see("api")
            try tmux.press("C-n", "Tab", "example.com", "Tab", "https", "Tab", "99999", "Enter")
            try tmux.see("the value of --port must be")
            try tmux.press("C-u", "8443", "Enter")
            try tmux.see("g generate 22 letters and digits")
            try tmux.press("g")
            let lines = try tmux.see("Generated:")
            let news = "Added https://example.com:8443; 'keychainctl undo'"
            #expect(lines.contains { $0.hasPrefix(news) })
            #expect(lines.contains { $0.hasPrefix("internet  https://example.com:8443") })
            let words = ["get", "--server", "example.com", "--port", "8443", "--protocol", "https"]
            #expect(try tool.run(words).output.count == 22)
            // An item that exists already is not changed, and the form stays.
            try tmux.press("C-n", "api", "Enter")
            try tmux.see("t type it")
            try tmux.press("g")
            #expect(try tmux.see("already exists;").first == "service      api")
            try tmux.press("Escape")
            try tmux.see("Save the changes?")
            try tmux.press("d")
            try tmux.see("Nothing was changed.")
            #expect(try tool.run(["get", "--service", "api"]).text == "x")
        }
    }
}
