import Foundation
import TestRounds
import Testing

/// The agent through the programs of OpenSSH.
@Suite(.thorough, .enabled(if: OpenSSH.hasClient, "\(OpenSSH.absence)")) struct OpenSSHTests {
    static let keys: [(label: String, arguments: [String])] = [
        ("ed25519", ["--type", "ed25519"]), ("p256", ["--type", "ec"]),
        ("p384", ["--type", "ec", "--size", "384"]), ("p521", ["--type", "ec", "--size", "521"]),
        ("rsa", ["--type", "rsa", "--size", "2048"]),
    ]

    /// A key must not be added with less protection than requested, and the user learns why.
    @Test func saysThatItCannotLimitKeysToHosts() throws {
        try Tool.inFolder { tool in
            #expect(try tool.run(["create", "default"]).status == 0)
            let outcome = try tool.withAgent(
                """
                ssh-keygen -q -t ed25519 -N '' -f mine
                echo "example.com $(cut -d' ' -f1,2 mine.pub)" > hosts
                ssh-add -q -H hosts -h example.com mine || echo refused
                ssh-add -l || true
                """
            )
            #expect(outcome.text.hasPrefix("refused\n"))
            #expect(!outcome.text.contains("ED25519"))
            let message = "keychainctl: a key was not added, because this agent cannot limit it"
            #expect(outcome.complaints.contains(message), "\(outcome.complaints)")
            #expect(outcome.complaints.contains("; use 'ssh-add -c' to be asked before each use\n"))
        }
    }

    @Test func listsAndSigns() throws {
        try Tool.inFolder { tool in
            try tool.makeKeys(Self.keys)
            let list = try tool.withAgent("ssh-add -l")
            #expect(
                list.text.split(separator: "\n").map { $0.split(separator: " ").dropFirst(2) } == [
                    ["ed25519", "(ED25519)"], ["p256", "(ECDSA)"], ["p384", "(ECDSA)"],
                    ["p521", "(ECDSA)"], ["rsa", "(RSA)"],
                ]
            )
            // The agent's lines are the tool's own, and the file's.
            let lines = try tool.withAgent("ssh-add -L; cat *.pub | sort > all")
            #expect(try tool.run(["ssh-agent", "--list"]).output == lines.output)
            let files = try String(contentsOfFile: "\(tool.folder)/all", encoding: .utf8)
            #expect(lines.text.split(separator: "\n").sorted() == files.split(separator: "\n"))
            let signing = try tool.withAgent(
                """
                for key in \(Self.keys.map(\.label).joined(separator: " ")); do
                    echo text | ssh-keygen -q -Y sign -n test -f $key.pub > signature
                    echo "* $(cat $key.pub)" > signers
                    echo text | ssh-keygen -q -Y verify -n test -f signers -I me -s signature
                    ! echo other | ssh-keygen -q -Y verify -n test -f signers -I me -s signature
                    echo $key
                done
                """
            )
            #expect(signing.status == 0, "\(signing.complaints)")
            let signed = signing.text.split(separator: "\n").filter { !$0.contains(" ") }
            #expect(signed.map(String.init) == Self.keys.map(\.label))
        }
    }

    @Test(.enabled(if: OpenSSH.has("/usr/bin/git"), "git is not installed"))
    func signsCommits() throws {
        try Tool.inFolder { tool in
            try tool.makeKeys([Self.keys[0]])
            let outcome = try tool.withAgent(
                """
                echo "me@example.com $(cat ed25519.pub)" > signers
                git init -q work && cd work
                git config user.name me && git config user.email me@example.com
                git config gpg.format ssh && git config user.signingkey "$HOME/ed25519.pub"
                git config gpg.ssh.allowedSignersFile "$HOME/signers"
                git commit -q -S --allow-empty -m signed
                git verify-commit HEAD
                """
            )
            #expect(outcome.status == 0, "\(outcome.complaints)")
            #expect(outcome.complaints.contains("Good \"git\" signature for me@example.com"))
        }
    }

    @Test func servesThoseThatAreNamed() throws {
        try Tool.inFolder { tool in
            try tool.makeKeys(Array(Self.keys.prefix(2)))
            let outcome = try tool.withAgent("ssh-add -L", options: ["--label", "p256"])
            #expect(outcome.text.hasPrefix("ecdsa-sha2-nistp256 "))
            #expect(outcome.text.hasSuffix(" p256\n"))
            #expect(outcome.text.split(separator: "\n").count == 1)
        }
    }

    @Test(arguments: [["ed25519"], ["ecdsa", "-b", "384"], ["ecdsa", "-b", "521"], ["rsa"]])
    func takesKeys(_ type: [String]) throws {
        try Tool.inFolder { tool in
            try tool.makeKeys([Self.keys[0]])
            let outcome = try tool.withAgent(
                """
                ssh-keygen -q -t \(type.joined(separator: " ")) -N '' -C mine -f mine
                ssh-add -q mine
                mkdir away && mv mine away
                ssh-add -L | cut -d' ' -f3
                echo text | ssh-keygen -q -Y sign -n test -f mine.pub > signature
                echo "* $(cat mine.pub)" > signers
                echo text | ssh-keygen -q -Y verify -n test -f signers -I me -s signature > said
                ssh-add -q -d mine.pub
                ssh-add -L | cut -d' ' -f3
                ! ssh-keygen -q -Y sign -n test -f mine.pub < said
                ssh-add -q -t 1 away/mine
                ssh-add -q -D
                ! ssh-add -l
                """
            )
            #expect(outcome.status == 0, "\(outcome.complaints)")
            #expect(outcome.text == "mine\ned25519\ned25519\nThe agent has no identities.\n")
            // Nothing went to the keychain, and nothing left it.
            #expect(try tool.run(["key", "list"]).text.split(separator: "\n").count == 1)
        }
    }

    @Test(arguments: [["ed25519"], ["ecdsa", "-b", "256"], ["rsa", "-b", "2048"]])
    func importsKeyFiles(_ type: [String]) throws {
        try Tool.inFolder { tool in
            let outcome = try tool.runProgram(
                "/bin/sh",
                [
                    "-e", "-c",
                    """
                    ssh-keygen -q -t \(type.joined(separator: " ")) -N '' -C mine -f mine
                    '\(Tool.path)' key import --label mine --pair < mine
                    '\(Tool.path)' key export --label mine --openssh | diff - mine.pub
                    '\(Tool.path)' key list | cut -f1
                    head -c 200 mine > cut
                    ! '\(Tool.path)' key import --label cut < cut
                    ssh-keygen -q -p -N secret -f mine > said
                    ! '\(Tool.path)' key import --label other < mine
                    """,
                ]
            )
            #expect(outcome.status == 0, "\(outcome.complaints)")
            #expect(outcome.text == "public\nprivate\n")
            #expect(outcome.complaints.contains("the key has a passphrase"))
        }
    }

    /// A restriction that the agent cannot keep is refused, and never ignored.
    @Test func refusesKeysThatAreLimitedToHosts() throws {
        try Tool.inFolder { tool in
            try tool.makeKeys([Self.keys[0]])
            let outcome = try tool.withAgent(
                """
                ssh-keygen -q -t ed25519 -N '' -f mine
                echo "host.example $(cut -d' ' -f1,2 mine.pub)" > known
                ! ssh-add -q -H known -h host.example mine
                ssh-add -L | wc -l
                """
            )
            #expect(outcome.status == 0, "\(outcome.complaints)")
            #expect(outcome.text.filter { !$0.isWhitespace } == "1")
        }
    }

    @Test func locksAndUnlocks() throws {
        try Tool.inFolder { tool in
            try tool.makeKeys([Self.keys[0]])
            try FileManager.default.createDirectory(
                atPath: "\(tool.folder)/bin",
                withIntermediateDirectories: true
            )
            // ssh-add asks a program that is named for it where it has no terminal.
            let ask = try tool.script("ask", "cat '\(tool.folder)/answer'")
            let outcome = try tool.withAgent(
                """
                export SSH_ASKPASS='\(ask)' SSH_ASKPASS_REQUIRE=force
                echo right > answer; ssh-add -x
                ! ssh-add -l
                ! ssh-keygen -q -Y sign -n test -f ed25519.pub < answer
                echo wrong > answer; ! ssh-add -X
                echo right > answer; ssh-add -X
                ssh-add -L | cut -d' ' -f3
                """
            )
            #expect(outcome.status == 0, "\(outcome.complaints)")
            #expect(outcome.text.hasSuffix("ed25519\n"))
            #expect(outcome.text.contains("no identities"))
        }
    }

    @Test func endsWithItsExitStatusAndLeavesNothingBehind() throws {
        try Tool.inFolder { tool in
            try tool.makeKeys([Self.keys[0]])
            let outcome = try tool.withAgent("echo $SSH_AUTH_SOCK; exit 7")
            #expect(outcome.status == 7)
            let socket = outcome.text.split(separator: "\n")[0]
            #expect(socket.hasPrefix("/"))
            #expect(access(String(socket.dropLast("/agent".count)), F_OK) != 0)
            #expect(try tool.withAgent("kill -9 $$").status == 128 + SIGKILL)
            #expect(try tool.run(["ssh-agent", "--", "/no/such/program"]).status == 64)
        }
    }

    /// The agent serves its own user only, even where the folder and the socket are open to all.
    @Test(.enabled(if: geteuid() == 0 && OpenSSH.has("/usr/bin/setpriv"), "only root can try"))
    func talksToItsOwnUserAlone() throws {
        try Tool.inFolder { tool in
            try tool.makeKeys([Self.keys[0]])
            let outcome = try tool.withAgent(
                """
                chmod 755 $(dirname $SSH_AUTH_SOCK); chmod 666 $SSH_AUTH_SOCK
                other="setpriv --reuid=65534 --regid=65534 --clear-groups"
                $other test -w $SSH_AUTH_SOCK
                ! $other ssh-add -L
                ssh-add -L | wc -l
                """
            )
            #expect(outcome.status == 0, "\(outcome.complaints)")
            #expect(outcome.text.filter { !$0.isWhitespace } == "1")
        }
    }

    /// The agent is started as a shell's start-up file would do it.
    @Test func staysInTheBackgroundUntilItIsEnded() throws {
        try Tool.inFolder { tool in
            try tool.makeKeys([Self.keys[0]])
            let outcome = try tool.runProgram(
                "/bin/sh",
                [
                    "-e", "-c",
                    """
                    eval "$('\(Tool.path)' ssh-agent -s --socket private/socket)"
                    stat -c %a private private/socket
                    ssh-add -L | cut -d' ' -f3
                    ! '\(Tool.path)' ssh-agent --socket private/socket
                    kill $SSH_AGENT_PID
                    while [ -e private/socket ]; do sleep 0.02; done
                    mkdir open && chmod 755 open
                    ! '\(Tool.path)' ssh-agent --socket open/socket
                    echo file > private/socket
                    ! '\(Tool.path)' ssh-agent --socket private/socket
                    cat private/socket
                    """,
                ]
            )
            #expect(outcome.status == 0, "\(outcome.complaints)")
            let lines = outcome.text.split(separator: "\n").map(String.init)
            #expect(lines.first?.hasPrefix("Agent pid ") == true)
            #expect(Array(lines.dropFirst()) == ["700", "600", "ed25519", "file"])
            for words in ["already listening at", "accessible to other users", "is not a socket"] {
                #expect(outcome.complaints.contains(words), "\(outcome.complaints)")
            }
        }
    }
}
