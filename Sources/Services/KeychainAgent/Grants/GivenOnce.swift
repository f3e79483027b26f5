/// Consent for one time, given on a terminal to a question for which there was no way to ask the
/// user.
struct GivenOnce: Sendable {
    /// The processes that may take it.
    enum Taker: Sendable {
        /// The process for which the question was, which still runs.
        case process(ProcessFacts)
        /// The next process that runs the same file and was started by the same process, such as the
        /// same shell, before a time is over: a command like `keychainctl get` ends with its error.
        case next(ProcessFacts.Executable, of: RunningProcess, until: ContinuousClock.Instant)
    }

    /// The time within which a later process may take it.
    static let time = Duration.seconds(600)

    let group: GroupName
    let taker: Taker

    /// Finds out who may take the answer to a question.
    ///
    /// `nil` if no process can take it: the process has ended, and so has the one that could start
    /// it again.
    ///
    /// - Parameters:
    ///   - group: The access group.
    ///   - facts: The process for which the question was.
    ///   - starter: The process that started it; `nil` if that was not known.
    ///   - now: The time.
    init?(
        _ group: String,
        to facts: ProcessFacts,
        startedBy starter: RunningProcess?,
        at now: ContinuousClock.Instant
    ) {
        self.group = GroupName(group)
        if facts.isRunning {
            taker = .process(facts)
        } else if let executable = facts.executable, let starter,
            RunningProcess(starter.process) == starter
        {
            taker = .next(executable, of: starter, until: now + Self.time)
        } else {
            return nil
        }
    }

    /// Whether a process may take it.
    func isFor(_ facts: ProcessFacts, at now: ContinuousClock.Instant) -> Bool {
        switch taker {
        case .process(let known): facts == known
        case .next(let executable, let starter, let end):
            now < end && facts.executable == executable
                && ProcessFacts.starter(of: facts.process) == starter
        }
    }
}
