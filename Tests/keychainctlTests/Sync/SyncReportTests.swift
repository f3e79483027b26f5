import KeychainSync
import KeychainctlKit
import PortableKeychain
import Synchronization
import Testing

@testable import keychainctl

/// The lines that `sync run` prints, and their times.
@Suite struct SyncReportTests {
    private final class Lines: Sendable { let all = Mutex<[String]>([]) }

    @Test func saysEachThingOnce() async {
        let lines = Lines()
        let report = SyncReport { line in lines.all.withLock { $0.append(line) } }
        let fine = SyncRunner.Event.ended(.upToDate(waiting: 0))
        let locked = SyncProblem.keychain(KeychainError(.locked))
        let events: [(SyncRunner.Event, String?)] = [
            (fine, nil), (.ended(.busy), nil), (.ended(.offline), nil), (.ended(.offline), nil),
            (.ended(.offline), "The user may not read this vault."), (.ended(.busy), nil),
            (fine, nil),
            (fine, nil), (.held(.paused), nil), (.held(.waiting), nil), (.held(.unconfirmed), nil),
            (.held(locked), nil),
            (.ended(.keysMissing), nil), (fine, nil), (.ended(.notMember), nil),
        ]
        for (event, detail) in events { await report.note(event, detail) }
        let expected: [String] = [
            "the remote does not answer; synchronization keeps trying",
            "the remote cannot be used: the user may not read this vault; synchronization keeps trying",
            "synchronization continues",
            "synchronization is paused; end the pause with 'keychainctl sync resume'",
            "no machine has let this one in yet; run 'keychainctl sync now' on the machine that "
                + "made the code, then 'keychainctl sync now' here; if that machine was removed or "
                + "lost, run 'keychainctl sync leave' here, and begin again with a code of another "
                + "admin",
            "the other machine has not let this one in yet; run 'keychainctl sync now' here after "
                + "the number was confirmed there; if 'keychainctl sync approve' no longer runs "
                + "there, run 'keychainctl sync leave' here, and begin both again",
            "the keychain is locked; unlock it with 'keychainctl unlock'",
            "this device has not been given the present keys yet; run 'keychainctl sync now' on "
                + "another machine, then 'keychainctl sync now' here",
            "synchronization continues",
        ]
        #expect(lines.all.withLock { $0 } == expected)
    }

    /// Others that are faster for a moment are no news, and those that always are.
    @Test func saysThatOthersAreFasterForLong() async {
        let lines = Lines()
        let report = SyncReport(patience: .milliseconds(200)) { line in
            lines.all.withLock { $0.append(line) }
        }
        await report.note(.ended(.busy), nil)
        await report.note(.ended(.upToDate(waiting: 0)), nil)
        try? await Task.sleep(for: .milliseconds(250))
        await report.note(.ended(.busy), nil)
        for _ in 0..<3 {
            try? await Task.sleep(for: .milliseconds(250))
            await report.note(.ended(.busy), nil)
        }
        await report.note(.ended(.busy), "The mirror is damaged.")
        await report.note(.ended(.upToDate(waiting: 0)), nil)
        let said = lines.all.withLock { $0 }
        #expect(said.count == 3 && said[0].hasPrefix("another command of this machine is running"))
        #expect(said.last == "synchronization continues", "\(said)")
    }

    /// A remote that cannot be used shows nothing: an alarm is then an earlier one.
    @Test func saysFirstThatTheRemoteCannotBeUsed() {
        let away = Failure(SyncProblem.alarm(.chain), "It is away.")
        #expect(
            away.message.hasPrefix("the remote cannot be used: it is away; and an earlier alarm")
        )
        #expect(Failure(SyncRound.End.alarm(.chain), "It is away.")?.message == away.message)
        #expect(Failure(SyncProblem.alarm(.chain)).message == Failure.alarm(.chain).message)
    }

    /// The reasons of programs name a command that only a synchronized keychain has.
    @Test func advisesNoCommandThatIsRefused() {
        let detail = "It refuses the password. Enter it again with 'keychainctl sync remote'."
        #expect(Failure(SyncProblem.offline, detail).message.contains("'keychainctl sync remote'"))
        let unset = Failure(SyncProblem.offline, detail, isSetUp: false).message
        #expect(unset.contains("with the same command") && !unset.contains("sync remote"))
        #expect(Failure(SyncProblem.notCopied).message.contains("'git push --mirror'"))
        let reminder = SyncEditsCommand.reminder(1, .publisher, isMirror: false)
        #expect(reminder?.contains("because it is a publisher") == true)
    }

    @Test func saysEachObstacleToPublishingOnce() async {
        let lines = Lines()
        let report = SyncReport { line in lines.all.withLock { $0.append(line) } }
        for problem in [nil, "the disk is full", "the disk is full", nil, nil] {
            await report.note(publishing: problem)
        }
        #expect(lines.all.withLock { $0 } == ["the disk is full", "publishing continues"])
    }

    /// A machine that cannot send its request says what a person can do.
    @Test func namesTheWayThroughAMirror() async {
        let lines = Lines()
        let report = SyncReport { line in lines.all.withLock { $0.append(line) } }
        await report.note(.held(.waiting), nil, isMirror: true)
        await report.note(.ended(.outdated), nil, isMirror: true)
        let said = lines.all.withLock { $0 }
        #expect(said.count == 2 && said[0].contains("'keychainctl sync admit'"))
        #expect(said.last?.contains("the mirror shows an old state") == true)
    }
}
