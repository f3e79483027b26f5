import ArgumentParser
import Foundation
import KeychainctlKit
@_spi(Keepers) import PortableKeychain
import Testing

@testable import KeychainSync
@testable import keychainctl

/// The advice of commands about synchronization that are refused: what it leads to, over real git
/// repositories.
@Suite(.enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/git")))
struct SyncAdviceTests {
    /// Runs a shell script with `k` for the tool and `$r` for an empty repository, in which the keychain
    /// `one` has begun to synchronize; its recovery key is in the file `paper`.
    ///
    /// - Parameters:
    ///   - tool: The tool.
    ///   - script: The script.
    /// - Returns: The output, messages included.
    /// - Throws: An error if the shell cannot be started.
    private func run(_ tool: Tool, _ script: String) throws -> String {
        let start = """
            exec 2>&1; umask 077
            k() { "$TOOL" "$@"; }
            r="$PWD/r.git"
            git init --quiet --bare r.git; k create one
            k sync setup "$r" --unconfirmed --name first --keychain one >paper
            echo ---

            """
        let text = try tool.runInShell(start + script).text
        return try #require(text.components(separatedBy: "---\n").last)
    }

    private func expect(_ lines: [String], in said: String) {
        for line in lines { #expect(said.contains(line), "\(line): \(said)") }
    }

    /// A variable that is not set removes nothing, and the paper key stays valid until it is replaced.
    @Test func keepsTheRecoveryKey() throws {
        try Tool.inFolder { tool in
            let said = try run(
                tool,
                """
                k sync remove "$unset" --keychain one; echo "empty $?"
                id=$(k sync devices --keychain one | grep recovery | cut -f 1)
                k sync remove "$id" --keychain one; echo "identifier $?"
                k create two; k sync recover "$r" --keychain two <paper; echo "valid $?"
                k sync recovery create --unconfirmed --keychain one >new
                XDG_DATA_HOME="$PWD/fresh"; export XDG_DATA_HOME
                k sync recover "$r" <paper; echo "old $?"
                echo "left: $(find fresh -mindepth 1 2>/dev/null)"
                k sync recover "$r" <new; echo "new $?"
                """
            )
            expect(
                [
                    "empty 64\n", "identifier 64\n", "valid 0\n", "old 64\nleft: \n", "new 0\n",
                    "the recovery key, which is no machine; run 'keychainctl sync recovery remove "
                        + "--keychain one'",
                    "this recovery key is not, or no longer, valid for this remote; check the address",
                ],
                in: said
            )
        }
    }

    /// A repository that has begun, while the machine that began it keeps nothing of it.
    @Test func leadsFromAnInterruptedSetupToItsKey() throws {
        let again = NextAttempt.settingUp
        for isSetUp in [false, true] {
            let failure = Failure(SyncProblem.offline, nil, isSetUp: isSetUp, again: again)
            #expect(
                failure.advice.hasPrefix("it is not certain that the repository has begun: keep")
            )
        }
        let other = Failure(SyncProblem.offline, nil, isSetUp: false, again: .round)
        #expect(other.advice.hasPrefix("nothing was set up"))
        try Tool.inFolder { tool in
            let said = try run(
                tool,
                """
                k sync leave --yes --keychain one
                k sync setup "$r" --unconfirmed --keychain one >second; echo "again $?"
                k sync recover "$r" --keychain one <paper; echo "recovered $?"
                mv "$r" away; git init --quiet --bare r.git
                mkdir -p r.git/refs/heads; touch r.git/refs/heads/main.lock; k create two
                k sync setup "$r" --unconfirmed --keychain two >third; echo "locked $?"
                """
            )
            expect(
                [
                    "again 64\n", "recovered 0\n", "locked 53\n",
                    "if a setup of yours was interrupted, run 'keychainctl sync recover --keychain one' "
                        + "with the key that it printed",
                    "keep the recovery key, and run the same command again",
                ],
                in: said
            )
        }
    }

    /// The recovery key of a locked keychain is not replaced, so none is printed.
    @Test func printsNoKeyOfALockedKeychain() throws {
        try Tool.inFolder { tool in
            let said = try run(
                tool,
                """
                printf 'sesame 1234\nsesame 1234\n' | k passcode set --keychain one
                k lock --keychain one; echo "lock $?"
                k sync recovery create --unconfirmed --keychain one >new; echo "locked $?"
                echo "printed: $(cat new)"
                """
            )
            expect(["lock 0\n", "locked 36\n", "printed: \n"], in: said)
        }
    }

    /// A damaged secret comes back from other machines, and not as an older one from a backup.
    @Test func leadsFromADamagedSecretToARound() throws {
        let own = "umask 077; exec 2>&1; k() { \"$TOOL\" \"$@\"; }\n"
        try Tool.inFolder { tool in
            let start = try tool.runInShell(
                own + """
                    for n in one other; do
                        k create $n; printf old | k set api/ci --synchronizable --keychain $n
                        printf 'two words\\n' | k backup $n.backup --keychain $n
                        printf new | k set api/ci --keychain $n
                    done
                    git init --quiet --bare r.git
                    k sync setup "$PWD/r.git" --unconfirmed --keychain one >paper; echo "set up $?"
                    k sync now --keychain one; echo "sent $?"
                    """
            )
            expect(["set up 0\n", "sent 0\n"], in: start.text)
            for name in ["one", "other"] {
                let path = "\(tool.folder)/data/portable-keychain/\(name).keychain"
                try Stage(tool: tool).damageRow(1, secret: true, of: path)
            }
            let said = try tool.runInShell(
                own + """
                    for n in one other; do
                        k verify --keychain $n; echo "$n $?"
                        printf 'two words\\n' | k restore $n.backup --dry-run --keychain $n
                    done
                    k sync now --keychain one; k get api/ci --keychain one
                    """
            )
            .text
            expect(
                [
                    "run 'keychainctl sync now --keychain one', which brings back synchronized items; for",
                    "keychainctl restore --keychain one', or store new secrets with 'keychainctl set",
                    "one 93\n", "0 new, 0 to be replaced, 0 present, 0 kept as newer.",
                    "1 synchronized item not changed, because the secret is damaged here and newer than",
                    "run 'keychainctl sync now --keychain one', which brings back what other machines",
                    "tampered with; restore it from a backup with 'keychainctl restore --keychain other'",
                    "other 93\n", "0 new, 1 to be replaced, 0 present, 0 kept as newer.",
                ],
                in: said
            )
            #expect(said.hasSuffix("new") || said.hasSuffix("new\n"), "\(said)")
        }
    }

    /// A round after which an item waits for the keychain to be unlocked is not called complete.
    @Test func callsNoRoundCompleteWhileAnItemWaits() throws {
        try Tool.inFolder { tool in
            let said = try run(
                tool,
                """
                k create two; k sync invite --keychain one >code
                k sync join "$r" --keychain two <code
                k sync now --keychain one; k sync now --keychain two
                find . -name last-round -exec touch -d '8 days ago' {} +
                printf 'sesame 1234\nsesame 1234\n' | k passcode set --keychain one
                k lock --keychain one
                printf x | k set --service api --synchronizable --keychain two
                k sync now --keychain two; k sync now --keychain one
                echo "locked: $(k sync doctor --keychain one | grep rounds)"
                printf 'sesame 1234\n' | k unlock --keychain one; k sync now --keychain one
                echo "unlocked: $(k sync doctor --keychain one | grep rounds)"
                """
            )
            expect(
                [
                    "1 item cannot be synchronized.", "locked: note\trounds\t",
                    "unlocked: fine\trounds\t",
                ],
                in: said
            )
        }
    }

    /// A name that others would see cut off is refused, and one that fits is not.
    @Test(arguments: ["approve", "setup r --name", "join r --name", "recover r --name"])
    func refusesLongNames(_ line: String) throws {
        let words = ["sync"] + line.split(separator: " ").map(String.init)
        for name in [String(repeating: "n", count: 101), String(repeating: "\u{8A9E}", count: 67)] {
            #expect(throws: (any Error).self) { _ = try Keychainctl.parsed(words + [name]) }
        }
        _ = try Keychainctl.parsed(words + [String(repeating: "n", count: 100)])
    }

    /// Another spelling of the address does not lead to the loss of what the machine has read.
    @Test func namesTheAddressInUse() throws {
        try Tool.inFolder { tool in
            let said = try run(
                tool,
                """
                k sync invite --role reader --keychain one >code
                k create two; k sync join "$r" --keychain two <code
                k sync now --keychain one; k sync now --keychain two
                k sync recover "file://$r" --keychain two <paper; echo "url $?"
                k sync recover "$r/" --keychain two <paper; echo "slash $?"
                k sync recover "$r" --keychain two <paper; echo "same $?"
                k sync status --keychain two
                """
            )
            expect(
                [
                    "url 64\n", "slash 64\n", "same 0\n", "role\tadmin",
                    "synchronized through another address: /", "/r.git; give that one",
                    "run 'keychainctl sync remote --keychain two' with the new address first",
                ],
                in: said
            )
            #expect(!said.contains("sync leave"))
        }
    }
}

/// The advice of `sync doctor` for what an examination has found.
@Suite struct SyncFindingTests {
    private let now = Date(timeIntervalSinceReferenceDate: 1e9)

    private func finding(
        _ topic: String,
        at remote: String = "/remote",
        _ role: SyncRole = .writer,
        _ change: (inout VaultReport) -> Void
    ) throws -> Finding {
        var status = VaultStatus(remote: remote, isPaused: false, isWaiting: false)
        status.role = role
        status.devices = [VaultDevice(id: "01", name: "x", role: role, isOwn: true, seen: nil)]
        var report = VaultReport(status: status, problem: nil)
        report.role = role
        change(&report)
        let examination = SyncExamination(report: report, detail: nil, lastRound: nil, now: now)
        return try #require(examination.findings.first { $0.topic == topic })
    }

    /// An edit that is ahead of this machine's clock.
    private func edit(by machine: String, hours: Double) -> VaultReport.Early {
        let item = BackupItem(
            itemClass: .genericPassword,
            identifier: [],
            attributes: [.service: .string("api")],
            secret: nil
        )
        return VaultReport.Early(
            item: item,
            device: machine,
            date: now.addingTimeInterval(hours * 3600)
        )
    }

    /// The advice can be followed: a mirror takes no edits.
    @Test(arguments: [
        ("/remote", SyncRole.writer, "wait to be sent", "run 'keychainctl sync now'"),
        (
            "mirror+https://example.com", SyncRole.writer, "it reads a mirror",
            "'keychainctl sync remote'"
        ),
        (
            "mirror+https://example.com", SyncRole.reader, "it is a reader",
            "'keychainctl sync leave'"
        ),
    ])
    func saysWhatBecomesOfEdits(
        _ remote: String,
        _ role: SyncRole,
        _ fate: String,
        _ advice: String
    ) throws {
        let sending = try finding("sending", at: remote, role) { $0.unsent = 2 }
        #expect(sending.text.hasPrefix("the edits of 2 items ") && sending.text.hasSuffix(fate))
        #expect(sending.advice?.contains(advice) == true)
        let answers = try finding("remote", at: remote, role) { $0.unsent = 2 }
        #expect(answers.text.contains("whether it takes changes") == (remote == "/remote"))
        let reminder = try #require(
            SyncEditsCommand.reminder(2, role, isMirror: remote != "/remote")
        )
        #expect(reminder.contains(sending.text.dropFirst()) && reminder.contains(advice))
    }

    /// A machine whose own clock is behind is not led to delete good items.
    @Test(arguments: [
        (["one"], 9, false), (["one", "one", "one"], 9, false), (["one", "one"], 2, false),
        (["one", "two"], 9, true), (["one", "one", "one"], 5, true),
    ])
    func doubtsItsOwnClockFirst(_ machines: [String], _ items: Int, _ isBehind: Bool) throws {
        let clock = try finding("clock") { report in
            report.status.items = items
            report.ahead = 365 * 86_400
            report.early = machines.map { edit(by: $0, hours: 365 * 24) }
        }
        #expect(
            clock.text.hasPrefix("edits are up to 365 days ahead of this machine's clock: api (")
        )
        #expect(clock.text.contains("this machine's clock is probably behind") == isBehind)
        #expect(clock.advice?.hasPrefix("check this machine's clock; only if it is right,") == true)
    }

    @Test(arguments: [(47, "47 hours"), (48, "2 days"), (71, "2 days")] as [(Double, String)])
    func countsDaysFromTwoOn(_ hours: Double, _ words: String) throws {
        let clock = try finding("clock") { report in
            report.ahead = hours * 3600
            report.early = [edit(by: "one", hours: hours)]
        }
        #expect(clock.text.hasPrefix("edits are up to \(words) ahead of"))
    }
}
