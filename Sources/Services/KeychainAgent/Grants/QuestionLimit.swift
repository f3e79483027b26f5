/// A limit of questions for each caller: a user who is asked again and again says yes in the end.
struct QuestionLimit {
    /// The number of refusals after which questions end, and the time for which they do.
    struct Rule {
        /// The time within which refusals count.
        let time: Duration
        /// The number of refusals after which a caller's questions are no longer asked.
        let most: Int
        /// The time for which none of its questions are asked.
        let peace: Duration
        /// The same number for all callers together: a program can start many others.
        let mostOfAll: Int
    }

    /// Programs that ask often, and those that ask every few minutes, all day.
    static let rules = [
        Rule(time: .seconds(60), most: 3, peace: .seconds(300), mostOfAll: 6),
        Rule(time: .seconds(3600), most: 6, peace: .seconds(3600), mostOfAll: 30),
    ]
    /// The time for which no program's questions are asked: it is short, because it also ends those
    /// of programs that the user has just started.
    static let peaceOfAll = Duration.seconds(300)

    private var refusals: [(caller: Caller, at: ContinuousClock.Instant)] = []
    private var quiet: [Caller: ContinuousClock.Instant] = [:]
    private var allQuiet: ContinuousClock.Instant?
    /// The programs to which the user said no, and not yes since.
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
        refusals.append((caller, now))
        for rule in Self.rules {
            let recent = refusals.filter { now - $0.at < rule.time }
            if recent.count(where: { $0.caller == caller }) >= rule.most {
                quiet[caller] = now + rule.peace
            }
            if recent.count >= rule.mostOfAll { allQuiet = now + Self.peaceOfAll }
        }
        let longest = Self.rules.map(\.time).max() ?? .zero
        refusals.removeAll { now - $0.at >= longest }
    }

    /// Forgets the refusals of a caller that the user has allowed.
    mutating func allowed(_ caller: Caller) {
        refusals.removeAll { $0.caller == caller }
        quiet[caller] = nil
        refusedOnes.remove(caller)
    }
}
