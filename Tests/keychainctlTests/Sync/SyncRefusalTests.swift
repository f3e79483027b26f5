import Foundation
import TestRounds
import Testing

/// Commands that are refused, over real git repositories: they leave nothing, and give advice.
@Suite(.thorough, .enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/git")))
struct SyncRefusalTests {
    /// Runs a shell script with `k` for the tool and `$remote` for an empty repository; returns its
    /// output, messages included.
    ///
    /// In the script, `begin` sets up the keychain `one`, `add` lets `two` join it, and
    /// `put` stores an item in one of them.
    private func run(_ tool: Tool, _ script: String, status: Int32 = 0) throws -> String {
        let start = """
            k() { '\(tool.installedPath)' "$@"; }
            remote='\(tool.folder)/remote.git'
            [ -d "$remote" ] || git init --quiet --bare "$remote"
            export GIT_AUTHOR_NAME=x GIT_AUTHOR_EMAIL=x GIT_COMMITTER_NAME=x GIT_COMMITTER_EMAIL=x
            begin() {
                k create one && k create two
                k sync setup "$remote" --unconfirmed --name first --keychain one >/dev/null
            }
            put() { echo "$2" | k set --service api --account ci --synchronizable --keychain "$1"; }
            add() {
                k sync invite "$@" --keychain one >code
                k sync join "$remote" --name second --keychain two <code
                k sync now --keychain one; k sync now --keychain two
            }
            exec 2>&1

            """
        let outcome = try tool.runInShell(start + script)
        #expect(outcome.status == status, "\(script): \(outcome.text)")
        return outcome.text
    }

    /// The files beside a keychain, and the branches of the repository with all that they have.
    private static let everything = """
        find . -path './*.sync*'; git -C "$remote" for-each-ref
        k sync status --keychain one
        """

    @Test(arguments: [
        "sync setup \"$remote\" --unconfirmed", "sync setup /nowhere --unconfirmed",
        "sync join \"$remote\" --code-file code", "sync join /nowhere --code-file code",
        "sync now", "sync doctor", "sync pause", "sync status", "sync conflicts --restore 1",
        "sync edits --revert 1", "sync history api/ci --restore 1",
    ])
    func leavesNothing(_ line: String) throws {
        try Tool.inFolder { tool in
            let before = try run(
                tool,
                """
                k create one
                tree=$(git -C "$remote" mktree </dev/null)
                file=$(echo x | git -C "$remote" hash-object -w --stdin)
                tree=$(printf '100644 blob %s\\tREADME\\n' "$file" | git -C "$remote" mktree)
                git -C "$remote" update-ref refs/heads/main "$(git -C "$remote" commit-tree -m x $tree)"
                umask 077
                # A code that could be one: made for a vault of its own.
                k create other && git init --quiet --bare other.git
                k sync setup "$PWD/other.git" --unconfirmed --keychain other >/dev/null
                k sync invite --keychain other >code
                k sync leave --keychain other
                echo ---; \(Self.everything)
                """,
                status: 64
            )
            let said = try run(tool, "k \(line) --keychain one && echo accepted; true")
            #expect(!said.contains("accepted"))
            let after = try run(tool, Self.everything, status: 64)
            #expect(before.hasSuffix("---\n" + after), "\(before)\n\(after)")
            #expect(!after.contains(".sync"))
        }
    }

    /// A repository with other content is not used for a vault, and the message lists the content.
    @Test(arguments: [
        ("main", "README.md, src"), ("master", "branch master"),
    ]) func setsUpNothingBesideOtherFiles(_ branch: String, _ named: String) throws {
        try Tool.inFolder { tool in
            let text = try run(
                tool,
                """
                git init --quiet -b \(branch) work && cd work && mkdir src
                echo x | tee README.md >src/x && git add . && git commit --quiet -m x
                git push --quiet "$remote" \(branch) && cd ..
                git -C "$remote" for-each-ref >before
                k create one
                k sync setup "$remote" --unconfirmed --keychain one; s=$?
                git -C "$remote" for-each-ref | diff before - || exit 1
                exit $s
                """,
                status: 64
            )
            #expect(text.contains("the repository is not empty: it has \(named);"), "\(text)")
            #expect(text.contains("use an empty repository"))
        }
    }

    /// A machine that joins too late gets the reason, is not set up, and its advice works.
    @Test(arguments: [
        ("k sync join \"$remote\" --code-file code --keychain two", "have used the join code"),
        (
            "k sync invites --revoke \"$(k sync invites --keychain one | cut -c1-8)\" --keychain one",
            "was withdrawn"
        ),
    ]) func tellsAMachineThatJoinsTooLate(_ line: String, _ reason: String) throws {
        try Tool.inFolder { tool in
            let text = try run(
                tool,
                """
                set -e
                umask 077
                for name in one two three; do k create $name; done
                k sync setup "$remote" --unconfirmed --keychain one
                k sync invite --keychain one >code
                \(line)
                k sync now --keychain one
                k sync join "$remote" --code-file code --keychain three && echo accepted
                k sync now --keychain one
                k sync now --keychain three && echo accepted || s=$?
                test ! -e data/portable-keychain/three.sync
                k sync invite --keychain one >code
                k sync join "$remote" --code-file code --keychain three || true
                k sync now --keychain one
                k sync now --keychain three && echo joined
                exit $s
                """,
                status: 77
            )
            #expect(text.contains(reason) && text.contains("keychainctl sync invite"), "\(text)")
            #expect(text.contains("joined"), "\(text)")
        }
    }

    /// The advice of the messages leads back, also where another machine has begun again.
    @Test func beginsAgainWhereTheRemoteIsGone() throws {
        try Tool.inFolder { tool in
            let text = try run(
                tool,
                """
                umask 077
                for name in one two; do k create $name; done
                k sync setup "$remote" --unconfirmed --keychain one
                echo 1 | k set --service api --synchronizable --keychain one
                k sync invite --keychain one >code
                k sync join "$remote" --code-file code --keychain two
                k sync now --keychain one && k sync now --keychain two || exit 1
                echo 2 | k set --service db --synchronizable --keychain two
                rm -r "$remote"
                k sync now --keychain one; echo "gone $?"
                git init --quiet --bare "$remote"
                k sync now --keychain one; echo "empty $?"
                k sync accept-older --yes --keychain one; echo "lost $?"
                k sync leave --keychain one && k sync setup "$remote" --unconfirmed --keychain one
                k sync now --keychain two; echo "other $?"
                k sync accept-older --yes --keychain two; echo "vault $?"
                k sync leave --keychain two
                k sync invite --keychain one >code
                k sync join "$remote" --code-file code --keychain two
                for name in one two one; do k sync now --keychain $name || exit 1; done
                for name in one two; do
                    k get --service api --keychain $name && k get --service db --keychain $name || exit 1
                done
                """
            )
            for line in ["gone 53", "empty 80", "lost 64", "other 80", "vault 80"] {
                #expect(text.contains(line + "\n"), "\(line): \(text)")
            }
            for advice in [
                "'keychainctl sync accept-older --keychain one' on one machine that is an admin",
                "the remote has nothing left of the synchronized keychains; put the repository back",
                "if another machine began again there, run 'keychainctl sync leave",
            ] { #expect(text.contains(advice), "\(advice): \(text)") }
        }
    }

    /// A machine that was removed names the remover, and its advice works.
    @Test func saysWhoRemovedAMachine() throws {
        try Tool.inFolder { tool in
            let text = try run(
                tool,
                """
                begin; put one 1; add
                k sync remove second --keychain one
                echo ---
                k sync now --keychain two; echo "now $?"
                mv "$remote" away
                for command in status now run invite doctor; do
                    timeout 20 '\(tool.installedPath)' sync $command --keychain two; echo "$command $?"
                done
                k get --service api --keychain two
                mv away "$remote"
                k sync leave --keychain two
                add
                k sync status --keychain two
                """
            )
            let parts = text.components(separatedBy: "---\n")
            let said = try #require(parts.last)
            let sentence =
                "this machine was removed from the synchronized machines by first (noticed 20"
            #expect(said.components(separatedBy: sentence).count == 7, "\(said)")
            for line in ["now 77", "status 77", "run 77", "invite 77", "doctor 78"] {
                #expect(said.contains(line + "\n"), "\(line): \(said)")
            }
            #expect(said.contains("state\tremoved") && said.contains("\n1"))
            #expect(
                said.contains("run 'keychainctl sync leave --keychain two'")
                    && !said.contains("group")
            )
            #expect(said.contains("state\tactive"))
        }
    }

    /// A command that the remote did not answer names itself: a round repeats nothing of it.
    @Test func namesTheCommandToRepeat() throws {
        try Tool.inFolder { tool in
            let text = try run(
                tool,
                """
                begin; put one 1; add
                mv "$remote" away
                echo ---
                k sync remove second --keychain one; echo "remove $?"
                k sync remove "a'b" --keychain one; echo "odd $?"
                k sync recovery create --unconfirmed --keychain one; echo "create $?"
                k sync recovery remove --keychain one; echo "recovery $?"
                k sync rotate --keychain one; echo "rotate $?"
                k sync repair --keychain one; echo "repair $?"
                k sync accept-older --yes --keychain one; echo "older $?"
                k sync now --keychain one; echo "now $?"
                """
            )
            let said = try #require(text.components(separatedBy: "---\n").last)
            #expect(said.components(separatedBy: " 53\n").count == 9, "\(said)")
            for advice in [
                "it is not certain that anything was changed: run 'keychainctl sync remove second "
                    + "--keychain one' again; 'keychainctl sync devices --keychain one' shows who",
                "run 'keychainctl sync remove NAME --keychain one' again",
                "nothing was changed: run 'keychainctl sync recovery create --keychain one' again",
                "run 'keychainctl sync recovery remove --keychain one' again",
                "no new keys were made: run 'keychainctl sync rotate --keychain one' again",
                "run 'keychainctl sync repair --keychain one' again",
                "run 'keychainctl sync accept-older --keychain one' again",
            ] { #expect(said.contains(advice), "\(advice): \(said)") }
            #expect(said.components(separatedBy: "'keychainctl sync now").count == 2, "\(said)")
        }
    }

    /// A lock in the repository is no other machine: each command names the file.
    @Test func namesTheLockOfARepository() throws {
        try Tool.inFolder { tool in
            let text = try run(
                tool,
                """
                begin; put one 1; add; put one 2
                mkdir -p "$remote/refs/heads"; touch "$remote/refs/heads/main.lock"
                echo ---
                k sync now --keychain one; echo "now $?"
                k sync remove second --keychain one; echo "remove $?"
                k sync recovery create --unconfirmed --keychain one; echo "create $?"
                rm "$remote/refs/heads/main.lock"
                k sync now --keychain one; echo "sent $?"
                """
            )
            let said = try #require(text.components(separatedBy: "---\n").last)
            let lock = "\(tool.folder)/remote.git/refs/heads/main.lock"
            let sentence = "remove the file \(lock) if no git runs there"
            #expect(said.components(separatedBy: sentence).count == 4, "\(said)")
            #expect(said.components(separatedBy: " 53\n").count == 4, "\(said)")
            #expect(said.contains("the new recovery key may not be valid, so keep the old one"))
            #expect(said.hasSuffix("sent 0\n"), "\(said)")
        }
    }

    /// The edits of a reader are named, and taken back.
    @Test func namesWhatAReaderKeeps() throws {
        try Tool.inFolder { tool in
            let text = try run(
                tool,
                """
                begin; put one 1; add --role reader; put two 2
                echo ---
                k sync now --keychain two; k sync status --keychain two
                k sync edits --keychain two
                k sync edits --revert 2 --yes --keychain two; echo "no such $?"
                k sync edits --revert 1 --yes --keychain two
                k get --service api --keychain two
                echo; k sync edits --keychain two; k sync status --keychain two
                """
            )
            let said = try #require(text.components(separatedBy: "---\n").last)
            let sentence = "The edits of 1 item stay on this machine, because it is a reader."
            #expect(said.components(separatedBy: sentence).count == 3, "\(said)")
            #expect(said.contains("role\treader\nunsent\t1\n"))
            #expect(said.contains("1\tchanged\tapi/ci\n") && said.contains("no such 64\n"))
            #expect(said.contains("again.\n1\nstate") || said.contains("\n1\nstate"), "\(said)")
            #expect(said.contains("unsent\t0\n"))
        }
    }

    /// Both values of a conflict stay until the user dismisses one.
    @Test func settlesConflicts() throws {
        try Tool.inFolder { tool in
            let text = try run(
                tool,
                """
                now() { for n in one two one; do k sync now --keychain $n; done; }
                begin; put one 1; add
                now; sleep 0.1; put one from-first; sleep 0.1; put two from-second; now
                echo ---
                k sync conflicts --keychain one
                k sync conflicts --show 1 --keychain one; echo
                k sync conflicts --restore 1 --keychain one
                now
                k get api/ci --keychain two; echo
                k sync conflicts --show 1 --keychain two; echo
                k sync conflicts --json --keychain two | grep -c from-
                k sync conflicts --dismiss 2 --keychain two; echo "no such $?"
                k sync conflicts --dismiss 1 --keychain two
                now; echo "left:"; k sync conflicts --keychain one
                """
            )
            let said = try #require(text.components(separatedBy: "---\n").last)
            let list = #/1\tapi\/ci\tsecret\tfirst\t20[-0-9T:]*Z\tsecond\t20[-0-9T:]*Z\n/#
            #expect(said.contains(list), "\(said)")
            #expect(said.contains("Z\nfrom-first\nThe value was restored."))
            #expect(said.contains("from-first\nfrom-second\n0\n"))
            #expect(said.contains("no such 64\n") && said.hasSuffix("left:\n"))
        }
    }

    /// A full disk is reported; waiting changes are sent once there is room.
    @Test(.enabled(if: Self.hasFileSystems)) func saysThatTheDiskIsFull() throws {
        try Tool.inFolder { tool in
            let text = try run(
                tool,
                """
                k create one
                k sync setup "$remote" --unconfirmed --keychain one >/dev/null
                folder=$(find . -name 'one*.sync' -type d)
                cat >inside <<'END'
                mount -t tmpfs -o size=4m none "$1" && chmod 700 "$1" || exit 99
                "$2" sync now --keychain one || exit 98
                head -c 2000000 /dev/urandom | base64 -w 900000 | while read -r line; do
                    n=$((n + 1)); printf %s "$line" |
                        "$2" set --service big --account $n --synchronizable --keychain one
                done
                cat /dev/zero >"$1/full" 2>/dev/null
                "$2" sync now --keychain one; echo "full $?"
                rm "$1/full"; mount -o remount,size=100m "$1"
                "$2" sync now --keychain one; echo "free $?"
                END
                unshare --map-root-user --mount sh inside "$folder" '\(tool.installedPath)'
                """
            )
            #expect(text.contains("the disk is full;") && text.contains("full 73\n"), "\(text)")
            #expect(text.hasSuffix("free 0\n"), "\(text)")
        }
    }

    private static let hasFileSystems: Bool = {
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/unshare")
        process.arguments = ["--map-root-user", "--mount", "mount", "-t", "tmpfs", "none", "/mnt"]
        guard (try? process.run()) != nil else { return false }
        process.waitUntilExit()
        return process.terminationStatus == 0
    }()
}
