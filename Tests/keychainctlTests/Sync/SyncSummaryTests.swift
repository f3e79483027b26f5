import Foundation
import KeychainSync
import TestRounds
import Testing

@testable import keychainctl

/// The four lines of `sync status` on a terminal.
@Suite struct SyncSummaryTests {
    private let now = Date(timeIntervalSinceReferenceDate: 1e9)

    private func device(
        _ name: String,
        _ role: SyncRole = .writer,
        isOwn: Bool = false,
        seen seconds: Double? = nil,
        id: String = "0123456789abcdef0123456789abcdef"
    ) -> VaultDevice {
        VaultDevice(
            id: id,
            name: name,
            role: role,
            isOwn: isOwn,
            seen: seconds.map { now.addingTimeInterval(-$0) }
        )
    }

    private func lines(
        of devices: [VaultDevice],
        next: String? = nil,
        _ change: (inout VaultStatus) -> Void = { _ in }
    ) -> [String] {
        var status = VaultStatus(
            remote: "git@example.com:keys.git",
            isPaused: false,
            isWaiting: false
        )
        status.devices = devices
        (status.items, status.commits, status.digest) = (12, 48, "5f0c")
        change(&status)
        let lastRound = now.addingTimeInterval(-300)
        return SyncSummary(status: status, lastRound: lastRound, now: now, next: next).lines
    }

    @Test func saysEverythingInFourLines() {
        let devices = [
            device("laptop", .admin, isOwn: true), device("", .recovery),
            device("server", .reader), device("desktop", seen: 7300),
        ]
        #expect(
            lines(of: devices) == [
                "12 items are synchronized with 2 other machines, through git@example.com:keys.git.",
                "Machines: laptop (this one, admin), desktop (writer, last read 2 hours ago), "
                    + "server (reader, nothing read of it yet).",
                "Last complete round: 5 minutes ago; 48 commits read, digest 5f0c.",
                "Nothing waits.",
            ]
        )
    }

    /// A number that is not known is not said to be 0.
    @Test func countsNothingThatIsLocked() {
        let next = "Changes may wait: unlock the keychain with 'keychainctl unlock'."
        let said = lines(of: [device("laptop", .admin, isOwn: true)], next: next) { status in
            (status.items, status.home, status.locked) = (0, 2, 12)
        }
        #expect(
            said.first
                == "Items are synchronized with no other machine yet, through git@example.com:keys.git. "
                + "How many is not known while the keychain is locked."
        )
        #expect(said.last == next)
    }

    @Test func saysHowOldAMirrorIs() {
        let own = [device("web", .reader, isOwn: true)]
        let read = { (range: ClosedRange<Double>) in
            lines(of: own) { status in
                status.mirrored =
                    now.addingTimeInterval(
                        range.lowerBound
                    )...now.addingTimeInterval(range.upperBound)
            }[2]
        }
        #expect(read(-7300...100).hasSuffix("digest 5f0c. The mirror was signed 2 hours ago."))
        #expect(read(-7300 ... -1).hasSuffix("2 hours ago, and is too old to be believed."))
    }

    @Test func saysWhatWaits() {
        let own = [device("laptop", .admin, isOwn: true)]
        #expect(lines(of: own, next: "Do it.").last == "Do it.")
        let paused = lines(of: own, next: "End it.") { status in
            status = VaultStatus(remote: "r", isPaused: true, isWaiting: false)
        }
        #expect(paused.last == "Synchronization is paused. End it.")
        // The failure that follows says more.
        #expect(lines(of: own) { $0.alarm = .chain }.count == 3)
        let evidence = lines(of: own) { status in
            status.alarm = .chain
            status.evidence = VaultEvidence(
                alarm: .chain,
                time: now,
                verified: .init(commits: 48, digest: "aaaa"),
                shown: 48,
                other: .init(commits: 48, digest: "bbbb"),
                device: "desktop"
            )
        }
        #expect(
            evidence.last
                == "At 2032-09-09T01:46:40Z the remote showed a commit 48 with the digest "
                + "bbbb, signed by desktop; this machine had read 48 commits, digest aaaa."
        )
        let waiting = lines(of: [], next: "Wait.") { status in
            status = VaultStatus(remote: "r", isPaused: false, isWaiting: true)
        }
        #expect(waiting == ["This machine waits to be let in, through r.", "Wait."])
        let alone = lines(of: own) { ($0.items, $0.home) = (1, 1) }
        #expect(
            alone[0] == "1 item is synchronized with no other machine yet, through "
                + "git@example.com:keys.git. 1 more stays on this machine."
        )
    }

    /// A machine chooses its name: it must not look like several machines.
    @Test func quotesNamesThatContinueTheSentence() {
        let forged = lines(of: [device("x (this one, admin), \"y\"")])[1]
        #expect(forged.hasPrefix("Machines: \"x (this one, admin), 'y'\" (writer, "))
        let long = lines(of: [device(String(repeating: "a", count: 200))])[1]
        #expect(long.count < 100)
        #expect(lines(of: [device("")])[1].hasPrefix("Machines: 01234567 (writer"))
    }

    /// A machine that left is a member until it is removed.
    @Test func distinguishesMachinesOfOneName() {
        let devices = [
            device("laptop", .admin, isOwn: true), device("desktop", seen: 7300),
            device("desktop", id: "fedcba9876543210fedcba9876543210"),
        ]
        #expect(
            lines(of: devices)[1]
                == "Machines: laptop (this one, admin), desktop 01234567 (writer, last read 2 hours "
                + "ago), desktop fedcba98 (writer, nothing read of it yet)."
        )
    }

    @Test func namesFewOfMany() {
        let devices = (0..<200).map { device("m\($0)", seen: Double(1000 - $0)) }
        let text = lines(of: devices)[1]
        #expect(text.hasPrefix("Machines: m199 (") && text.contains("and 192 more"))
        #expect(!text.contains("m191 "))
    }

    @Test(arguments: [
        (-3600, "at 2032-09-09T02:46:40Z"), (-5, "less than a minute ago"),
        (59, "less than a minute ago"), (60, "1 minute ago"), (7199, "1 hour ago"),
        (172_799, "47 hours ago"), (172_800, "2 days ago"),
    ])
    func saysHowLongAgo(_ seconds: Double, _ words: String) {
        #expect(SyncSummary.ago(now.addingTimeInterval(-seconds), now) == words)
    }
}

