import Dispatch
import Synchronization
import Testing

@testable import PortableKeychain

/// A bounded number of threads for work that blocks.
@Suite struct BackgroundThreadsTests {
    /// Jobs that wait until the test lets them continue, and the number of those that have begun.
    private final class Jobs: Sendable {
        let begun = Mutex<[Int]>([])
        let ended = Mutex(0)
        let arrival = DispatchSemaphore(value: 0)
        let gate = DispatchSemaphore(value: 0)

        func run(_ count: Int, on threads: BackgroundThreads) {
            for number in 0..<count {
                threads.run {
                    self.begun.withLock { $0.append(number) }
                    self.arrival.signal()
                    self.gate.wait()
                    self.ended.withLock { $0 += 1 }
                }
            }
        }

        /// Whether one more job begins within a time.
        func begins(within milliseconds: Int) -> Bool {
            arrival.wait(timeout: .now() + .milliseconds(milliseconds)) == .success
        }
    }

    /// All of them block at once, and one more has to wait for one of them.
    @Test func runsAtMostAsManyAsItsLimit() throws {
        let limit = BackgroundThreads.shared.limit
        #expect(limit == 32)
        let jobs = Jobs()
        jobs.run(limit + 3, on: BackgroundThreads(limit: limit))
        for _ in 0..<limit { try #require(jobs.begins(within: 60_000)) }
        #expect(!jobs.begins(within: 200))
        // They begin in the order of the calls, as far as threads that start at once show it.
        #expect(jobs.begun.withLock { Set($0) } == Set(0..<limit))
        for next in 0..<3 {
            jobs.gate.signal()
            try #require(jobs.begins(within: 60_000))
            #expect(jobs.begun.withLock { $0.last } == limit + next)
        }
        for _ in 0..<limit { jobs.gate.signal() }
    }

    /// A thread that was given back is used again.
    @Test func startsAnewWhenItWasIdle() throws {
        let threads = BackgroundThreads(limit: 1)
        for round in 1...3 {
            let jobs = Jobs()
            jobs.run(2, on: threads)
            for _ in 0..<2 {
                try #require(jobs.begins(within: 60_000))
                jobs.gate.signal()
            }
            #expect(jobs.begun.withLock { $0 } == [0, 1], "round \(round)")
        }
    }

    /// Threads begin at once although all block: the global queues of Dispatch on Linux take half a
    /// minute to have so many threads, and have none for others meanwhile.
    @Test func waitsForNoOtherThread() throws {
        let jobs = Jobs()
        let limit = BackgroundThreads.shared.limit
        let start = ContinuousClock.now
        jobs.run(limit, on: BackgroundThreads(limit: limit))
        for _ in 0..<limit { try #require(jobs.begins(within: 60_000)) }
        #expect(ContinuousClock.now - start < .seconds(10))
        for _ in 0..<limit { jobs.gate.signal() }
    }
}
