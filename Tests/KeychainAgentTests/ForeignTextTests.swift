import Testing

@testable import KeychainAgent

/// Names and sentences of other programs, as dialogs show them.
@Suite struct ForeignTextTests {
    @Test(arguments: [
        ("/usr/bin/git", "/usr/bin/git"),
        ("a\u{1B}[2J\nb", #"a\u{1b}[2J\nb"#),
        // A program in a folder of the user does not look like one of the system.
        (
            "/home/ann/" + String(repeating: "a", count: 200) + "/usr/bin/git",
            "/home/ann/" + String(repeating: "a", count: 29) + "…"
                + String(repeating: "a", count: 28) + "/usr/bin/git"
        ),
    ])
    func showsBothEndsOfAName(_ name: String, _ shown: String) {
        #expect(ForeignText.name(name) == shown)
        #expect(shown.count <= 80)
    }

    /// The dialog shows about 900 bytes, of which one letter with many marks must not take all.
    @Test func cutsALetterWithThousandsOfMarks() {
        let letter = "a" + String(repeating: "\u{301}", count: 5000)
        #expect(ForeignText.name(letter).unicodeScalars.count == 80)
        #expect(ForeignText.reason(letter, of: "/bin/x").utf8.count < 300)
        let short = "a" + String(repeating: "\u{301}", count: 100)
        #expect(ForeignText.name(short).unicodeScalars.count == 80)
    }

    @Test(arguments: [
        ("", "/bin/x asks for it"),
        ("to pay", #"/bin/x asks for it and says: "to pay""#),
        (#"to "pay""#, #"/bin/x asks for it and says: "to 'pay'""#),
        ("to\".\u{301} x", "/bin/x asks for it and says: \"to'.\u{301} x\""),
        ("to\npay", #"/bin/x asks for it and says: "to\npay""#),
    ])
    func saysWhoSaysIt(_ reason: String, _ shown: String) {
        #expect(ForeignText.reason(reason, of: "/bin/x") == shown)
    }
}
