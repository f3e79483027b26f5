import Dispatch
import PortableKeychain
import Synchronization
import Testing

@testable import KeychainAgent

/// The times when a request of the agent of the system gives its turn to others, and when it ends.
@Suite struct RequestTurnTests {
    /// A time that a test moves on.
    private final class Time: Sendable {
        private let instant = Mutex(ContinuousClock.now)
        var now: ContinuousClock.Instant { instant.withLock { $0 } }
        func pass(_ time: Duration) { instant.withLock { $0 += time } }
    }

    private let time = Time()
    private let isWanted = Box(true)

    private final class Box: Sendable {
        let value: Mutex<Bool>
        init(_ value: Bool) { self.value = Mutex(value) }
    }

    private func turn(_ turns: Turns) -> RequestTurn {
        RequestTurn(turns, now: { [time] in time.now }) { [isWanted] in
            isWanted.value.withLock { $0 }
        }
    }

    /// Waits until so many threads wait for a turn.
    private func await(_ count: Int, _ turns: Turns) async throws {
        while turns.waiting < count { try await Task.sleep(for: .milliseconds(1)) }
    }

    @Test(.timeLimit(.minutes(1))) func turnsAreTakenInTheOrderOfTheQuestions() async throws {
        let turns = Turns(1)
        let order = Mutex<[Int]>([])
        let group = DispatchGroup()
        turns.take()
        for number in 0..<5 {
            DispatchQueue(label: "\(number)").async(group: group) {
                turns.take()
                order.withLock { $0.append(number) }
                turns.give()
            }
            try await self.await(number + 1, turns)
        }
        // Taken again at once, it comes after those who wait.
        turns.give()
        turns.take()
        #expect(order.withLock { $0 } == [0, 1, 2, 3, 4])
        turns.give()
    }

    @Test(.timeLimit(.minutes(1))) func othersAreAnsweredAfterASlice() async throws {
        let turns = Turns(1)
        let turn = turn(turns)
        let isAnswered = Mutex(false)
        let group = DispatchGroup()
        DispatchQueue(label: "other").async(group: group) {
            turns.take()
            isAnswered.withLock { $0 = true }
            turns.give()
        }
        try await self.await(1, turns)
        time.pass(RequestTurn.slice - .milliseconds(1))
        try turn.checkpoint()
        #expect(!isAnswered.withLock { $0 })
        time.pass(.milliseconds(1))
        try turn.checkpoint()
        #expect(isAnswered.withLock { $0 })
        turn.end()
    }

    @Test func aRequestThatHasHadItsTimeEnds() throws {
        let turn = turn(Turns(1))
        let slices = Int(RequestTurn.longest / RequestTurn.slice)
        for _ in 1..<slices {
            time.pass(RequestTurn.slice)
            try turn.checkpoint()
        }
        time.pass(RequestTurn.slice)
        let error = #expect(throws: KeychainError.self) { try turn.checkpoint() }
        #expect(error?.code == .notAvailable && error?.reason.contains("60 seconds") == true)
        // A step that skips the error does not make it continue.
        #expect(throws: KeychainError.self) { try turn.checkpoint() }
    }

    /// Time in which others are answered, or a key is derived, does not count.
    @Test func onlyWorkCounts() throws {
        let turn = turn(Turns(1))
        turn.pause()
        time.pass(RequestTurn.longest * 2)
        turn.resume()
        try turn.checkpoint()
    }

    @Test func aRequestEndsWhenItsClientHasGone() throws {
        let turn = turn(Turns(1))
        isWanted.value.withLock { $0 = false }
        try turn.checkpoint()
        time.pass(RequestTurn.slice)
        #expect(throws: KeychainError(.userCanceled)) { try turn.checkpoint() }
        isWanted.value.withLock { $0 = true }
        #expect(throws: KeychainError(.userCanceled)) { try turn.checkpoint() }
        #expect(throws: KeychainError(.userCanceled)) { try turn.checkWanted() }
    }
}
