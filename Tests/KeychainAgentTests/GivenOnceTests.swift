import KeychainLibC
import Testing

@testable import KeychainAgent

/// The process that takes consent which was given for one time.
@Suite struct GivenOnceTests {
    private static let now = ContinuousClock.now
    /// A process that can no longer be there: its number has another start.
    private static let ended = facts(getpid(), start: 0)

    private static func facts(
        _ process: Int32,
        start: UInt64,
        _ executable: ProcessFacts.Executable? = .trusted
    ) -> ProcessFacts {
        ProcessFacts(process: process, start: start, executable: executable)
    }

    /// The question is of a process that has ended, and was started by the one that started this process.
    @Test(arguments: [
        (ProcessFacts.Executable.trusted, Duration.zero, true),
        (.trusted, GivenOnce.time - .seconds(1), true), (.trusted, GivenOnce.time, false),
        (.trusted.with { $0.inode = 3 }, .zero, false),
        (.trusted.with { $0.path = "/usr/bin/gh" }, .zero, false),
    ])
    func theNextOneTakesIt(
        _ executable: ProcessFacts.Executable,
        _ later: Duration,
        _ isFor: Bool
    ) throws {
        let starter = try #require(ProcessFacts.starter(of: getpid()))
        let given = GivenOnce("app", to: Self.ended, startedBy: starter, at: Self.now)
        let next = Self.facts(getpid(), start: 5, executable)
        #expect(try #require(given).isFor(next, at: Self.now + later) == isFor)
    }

    @Test func whoWasStartedByAnotherProcessDoesNot() throws {
        let other = try #require(RunningProcess(getpid()))
        let given = GivenOnce("app", to: Self.ended, startedBy: other, at: Self.now)
        let next = Self.facts(getpid(), start: 5)
        #expect(try #require(given).isFor(next, at: Self.now) == false)
    }

    @Test func whoStillRunsTakesItAlone() throws {
        let own = try #require(ProcessFacts(of: getpid()))
        let given = try #require(GivenOnce("app", to: own, startedBy: nil, at: Self.now))
        #expect(given.isFor(own, at: Self.now + .seconds(86400)))
        #expect(!given.isFor(Self.ended, at: Self.now))
    }

    @Test func nobodyIsLeft() throws {
        let starter = try #require(ProcessFacts.starter(of: getpid()))
        var gone = starter
        gone.start += 1
        let hidden = Self.facts(getpid(), start: 0, nil)
        #expect(GivenOnce("app", to: Self.ended, startedBy: nil, at: Self.now) == nil)
        #expect(GivenOnce("app", to: Self.ended, startedBy: gone, at: Self.now) == nil)
        #expect(GivenOnce("app", to: hidden, startedBy: starter, at: Self.now) == nil)
    }
}
