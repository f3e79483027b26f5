import Foundation
import Testing

/// The real gnome-keyring, on a session bus of its own.
@Suite struct GnomeKeyringTests {
    private static let needed = [
        "dbus-run-session", "gnome-keyring-daemon", "secret-tool", "gdbus",
    ]
    private static let isThere = needed.allSatisfy {
        FileManager.default.fileExists(atPath: "/usr/bin/\($0)")
    }

    @Test(.enabled(if: isThere, "gnome-keyring and its tools are not installed"))
    func importsWhatTheServiceHolds() throws {
        try Tool.inFolder { tool in
            let session = """
                export XDG_RUNTIME_DIR="$HOME" XDG_DATA_HOME="$HOME/data"
                printf pw | gnome-keyring-daemon --unlock --components=secrets >/dev/null 2>&1
                printf 's3 cret' | secret-tool store --label=A server a.example user me protocol https
                printf 'two\\nlines' | secret-tool store --label="it's" kind "b'\\"c"
                printf one | secret-tool store --label=unclear x 1
                printf other | secret-tool store --label=clear x 1 y 2
                '\(Tool.path)' import --format gnome-keyring --yes
                """
            let outcome = try tool.runProgram("/usr/bin/dbus-run-session", ["sh", "-c", session])
            #expect(outcome.status == 0, "\(outcome.complaints)")
            #expect(outcome.complaints.contains("3 imported."))
            #expect(outcome.complaints.contains("1 item has attributes that are not unique"))
            let get = { (words: [String]) in try tool.run(["get"] + words).text }
            #expect(try get(["--server", "a.example", "--account", "me"]) == "s3 cret")
            #expect(try get(["--service", "it's", "--comment", "kind: b'\"c"]) == "two\nlines")
            #expect(try get(["--service", "clear"]) == "other")
        }
    }
}
