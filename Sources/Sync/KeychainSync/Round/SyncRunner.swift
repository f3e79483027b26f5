@_spi(Keepers) package import PortableKeychain

/// Synchronizes for as long as a program runs: after edits at once, and from time to time.
package actor SyncRunner {
    /// The times that it waits, each for one kind of event.
    package struct Times: Sendable {
        /// The shortest time that it waits after a round.
        package var look = Duration.seconds(1)
        /// The longest interval at which it asks the engine; the shortest one is half of it.
        package var poll = Duration.seconds(60)
        /// The time that it waits after the first call that had no answer; twice as long after each
        /// further one.
        package var shortest = Duration.seconds(1)
        /// The longest wait for an engine that does not answer.
        package var longest = Duration.seconds(300)

        package init() {}
    }

    /// An event, for the user or a log.
    package enum Event: Sendable {
        case ended(SyncRound.End)
        /// There was no round, and there will be none until the user acts here or elsewhere: the
        /// keychain is locked, the disk is full, synchronization is paused, or no member has let
        /// this device in yet.
        case held(SyncProblem)
    }

    /// The functions that the runner works with.
    package struct Work: Sendable {
        /// Makes one round.
        let round: @Sendable () async throws(SyncProblem) -> VaultRound
        /// The present mark.
        let mark: @Sendable () throws(KeychainError) -> SyncMark

        package init(
            round: @escaping @Sendable () async throws(SyncProblem) -> VaultRound,
            mark: @escaping @Sendable () throws(KeychainError) -> SyncMark
        ) {
            (self.round, self.mark) = (round, mark)
        }
    }

    private let work: Work
    private let times: Times
    private let clock: any Clock<Duration>
    private let executor: (any TaskExecutor)?
    private let report: @Sendable (Event) async -> Void
    private var isStopping = false
    /// The wait that is under way, and whether news end it.
    private var underWay: (task: Task<Void, any Error>, endsEarly: Bool)?
    private var backOff: BackOff

    /// Prepares a runner.
    ///
    /// - Parameters:
    ///   - work: The functions that it works with.
    ///   - times: The times that it waits.
    ///   - clock: The clock for the waits.
    ///   - executor: Runs the waits; `nil` for that of all tasks.
    ///   - entropy: Spreads the waits, so that many devices do not ask at one moment.
    ///   - report: Called after each round.
    package init(
        _ work: Work,
        times: Times = Times(),
        clock: any Clock<Duration> = QuietClock(),
        executor: (any TaskExecutor)? = nil,
        entropy: KeychainEntropy = .system,
        report: @escaping @Sendable (Event) async -> Void = { _ in }
    ) {
        (self.work, self.times, self.clock) = (work, times, clock)
        (self.executor, self.report) = (executor, report)
        backOff = BackOff(from: times.shortest, to: times.longest, entropy: entropy)
    }

    /// Ends ``run()`` after the round that is under way, if any.
    package func stop() {
        isStopping = true
        underWay?.task.cancel()
    }

    /// Looks whether items have changed: called when they may have, because nothing is looked at in
    /// between.
    package func wake() {
        if let underWay, underWay.endsEarly { underWay.task.cancel() }
    }

    /// Makes rounds until it is stopped, or this device is no longer a member.
    ///
    /// An alarm is checked again in each round, so that many devices continue without their users
    /// once the remote was repaired.
    ///
    /// - Returns: The end that needs a person; `nil` if it was stopped.
    /// - Throws: `CancellationError` if its task is cancelled, which also breaks a round off; or
    ///   any error of a round that does not pass by itself, for instance ``SyncProblem/notSetUp``.
    package func run() async throws -> SyncRound.End? {
        while !isStopping {
            var seen = try work.mark()
            let (event, reached) = try await attempt()
            await report(event)
            if case .ended(let end) = event, end.needsPerson { return end }
            // Otherwise each round that stores something would be followed by one that finds nothing.
            if let reached { seen.change = reached }
            try await wait(after: event, since: seen)
        }
        return nil
    }

    /// Makes a round.
    ///
    /// - Returns: Its event, and the change mark up to which it has seen the keychain, if it knows.
    private func attempt() async throws -> (Event, reached: [UInt8]?) {
        do throws(SyncProblem) {
            let round = try await work.round()
            return (.ended(round.end), round.reached)
        } catch {
            return (try Self.event(of: error), nil)
        }
    }

    private static func event(of problem: SyncProblem) throws -> Event {
        switch problem {
        case .paused, .waiting, .unconfirmed: return .held(problem)
        case .keychain(let reason) where [.locked, .diskFull].contains(reason.code):
            return .held(problem)
        case .offline: return .ended(.offline)
        case .outdated: return .ended(.outdated)
        case .keysMissing: return .ended(.keysMissing)
        case .notMember: return .ended(.notMember)
        case .alarm(let alarm): return .ended(.alarm(alarm))
        default: throw problem
        }
    }

    /// Waits for the next round: at once if the mark is another one than the round has seen, because
    /// an edit that was made during it would otherwise wait for the next time.
    private func wait(after event: Event, since before: SyncMark) async throws {
        let (length, mayEndEarly) = pause(after: event)
        guard mayEndEarly else { return try await sleep(for: length) }
        let first = min(times.look, length)
        try await sleep(for: first)
        let rest = Self.rest(of: length - first, by: clock)
        while !isStopping, try work.mark() == before, rest() > .zero {
            try await sleep(for: rest(), endsEarly: true)
        }
    }

    private func sleep(for length: Duration, endsEarly: Bool = false) async throws {
        guard !isStopping else { return }
        let task = Task(executorPreference: executor) { [clock] in
            try await clock.sleep(for: length)
        }
        underWay = (task, endsEarly)
        defer { underWay = nil }
        _ = await withTaskCancellationHandler {
            await task.result
        } onCancel: {
            task.cancel()
        }
        try Task.checkCancellation()
    }

    /// Counts a time from now on; the returned function gives the remaining time.
    private static func rest(
        of length: Duration,
        by clock: some Clock<Duration>
    ) -> () -> Duration {
        let end = clock.now.advanced(by: length)
        return { clock.now.duration(to: end) }
    }

    /// The time to wait, and whether an edit ends that.
    private func pause(after event: Event) -> (Duration, mayEndEarly: Bool) {
        switch event {
        // Edits are no reason to ask an engine more often that does not answer.
        case .ended(.offline), .ended(.outdated), .ended(.keysMissing):
            return (backOff.wait(), false)
        case .ended(.busy):
            backOff.reset()
            return (backOff.spread(times.look), false)
        case .ended(.upToDate), .ended(.wentBack), .ended(.alarm), .ended(.notMember), .held:
            backOff.reset()
            return (backOff.spread(times.poll), true)
        }
    }
}
