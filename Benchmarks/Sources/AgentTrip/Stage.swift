import Foundation

/// A folder with an agent in it, whose user allows everything, and nothing of this user's.
struct Stage {
    let folder: String

    /// Makes the folder, and has this process use its content.
    init() throws {
        folder = NSTemporaryDirectory() + "/trip-" + UUID().uuidString.prefix(8)
        for path in [folder, folder + "/run"] {
            try FileManager.default.createDirectory(
                atPath: path,
                withIntermediateDirectories: true,
                attributes: [.posixPermissions: 0o700]
            )
        }
        let pinentry = """
            #!/bin/sh
            echo OK
            while read -r line; do
                echo OK
                case $line in BYE*) exit 0 ;; esac
            done
            """
        try Data(pinentry.utf8).write(to: URL(filePath: folder + "/pinentry"))
        try FileManager.default.setAttributes(
            [.posixPermissions: 0o700],
            ofItemAtPath: folder + "/pinentry"
        )
        for (name, value) in [
            ("XDG_RUNTIME_DIR", folder + "/run"), ("XDG_DATA_HOME", folder), ("HOME", folder),
            ("PORTABLE_KEYCHAIN_AGENT", "require"),
            ("PORTABLE_KEYCHAIN_AUTHENTICATOR", folder + "/pinentry"),
        ] { setenv(name, value, 1) }
    }

    /// Starts a program, and waits for its socket.
    func start(_ command: [String], socket: String) throws -> Process {
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = command
        try process.run()
        for _ in 0..<3000 where !Echo.answers(folder + "/" + socket) { usleep(10_000) }
        return process
    }

    func remove() { try? FileManager.default.removeItem(atPath: folder) }
}

extension Process {
    func end() {
        terminate()
        waitUntilExit()
    }
}
