import Foundation
import Testing

/// Logins at a real server on this machine, which knows only the keys of a keychain.
@Suite(.enabled(if: OpenSSH.hasServer, "\(OpenSSH.absence)")) struct LoginTests {
    @Test func logsInWithEachTypeOfKey() throws {
        try Tool.inFolder { tool in
            try tool.makeKeys(OpenSSHTests.keys)
            let stranger = try tool.runProgram(
                "/usr/bin/ssh-keygen",
                ["-q", "-t", "ed25519", "-N", "", "-f", "stranger"]
            )
            #expect(stranger.status == 0)
            try Self.configure(tool)
            let names = OpenSSHTests.keys.map(\.label)
            let outcome = try tool.withAgent(
                """
                \(Self.startServer)
                trap 'kill $(cat pid)' EXIT
                for key in \(names.joined(separator: " ")); do
                    ssh -F client -p $port -i $key.pub 127.0.0.1 "echo in with $key"
                done
                ! ssh -F client -p $port -i stranger 127.0.0.1 true
                """
            )
            let log = try? String(contentsOfFile: "\(tool.folder)/log", encoding: .utf8)
            #expect(outcome.status == 0, "\(outcome.complaints)\n\(log ?? "")")
            #expect(outcome.text == names.map { "in with \($0)\n" }.joined())
        }
    }

    /// A host to which the agent is forwarded sees only keys for other hosts: ssh informs the
    /// agent.
    @Test func keepsKeysFromOtherHosts() throws {
        try Tool.inFolder { tool in
            try tool.makeKeys([
                ("local", ["--type", "ed25519"]),
                ("other", ["--type", "ed25519", "--ssh-forwarded"]),
            ])
            try Self.configure(tool)
            let outcome = try tool.withAgent(
                """
                \(Self.startServer)
                trap 'kill $(cat pid)' EXIT
                ssh -A -F client -p $port -i local.pub 127.0.0.1 "
                    cd '\(tool.folder)'
                    ssh-add -L | cut -d' ' -f3
                    ssh-keygen -q -Y sign -n test -f other.pub < port > /dev/null && echo signed
                    ssh-keygen -q -Y sign -n test -f local.pub < port || echo refused
                    ssh -F client -p $port -i other.pub 127.0.0.1 echo further
                    ssh -F client -p $port -i local.pub 127.0.0.1 echo further || echo refused
                    "
                """
            )
            #expect(outcome.status == 0, "\(outcome.complaints)")
            #expect(outcome.text == "other\nsigned\nrefused\nfurther\nrefused\n")
        }
    }

    /// The question names the program, the user and the host, also by its name.
    @Test func asksAboutLogins() throws {
        try Tool.inFolder { tool in
            try tool.makeKeys([("other", ["--type", "ed25519"])])
            try Self.configure(tool)
            try FileManager.default.createDirectory(
                atPath: "\(tool.folder)/bin",
                withIntermediateDirectories: true
            )
            let pinentry = try tool.script(
                "pinentry",
                """
                echo "OK hello"
                while read -r line; do echo "$line" >> '\(tool.folder)/heard'; echo OK; done
                """
            )
            let outcome = try tool.withAgent(
                """
                \(Self.startServer)
                trap 'kill $(cat pid)' EXIT
                mkdir .ssh
                echo "named.example $(cut -d' ' -f1,2 host.pub)" > .ssh/known_hosts
                ssh -F client -p $port -i other.pub 127.0.0.1 echo in
                """,
                options: ["--confirm", "--pinentry", pinentry]
            )
            #expect(outcome.status == 0, "\(outcome.complaints)")
            let heard = try String(contentsOfFile: "\(tool.folder)/heard", encoding: .utf8)
            for words in [
                "/usr/bin/ssh (process ", "wants to log in as '", "on named.example (SHA256:",
                "with the key 'other'",
            ] { #expect(heard.contains(words), "\(heard)") }
        }
    }

    /// Writes the settings of server and client, and a key of the server's own.
    private static func configure(_ tool: Tool) throws {
        // A server of the root user's wants this folder, which the system makes at boot where it is
        // to start one.
        if geteuid() == 0 { mkdir("/run/sshd", 0o755) }
        let files = [
            "server": """
            ListenAddress 127.0.0.1
            HostKey \(tool.folder)/host
            PidFile \(tool.folder)/pid
            AuthorizedKeysFile \(tool.folder)/authorized
            AuthenticationMethods publickey
            PermitRootLogin yes
            StrictModes no
            UsePAM no

            """,
            "client": """
            IdentitiesOnly yes
            UserKnownHostsFile \(tool.folder)/known
            GlobalKnownHostsFile none
            StrictHostKeyChecking yes
            BatchMode yes
            LogLevel ERROR

            """,
        ]
        for (name, text) in files {
            try Data(text.utf8).write(to: URL(fileURLWithPath: "\(tool.folder)/\(name)"))
        }
        let made = try tool.runProgram(
            "/bin/sh",
            [
                "-e", "-c",
                """
                ssh-keygen -q -t ed25519 -N '' -f host
                echo "* $(cut -d' ' -f1,2 host.pub)" > known
                '\(Tool.path)' ssh-agent --list > authorized
                """,
            ]
        )
        #expect(made.status == 0, "\(made.complaints)")
    }

    /// Tries ports until one is free, and waits until the server has written its number.
    private static let startServer = """
        for port in $(shuf -i 20000-60000 -n 20); do
            echo $port > port
            /usr/sbin/sshd -f server -p $port -E log
            turn=0
            while [ ! -s pid ] && [ $turn -lt 100 ]; do sleep 0.02; turn=$((turn + 1)); done
            [ -s pid ] && break
        done
        """
}
