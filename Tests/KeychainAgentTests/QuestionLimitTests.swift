import Testing

@testable import KeychainAgent

/// The cases in which the user is no longer asked.
@Suite struct QuestionLimitTests {
    private static let git = Caller.program(.init(path: "/usr/bin/git", device: 1, inode: 2))

    @Test func threeRefusalsInAMinuteAreEnough() {
        var limit = QuestionLimit()
        let start = ContinuousClock.now
        for second in [0, 10, 20] {
            #expect(limit.may(Self.git, start + .seconds(second)))
            limit.refused(Self.git, at: start + .seconds(second))
        }
        #expect(!limit.may(Self.git, start + .seconds(21)))
        #expect(limit.may(.session, start + .seconds(21)), "others are asked for")
        #expect(!limit.may(Self.git, start + .seconds(319)))
        #expect(limit.may(Self.git, start + .seconds(321)))
    }

    /// Until it is allowed something, a caller stays refused.
    @Test func remembersWhomTheUserRefused() {
        var limit = QuestionLimit()
        let now = ContinuousClock.now
        #expect(!limit.hasRefused(Self.git))
        limit.refused(Self.git, at: now - .seconds(3600))
        #expect(limit.hasRefused(Self.git))
        #expect(!limit.hasRefused(.session))
        limit.allowed(Self.git)
        #expect(!limit.hasRefused(Self.git))
    }

    /// A program that asks every minute and is refused each time stops causing questions.
    @Test func sixRefusalsInAnHourAreEnough() {
        var limit = QuestionLimit()
        let start = ContinuousClock.now
        for minute in 0..<6 {
            let now = start + .seconds(61 * minute)
            #expect(limit.may(Self.git, now))
            limit.refused(Self.git, at: now)
        }
        let last = start + .seconds(61 * 5)
        #expect(!limit.may(Self.git, last + .seconds(3599)))
        #expect(limit.may(.session, last), "others are asked for")
        #expect(limit.may(Self.git, last + .seconds(3601)))
    }

    @Test func refusalsNowAndThenDoNotAddUp() {
        var limit = QuestionLimit()
        let start = ContinuousClock.now
        for number in 0..<20 {
            let now = start + .seconds(13 * 60 * number)
            #expect(limit.may(Self.git, now))
            limit.refused(Self.git, at: now)
        }
    }

    /// Many programs reach the limit even if they come too seldom for the limit of a minute.
    @Test(arguments: [(refusals: 6, seconds: 0), (30, 61)])
    func manyProgramsAreAStormToo(_ storm: (refusals: Int, seconds: Int)) {
        var limit = QuestionLimit()
        let start = ContinuousClock.now
        var now = start
        for number in 0..<storm.refusals {
            now = start + .seconds(storm.seconds * number)
            let inode = UInt64(number)
            let caller = Caller.program(.init(path: "/usr/bin/git", device: 1, inode: inode))
            #expect(limit.may(caller, now))
            limit.refused(caller, at: now)
        }
        #expect(!limit.may(.session, now))
        #expect(limit.may(.session, now + QuestionLimit.peaceOfAll + .seconds(1)))
    }

    @Test func consentEndsTheCount() {
        var limit = QuestionLimit()
        let now = ContinuousClock.now
        for _ in 0..<10 {
            limit.refused(Self.git, at: now)
            limit.allowed(Self.git)
        }
        #expect(limit.may(Self.git, now))
    }
}

extension QuestionLimit {
    /// Whether it allows a question; the copy takes the change that `#expect` cannot make.
    fileprivate func may(_ caller: Caller, _ now: ContinuousClock.Instant) -> Bool {
        var copy = self
        return copy.allows(caller, at: now)
    }
}
