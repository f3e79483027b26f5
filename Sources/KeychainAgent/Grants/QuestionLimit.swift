/// When a caller may have the user asked: somebody who is asked again and again says yes in the end.
struct QuestionLimit {
    /// So many refusals of a caller, in ``time``, end its questions.
    static let most = 3
    static let time = Duration.seconds(60)
    /// For so long its questions end.
    static let peace = Duration.seconds(300)
    /// The same for all callers together: a program can start many others.
    static let mostOfAll = 6

    private var refusals: [(caller: Caller, at: ContinuousClock.Instant)] = []
    private var quiet: [Caller: ContinuousClock.Instant] = [:]
    private var allQuiet: ContinuousClock.Instant?
    /// Those to whom the user said no, and not yes since.
    private var refusedOnes: Set<Caller> = []

    /// Whether the user may be asked on behalf of a caller.
    mutating func allows(_ caller: Caller, at now: ContinuousClock.Instant) -> Bool {
        quiet = quiet.filter { $0.value > now }
        if let end = allQuiet, end > now { return false }
        return quiet[caller] == nil
    }

    /// Whether the user said no to a caller, and not yes since.
    func hasRefused(_ caller: Caller) -> Bool { refusedOnes.contains(caller) }

    /// Records that the user said no, or did not decide.
    mutating func refused(_ caller: Caller, at now: ContinuousClock.Instant) {
        refusedOnes.insert(caller)
        refusals.removeAll { now - $0.at >= Self.time }
        refusals.append((caller, now))
        if refusals.count(where: { $0.caller == caller }) >= Self.most {
            quiet[caller] = now + Self.peace
        }
        if refusals.count >= Self.mostOfAll { allQuiet = now + Self.peace }
    }

    /// Forgets the refusals of a caller to whom the user said yes.
    mutating func allowed(_ caller: Caller) {
        refusals.removeAll { $0.caller == caller }
        quiet[caller] = nil
        refusedOnes.remove(caller)
    }
}