/// The same on real terminals and in pipes.
@Suite(.thorough, .enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/git")))
struct SyncStatusTests {
    @Test func tellsPeopleInSentencesAndProgramsInLines() throws {
        try Tool.inFolder { tool in
            let start = try tool.runInShell(
                """
                set -e; git init --quiet --bare remote.git; name=$(printf 'sec\\033[2Jond')
                "$TOOL" create one && "$TOOL" create two
                "$TOOL" sync setup "$PWD/remote.git" --unconfirmed --name first --keychain one
                printf 1 | "$TOOL" set --service first --synchronizable --keychain one
                "$TOOL" sync invite --keychain one >code
                "$TOOL" sync join "$PWD/remote.git" --name "$name" --keychain two <code
                "$TOOL" sync now --keychain one; "$TOOL" sync now --keychain two
                printf 1 | "$TOOL" set --service api --synchronizable --keychain two
                """
            )
            #expect(start.status == 0, "\(start.complaints)")
            let waits = try shown(tool, "two")
            #expect(waits.contains("2 items are synchronized with 1 other machine, through /"))
            #expect(waits.contains("first (admin, last read less than a minute ago)"), "\(waits)")
            #expect(waits.contains("wait to be sent: run 'keychainctl sync now --keychain two'."))
            #expect(waits.components(separatedBy: "wait to be sent").count == 2)
            for name in ["two", "one"] {
                #expect(try tool.run(["sync", "now", "--keychain", name]).status == 0)
            }
            let done = try shown(tool, "one")
            #expect(done.contains("Nothing waits.") && done.contains("first (this one, admin)"))
            #expect(!done.contains("\u{1B}[2J") && done.contains("ond\" ("), "\(done)")
            let piped = try tool.run(["sync", "status", "--keychain", "one"]).text
            #expect(
                piped.contains(#/\nseen\t20[-0-9T:]*Z sec/#) && piped.hasPrefix("state\tactive")
            )
            let devices = try tool.run(["sync", "devices", "--keychain", "one"]).text
            #expect(
                devices.contains(#/ond\t20[-0-9T:]*Z\n/#) && devices.contains("this\tfirst\t\n")
            )
        }
    }

    /// Items that cannot be read now are not said to be none.
    @Test func claimsNothingOfALockedKeychain() throws {
        try Tool.inFolder { tool in
            let outcome = try tool.runInShell(
                """
                exec 2>&1; git init --quiet --bare remote.git
                "$TOOL" sync setup "$PWD/remote.git" --unconfirmed --name first
                printf 'sesame 1234\nsesame 1234\n' | "$TOOL" passcode set
                printf 1 | "$TOOL" set --service api --synchronizable
                "$TOOL" lock; echo ---
                "$TOOL" sync status; echo "status $?"
                "$TOOL" sync status --json | grep -E 'items|unsent|stays'
                "$TOOL" sync edits; echo "edits $?"
                "$TOOL" sync edits --json 2>/dev/null; echo "json $?"
                """
            )
            let said = try #require(outcome.text.components(separatedBy: "---\n").last)
            #expect(
                said.contains("\nitems\t\nstays-here\t\n") && said.contains("\nunsent\t\n"),
                "\(said)"
            )
            #expect(said.contains("Nothing has been read yet") || said.contains("Changes may wait"))
            for line in ["status 0", "edits 36", "json 36"] {
                #expect(said.contains(line + "\n"), "\(line): \(said)")
            }
            #expect(said.contains("\"items\": \"\"") && said.contains("\"unsent\": \"\""))
            #expect(said.contains("1 item cannot be read while the keychain is locked"), "\(said)")
            #expect(!said.contains("[]"), "\(said)")
        }
    }

    private func shown(_ tool: Tool, _ name: String) throws -> String {
        let dialogue = try Dialogue(tool, ["sync", "status", "--keychain", name])
        #expect(dialogue.end() == 0)
        return dialogue.shown.replacing("\r\n", with: "\n")
    }
}
