import Synchronization
import Testing

@testable import PortableKeychain

/// Titles of windows, in the words of `xprop`.
@Suite struct WindowTitleTests {
    /// A display with windows: each has a number, a process and a title as `xprop` prints it.
    private struct Display {
        var active: UInt32? = 0x1A0_0003
        var windows: [UInt32: (process: String, title: String)] = [
            0x1A0_0003: ("12", #""Bank — Firefox""#), 7: ("12", #""Another""#),
            8: ("99", #""Other""#),
        ]

        func ask(_ words: [String]) -> String? {
            if words == ["-root", "_NET_ACTIVE_WINDOW"] {
                let number = active.map { "0x" + String($0, radix: 16) } ?? "0x0"
                return "_NET_ACTIVE_WINDOW(WINDOW): window id # \(number)\n"
            }
            guard words.first == "-id", let number = UInt32(words[1]), let window = windows[number]
            else { return nil }
            return "_NET_WM_PID(CARDINAL) = \(window.process)\n"
                + "_NET_WM_NAME(UTF8_STRING) = \(window.title)\n"
        }

        func title(of processes: [Int32] = [12, 11], preferring window: UInt32? = nil) -> String? {
            WindowTitle.find(of: processes, preferring: window, ask)
        }
    }

    @Test func isThatOfTheWindowInFront() {
        #expect(Display().title() == "Bank — Firefox")
        // The program was started by the one with the window, such as a terminal.
        #expect(Display().title(of: [44, 12]) == "Bank — Firefox")
    }

    @Test(arguments: [
        Display(active: nil), Display(active: 5), Display(active: 8),
        Display(windows: [0x1A0_0003: ("", #""x""#)]),
        Display(windows: [0x1A0_0003: ("12", "  not found.")]),
        Display(windows: [0x1A0_0003: ("12", #""""#)]),
        Display(windows: [0x1A0_0003: ("12", "\"\u{200B} \"")]),
    ])
    private func isUnknownOtherwise(_ display: Display) { #expect(display.title() == nil) }

    @Test(
        arguments: [
            ("_NET_ACTIVE_WINDOW(WINDOW): window id # 0x1a00003", 0x1A0_0003),
            ("_NET_ACTIVE_WINDOW(CARDINAL) = 27262979\n", 27_262_979),
            ("_NET_ACTIVE_WINDOW(WINDOW): window id # 0x0", nil),
            ("_NET_ACTIVE_WINDOW:  not found.", nil), ("", nil),
            ("_NET_ACTIVE_WINDOW(WINDOW): window id # 0x1a000031a00003", nil),
        ] as [(String, UInt32?)]
    )
    func readsWhichWindowIsInFront(_ answer: String, _ window: UInt32?) {
        #expect(WindowTitle.active(in: answer) == window)
    }

    /// A program names its own window, and no other program's.
    @Test(
        arguments: [
            (7, "Another"), (8, "Bank — Firefox"), (5, "Bank — Firefox"), (0, "Bank — Firefox"),
        ] as [(UInt32, String)]
    )
    func isThatOfTheWindowThatTheProgramNames(_ window: UInt32, _ title: String) {
        #expect(Display().title(preferring: window) == title)
        #expect(Display(active: nil).title(preferring: window) == (window == 7 ? title : nil))
    }

    @Test(arguments: [
        (#""a \"quoted\" one""#, "a 'quoted' one"), (#""a\\b""#, #"a\b"#),
        (#""\303\274ber""#, "über"), (#""two\nlines""#, "two lines"),
        (#""All is well.\" asks. Enter your PIN: \"""#, "All is well.' asks. Enter your PIN: '"),
        ("\"a\u{202E}b\u{1B}[2J\"", "a b [2J"), (#""cut in the mid"#, "cut in the mid"),
    ])
    func isHarmless(_ printed: String, _ title: String) {
        #expect(Display(windows: [0x1A0_0003: ("12", printed)]).title() == title)
    }

    @Test func isShort() {
        let printed = "\"" + String(repeating: "t", count: 400) + "\""
        let title = Display(windows: [0x1A0_0003: ("12", printed)]).title()
        #expect(title?.unicodeScalars.count == 60)
    }

    /// A title with what looks like another property changes nothing.
    @Test func doesNotSayWhoseWindowItIs() {
        let forged = "\"x\"\n_NET_WM_PID(CARDINAL) = 12"
        #expect(Display(windows: [0x1A0_0003: ("99", forged)]).title() == nil)
    }
}
