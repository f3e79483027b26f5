internal import ArgumentParser
internal import CKeychainPlatform
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
              keychainctl sync run --publish /srv/www/keys
            """
    )

    @Option(
        help: ArgumentHelp(
            "Publish a mirror into this folder after each change, and before it expires: see 'sync publish'.",
            valueName: "folder"
        ),
        completion: .directory
    )
    var publish: String?
    @Option(
        help: ArgumentHelp(
            "How long readers believe the mirror: 1m to 30d. Default: 1d.",
            valueName: "time"
        )
    )
    var valid: TimeSpan?
    @OptionGroup var place: KeychainOptions

    func validate() throws {
        guard valid == nil || publish != nil else {
            throw ValidationError("--valid belongs to --publish.")
        }
    }

    func run() throws {
        // Other commands have their turn between rounds.
        let sync = try SyncPlace(place.choice.openFile(), takesTurn: false)
        let signals = PendingSignals(PendingSignals.blockedEndings())
        let report = SyncReport()
        let publisher = try publish.map { folder in
            try MirrorPublisher.require(sync)
            return try MirrorPublisher(folder, valid: valid)
        }
        while true {
            do {
                let end = try Self.follow(sync, signals, report, publisher)
                if case .notMember = end { throw Failure.removed(sync.vault.knownRemoval) }
                if let failure = end.flatMap({ Failure($0, nil) }) { throw failure }
                return
            } catch SyncProblem.moved {
                report.say("the remote has another address or password from now on")
            }
        }
    }

    /// Synchronizes with the remote that the settings name now.
    ///
    /// - Returns: The end that needs a person; `nil` after a signal.
    /// - Throws: ``SyncProblem/moved``, or ``Failure``.
    private static func follow(
        _ sync: SyncPlace,
        _ signals: borrowing PendingSignals,
        _ report: SyncReport,
        _ publisher: MirrorPublisher?
    ) throws -> SyncRound.End? {
        let settings = try sync.settings()
        let engine = try sync.engine(settings)
        let (session, keychain) = (sync.session(on: engine, at: settings), sync.keychain)
        let vault = sync.vault
        // Before the first round: what happens from now on is news.
        let news = FileNews(of: keychain.path)
        let hints = engine.countHints()
        defer { hints.end() }
        let work = SyncRunner.Work { () async throws(SyncProblem) in
            guard let turn = try? sync.takeTurn() else { return VaultRound(end: .busy) }
            defer { withExtendedLifetime(turn) {} }
            let round = try await session.round()
            guard case .upToDate(let waiting, _, _) = round.end else { return round }
            if waiting == 0 { sync.noteRound() }
            if let publisher {
                await report.note(publishing: await publisher.publishIfNeeded(vault, on: engine))
            }
            return round
        } mark: { () throws(KeychainError) in
            var mark = try keychain.syncMark
            mark.hints = hints.mark
            return mark
        }
        var times = SyncRunner.Times()
        // Edits in quick succession have rounds of their own at most four times a second.
        times.look = .milliseconds(250)
        let runner = SyncRunner(work, times: times, executor: QuietExecutor.shared) { event in
            await report.note(event, await engine.complaint, isMirror: engine.isMirror)
            // The first round holds all records, and the waits after it are long.
            pk_free_memory_return()
        }
        return try Waiting.wait {
            do {
                let end = try await runner.run()
                if case .alarm(let alarm)? = end {
                    throw Failure.alarm(alarm, unanswered: await engine.complaint)
                }
                return end
            } catch let problem as SyncProblem {
                if case .moved = problem { throw problem }
                throw Failure(problem, await engine.complaint)
            }
        } meanwhile: { wait in
            let hasHint = hints.event.clear()
            if news.take() || hasHint { Waiting.start { await runner.wake() } }
            wait.add(news)
            wait.add(hints.event)
            guard signals.isAnyPending else { return wait.add(signals) }
            // It stays pending, so it is no longer waited for.
            Waiting.start { await runner.stop() }
        }
    }
}
