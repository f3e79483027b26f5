/// The time for which the user is left in peace after a refusal: who is asked again and again says yes in the end.
struct QuestionRest {
    /// The time in which the same question is not asked again.
    static let same = Duration.seconds(10)
    /// The number of refusals that ends all questions, the time for them, and the length of the rest.
    static let most = 5
    static let time = Duration.seconds(60)
    static let all = Duration.seconds(300)

    private var refused: [(what: AnyHashable, at: ContinuousClock.Instant)] = []
    private var quietUntil: ContinuousClock.Instant?

    /// Whether a question may be asked.
    func allows(_ what: AnyHashable, at now: ContinuousClock.Instant) -> Bool {
        if let quietUntil, now < quietUntil { return false }
        return !refused.contains { $0.what == what && now - $0.at < Self.same }
    }

    /// Records that the user did not agree.
    mutating func refuse(_ what: AnyHashable, at now: ContinuousClock.Instant) {
        refused = refused.filter { now - $0.at < Self.time } + [(what, now)]
        if refused.count >= Self.most { quietUntil = now + Self.all }
    }
}
