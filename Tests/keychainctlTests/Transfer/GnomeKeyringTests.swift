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
                gdbus wait --session --timeout 20 org.freedesktop.secrets
                printf 's3 cret' | secret-tool store --label=A server a.example user me protocol https
                printf 'two\\nlines' | secret-tool store --label="it's" kind "b'\\"c"
                printf one | secret-tool store --label=unclear x 1
                printf other | secret-tool store --label=clear x 1 y 2
                printf 'p\\0\\r\\n' | secret-tool store --label=PyPI service https://p.example/ username me
                printf a | secret-tool store --label=near z 1
                printf 'x\\n[/%d]\\n' 1 2 3 4 5 6 7 8 9 | secret-tool store --label=forged z 1 w 2
                '\(Tool.path)' import --format gnome-keyring --yes
                '\(Tool.path)' import --format gnome-keyring --yes --skip
                """
            let outcome = try tool.runProgram("/usr/bin/dbus-run-session", ["sh", "-c", session])
            #expect(outcome.status == 0, "\(outcome.complaints)")
            let get = { (words: [String]) in try tool.run(["get"] + words).text }
            // The secret of a similar item looks like this one, whatever number the service gave it:
            // it is named before it is left out. On a busy machine, libsecret stores a schema with
            // some of the items only, and then the two are not similar.
            if outcome.complaints.contains("Left out: item") {
                #expect(outcome.complaints.contains("'near': secret-tool cannot read it"))
                #expect(outcome.complaints.contains("6 imported."), "\(outcome.complaints)")
            } else {
                #expect(outcome.complaints.contains("7 imported."), "\(outcome.complaints)")
                #expect(try get(["--service", "near"]) == "a")
            }
            #expect(try get(["--server", "a.example", "--account", "me"]) == "s3 cret")
            #expect(try get(["--service", "it's", "--comment", "kind: b'\"c"]) == "two\nlines")
            #expect(try get(["--service", "unclear"]) == "one")
            #expect(try get(["--service", "clear"]) == "other")
            // Helpers find it by the words with which it was stored.
            let found = try tool.run(["helper", "keyring", "get", "https://p.example/", "me"])
            #expect(found.complaints.contains("keychainctl get") || found.text.hasPrefix("p"))
            #expect(try get(["--service", "https://p.example/"]) == "p\0\r\n")
        }
    }
}
