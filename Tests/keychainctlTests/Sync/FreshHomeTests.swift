import Foundation
import TestRounds
import Testing

/// Commands about synchronization in a home that has no keychain yet, over real git repositories.
@Suite(.thorough, .enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/git")))
struct FreshHomeTests {
    /// Each is refused, and leaves neither a keychain nor a file.
    @Test(
        arguments: [
            ("sync setup /nowhere/r.git --unconfirmed", 53),
            ("sync setup other.git --unconfirmed", 64),
            ("sync setup full.git --unconfirmed", 64), ("sync join empty.git --code-file code", 64),
            ("sync join full.git --code-file other", 64),
            ("sync join full.git --code-file none", 64),
            ("sync join full.git --code-file other --wait 1s", 64),
            ("recover full.git --no-passcode <key", 64), ("recover ./key <key", 64),
            ("sync recover empty.git <key", 64), ("sync recover full.git <key", 64),
            ("recover empty.git <key", 64), ("recover <key", 50),
            ("recover etcds://e:1/x <key", 64),
        ] as [(String, Int)]
    )
    func leavesNothing(_ line: String, _ status: Int) throws {
        try Tool.inFolder { tool in
            let outcome = try tool.runInShell(
                """
                k() { '\(tool.installedPath)' "$@"; }
                exec 2>&1
                umask 077
                for name in empty full other.x; do git init --quiet --bare $name.git; done
                export XDG_DATA_HOME="$PWD/elsewhere" GIT_CONFIG_GLOBAL=/dev/null
                k sync setup "$PWD/full.git" --unconfirmed >paper
                k sync invite >code
                k create two && k sync setup "$PWD/other.x.git" --unconfirmed --keychain two >key
                k sync invite --keychain two >other
                git -c init.defaultBranch=main init --quiet work && cd work && echo x >README
                git add . && git -c user.name=x -c user.email=x commit --quiet -m x
                git clone --quiet --bare . ../other.git && cd ..
                export XDG_DATA_HOME="$PWD/fresh" TMPDIR="$PWD/temporary"
                mkdir temporary
                k \(line.replacing(/(\w+\.git)/) { "\"$PWD/\($0.output.1)\"" })
                s=$?
                echo "--- $s"
                find fresh temporary -mindepth 1 2>/dev/null
                exit 0
                """
            )
            let parts = outcome.text.components(separatedBy: "--- ")
            #expect(parts.last == "\(status)\n", "\(outcome.text)")
        }
    }

    /// The recovery key of synchronized keychains opens them by the command for all recovery keys: on
    /// a new machine with the address, and on one that takes part by itself.
    @Test func recoversSynchronizedKeychains() throws {
        try Tool.inFolder { tool in
            let outcome = try tool.runInShell(
                """
                k() { '\(tool.installedPath)' "$@"; }
                exec 2>&1
                umask 077
                git init --quiet --bare r.git
                printf s3cret | k set --service api --account ci --synchronizable
                k sync setup "$PWD/r.git" --unconfirmed >key
                k sync invite --role reader >code
                k create two && k sync join "$PWD/r.git" --code-file code --keychain two
                k sync now && k sync now --keychain two
                k recovery create --unconfirmed --keychain two >own
                echo --- new
                XDG_DATA_HOME="$PWD/fresh"; export XDG_DATA_HOME
                k recover "$PWD/r.git" <key && k get api/ci
                XDG_DATA_HOME="$PWD/data"
                echo && echo --- reader
                k sync status --keychain two | grep role
                # Nothing is left of what the key was for.
                mv r.git away.git && git init --quiet --bare r.git
                k recover --keychain two <key; echo "status $?"
                rm -r r.git && mv away.git r.git
                k recover --keychain two <key && k sync status --keychain two | grep role
                k get api/ci --keychain two
                echo && echo --- again
                k recover --keychain two <key
                echo "status $?"
                echo --- own
                k recover --keychain two --no-passcode <own; echo "status $?"
                """
            )
            let parts = outcome.text.components(separatedBy: "--- ")
            #expect(parts.count == 5, "\(outcome.text)")
            let expected = [
                ("new\n", ["s3cret"]),
                (
                    "reader\n",
                    [
                        "role\treader", "is an admin of the synchronized keychains now",
                        "role\tadmin", "the remote has no synchronized keychains yet", "s3cret",
                    ]
                ),
                ("again\n", ["takes part already", "'keychainctl recovery create", "status 64"]),
                ("own\n", ["is open on this machine", "status 0"]),
            ]
            for (part, (name, lines)) in zip(parts.dropFirst(), expected) {
                #expect(part.hasPrefix(name))
                for line in lines { #expect(part.contains(line), "\(line): \(part)") }
            }
        }
    }

    /// A remote that can be read and not written ends the command after the keychain was created, and
    /// the command says so.
    @Test func saysThatAKeychainWasCreated() throws {
        try Tool.inFolder { tool in
            let outcome = try tool.runInShell(
                """
                k() { '\(tool.installedPath)' "$@"; }
                exec 2>&1
                git init --quiet --bare r.git && mkdir -p r.git/refs/heads
                touch r.git/refs/heads/main.lock
                k sync setup "$PWD/r.git" --unconfirmed
                """
            )
            #expect(outcome.status == 53, "\(outcome.text)")
            #expect(outcome.text.contains("An empty keychain was created: "), "\(outcome.text)")
        }
    }
}
