internal import ArgumentParser
internal import KeychainSync
internal import KeychainctlKit
internal import PortableKeychain

/// `keychainctl sync run`.
struct SyncRunCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "run",
        abstract: "Synchronize until it is stopped.",
        discussion: """
            Sends edits at once, and looks at the remote each minute; etcd tells of edits elsewhere \
            at once. SIGINT and SIGTERM end it \
            after the round that is under way. It says on standard error when it cannot synchronize, \
            and when it can again.

            EXAMPLES
              keychainctl sync run
            """
    )

    @OptionGroup var place: KeychainOptions

    func run() throws {
        // Other commands have their turn between rounds.
        let sync = try SyncPlace(place.open(), takesTurn: false)
        let engine = try sync.engine()
        let (session, keychain) = (sync.session(on: engine), sync.keychain)
        let hints = engine.countHints()
        let signals = EndingSignals()
        let work = SyncRunner.Work { () async throws(SyncProblem) in
            guard let turn = try? sync.takeTurn() else { return .busy }
            defer { withExtendedLifetime(turn) {} }
            return try await session.round().end
        } mark: { () throws(KeychainError) in
            try keychain.syncMark + [hints.mark]
        }
        var times = SyncRunner.Times()
        // An edit is on the way, and a hint is followed, within a quarter of a second.
        times.look = .milliseconds(250)
        let report = SyncReport()
        let runner = SyncRunner(work, times: times) { event in
            await report.note(event, await engine.complaint)
        }
        let end = try Waiting.wait {
            do { return try await runner.run() } catch let problem as SyncProblem {
                throw Failure(problem, await engine.complaint)
            }
        } meanwhile: {
            if signals.hasOccurred(within: 100) { Task.detached { await runner.stop() } }
        }
        if let end, let failure = Failure(end, nil) { throw failure }
    }
}
