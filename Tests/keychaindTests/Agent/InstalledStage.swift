#if Agent && os(Linux)
    import Foundation
    import TestPrograms

    /// Our programs where only root can put them, in file systems of a namespace of their own, and a user
    /// who is not root: only there do decisions count, and does a process hide its file from the agent.
    struct InstalledStage {
        /// A user that every Debian has.
        private static let user = UInt32(1)

        /// Whether there can be such a place.
        static let isPossible: Bool = {
            guard geteuid() == 0, access("/usr/bin/setpriv", X_OK) == 0 else { return false }
            let places = "mount -t tmpfs none /mnt && mount -t tmpfs none /usr/local/share"
            let trial = try? Process.run(
                URL(filePath: "/usr/bin/unshare"),
                arguments: ["--mount", "--propagation", "private", "sh", "-c", places]
            )
            trial?.waitUntilExit()
            return trial?.terminationStatus == 0
        }()

        /// The commands of root: they install the programs, and the packages' declarations of them.
        private static let installation = """
            set -e
            umask 022
            cd /
            mount -t tmpfs -o mode=755 none /mnt
            mount -t tmpfs -o mode=755 none /usr/local/share
            install -m 755 "$programs/keychainctl" "$programs/keychaind" /mnt
            ln -s keychainctl /mnt/git-credential-keychain
            ln -s keychainctl /mnt/security
            mkdir -p /usr/local/share/portable-keychain/programs
            sed 's|@BIN@|/mnt|' "$declarations" >/usr/local/share/portable-keychain/programs/keychainctl.conf
            chown -R "$user:$user" "$HOME"
            cd "$HOME"
            exec setpriv --reuid "$user" --regid "$user" --clear-groups bash ./user
            """

        /// The beginning of the user's session: an item and a password for git, the agent, and
        /// `ask`, which shows the number of dialogs that a command led to, the first line of the
        /// last one, and the output.
        private static let session = """
            ask() {
                : >told
                "$@" >output 2>&1 <input || true
                text=$(sed -n 's/^SETDESC //p' told | tail -n 1 | sed 's/%0A.*//; s/ (process [0-9]*)//')
                echo "$(grep -c ^CONFIRM told)|$text|$(tr '\\n' ' ' <output)"
            }
            allow() { echo "OK" >answer; }
            # The second button.
            allow_always() { echo "ERR 83886194 not confirmed" >answer; }
            allow
            printf 'protocol=https\\nhost=example.com\\n\\n' >input
            printf s3cret | keychainctl set --service api --account ci
            printf 'protocol=https\\nhost=example.com\\nusername=ann\\npassword=0ther\\n\\n' | git-credential-keychain store
            export PORTABLE_KEYCHAIN_AGENT=require
            keychaind --agent 2>/dev/null &
            agent=$!
            for round in $(seq 300); do ! keychainctl agent status >/dev/null 2>&1 || break; sleep 0.1; done
            """

        /// The end of the session: the kernel keeps some keys of a keychain that is only locked.
        private static let end = """
            kill $agent
            wait $agent
            unset PORTABLE_KEYCHAIN_AGENT
            keychainctl remove-keychain default --yes
            """

        /// Runs commands of the user.
        ///
        /// - Parameter script: Lines for bash.
        /// - Returns: The lines that they printed.
        /// - Throws: An error if they cannot be started.
        static func run(_ script: String) throws -> [String] {
            let folder = "/tmp/i-" + UUID().uuidString.prefix(8)
            let files = FileManager.default
            try files.createDirectory(atPath: folder, withIntermediateDirectories: true)
            try files.createDirectory(
                atPath: folder + "/run",
                withIntermediateDirectories: false,
                attributes: [.posixPermissions: 0o700]
            )
            defer { try? files.removeItem(atPath: folder) }
            try DoorStage.writeDialog(in: folder, confirm: #"cat "${0%/*}/answer""#)
            let lines = [Self.session, script, Self.end].joined(separator: "\n")
            try Data(lines.utf8).write(to: URL(filePath: folder + "/user"))
            // Another test of this process may bind a socket meanwhile, which changes the mask of new files.
            try files.setAttributes([.posixPermissions: 0o644], ofItemAtPath: folder + "/user")
            let output = folder + "/lines"
            try Data().write(to: URL(filePath: output))
            let process = Process()
            process.executableURL = URL(filePath: "/usr/bin/unshare")
            process.arguments = [
                "--mount", "--propagation", "private", "bash", "-c", Self.installation,
            ]
            let repository = URL(filePath: #filePath).pathComponents.dropLast(4)
                .joined(separator: "/").dropFirst()
            process.environment = [
                "HOME": folder, "PATH": "/mnt:/usr/bin:/bin:/usr/sbin:/sbin",
                "XDG_RUNTIME_DIR": folder + "/run", "KEYCHAINCTL_QUICK_PASSCODES": "1",
                "PORTABLE_KEYCHAIN_AUTHENTICATOR": folder + "/pinentry", "user": "\(Self.user)",
                "programs": PrivateBus.program.deletingLastPathComponent().path,
                "declarations": "\(repository)/Packaging/programs/keychainctl.conf",
            ]
            process.standardInput = FileHandle.nullDevice
            process.standardOutput = FileHandle(forWritingAtPath: output)
            process.standardError = process.standardOutput
            try process.run()
            process.waitUntilExit()
            return try String(contentsOfFile: output, encoding: .utf8).split(separator: "\n")
                .map(String.init)
        }
    }
#endif
