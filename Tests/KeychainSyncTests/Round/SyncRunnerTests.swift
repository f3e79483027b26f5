import KeychainSync
@_spi(Keepers) import PortableKeychain
import SyncSimulation
import Synchronization
import Testing

/// The times of rounds, by a clock on which time passes only while a task waits for it.
@Suite struct SyncRunnerTests {
    private struct ManualClock: Clock {
        struct Instant: InstantProtocol {
            var offset = Swift.Duration.zero

            func advanced(by duration: Swift.Duration) -> Instant {
                Instant(offset: offset + duration)
            }
            func duration(to other: Instant) -> Swift.Duration { other.offset - offset }
            static func < (left: Instant, right: Instant) -> Bool { left.offset < right.offset }
        }

        private struct State {
            var now = Instant()
            var sleeps = 0
            /// The times of events, in order.
            var alarms: ArraySlice<Int> = []
            var ring: @Sendable (Int) async -> Void = { _ in }
        }

        private final class Time: Sendable { let state = Mutex(State()) }

        private let time = Time()
        var now: Instant { time.state.withLock(\.now) }
        /// The number of times that a task has begun to wait.
        var sleeps: Int { time.state.withLock(\.sleeps) }
        let minimumResolution = Swift.Duration.nanoseconds(1)

        /// Has something happen at some seconds, also in the middle of a wait.
        func set(_ alarms: [Int], ring: @escaping @Sendable (Int) async -> Void) {
            time.state.withLock { ($0.alarms, $0.ring) = (alarms.sorted()[...], ring) }
        }

        func sleep(until deadline: Instant, tolerance: Swift.Duration?) async throws {
            time.state.withLock { $0.sleeps += 1 }
            try Task.checkCancellation()
            while let (alarm, ring) = next(before: deadline) {
                await ring(alarm)
                try Task.checkCancellation()
            }
            time.state.withLock { $0.now = max($0.now, deadline) }
        }

        private func next(before deadline: Instant) -> (Int, @Sendable (Int) async -> Void)? {
            time.state.withLock { state in
                guard let alarm = state.alarms.first,
                    case let instant = Instant(offset: .seconds(alarm)), instant <= deadline
                else { return nil }
                state.alarms.removeFirst()
                state.now = max(state.now, instant)
                return (alarm, state.ring)
            }
        }
    }

    /// An engine and a keychain that a test has written down beforehand.
    private final class Script: Sendable {
        struct State {
            var ends: [Result<SyncRound.End, SyncProblem>] = []
            /// The times when items are changed, in seconds.
            var edits: [Int] = []
            var rounds: [Double] = []
            /// The numbers of the rounds that store items.
            var storing: Set<Int> = []
            var stored = 0
            /// Whether a round knows the mark that it has left.
            var reaches = false
            /// The numbers of the rounds during which a user edits an item.
            var edited: Set<Int> = []
            var editsMeanwhile = 0
            /// The times of hints that announce no change, in seconds.
            var rumors: [Int] = []

            func change(at now: Double) -> [UInt8] {
                let edits = edits.count { Double($0) <= now } + editsMeanwhile
                return [UInt8(stored), UInt8(edits)]
            }
        }

        let clock = ManualClock()
        let state = Mutex(State())
        /// The time when the script ends, in seconds.
        let limit: Int

        init(
            _ ends: [Result<SyncRound.End, SyncProblem>] = [],
            edits: [Int] = [],
            storing: Set<Int> = [],
            rumors: [Int] = [],
            reaches: Bool = false,
            edited: Set<Int> = [],
            until limit: Int
        ) {
            self.limit = limit
            state.withLock {
                ($0.ends, $0.edits, $0.storing, $0.rumors) = (ends, edits, storing, rumors)
                ($0.reaches, $0.edited) = (reaches, edited)
            }
        }

        private var now: Double { clock.now.offset / .seconds(1) }

        private func round() throws(SyncProblem) -> VaultRound {
            let now = now
            let (result, reached) = state.withLock { state in
                let number = state.rounds.count
                if state.storing.contains(number) { state.stored += 1 }
                let reached = state.change(at: now)
                if state.edited.contains(number) { state.editsMeanwhile += 1 }
                state.rounds.append(now)
                let end =
                    state.ends.isEmpty
                    ? .success(.upToDate(waiting: 0)) : state.ends.removeFirst()
                return (end, state.reaches ? reached : nil)
            }
            return VaultRound(end: try result.get(), reached: reached)
        }

        private func mark() -> SyncMark {
            let now = now
            return state.withLock { SyncMark(change: $0.change(at: now)) }
        }

        /// Runs to the end; returns how that came, and when rounds were made, in seconds.
        ///
        /// Without other entropy, each wait is as long as it can be.
        func run(
            _ times: SyncRunner.Times = .init(),
            entropy: KeychainEntropy = KeychainEntropy { buffer in
                for place in buffer.indices { buffer[place] = 0xFF }
            }
        ) async throws -> (SyncRound.End?, [Double]) {
            let work = SyncRunner.Work { () async throws(SyncProblem) in
                try self.round()
            } mark: { () throws(KeychainError) in
                self.mark()
            }
            let runner = SyncRunner(work, times: times, clock: clock, entropy: entropy)
            let limit = limit
            clock.set(state.withLock { $0.edits + $0.rumors } + [limit]) { time in
                if time < limit { await runner.wake() } else { await runner.stop() }
            }
            let end = try await runner.run()
            return (end, state.withLock(\.rounds))
        }
    }

    @Test func asksFromTimeToTime() async throws {
        let (end, rounds) = try await Script(until: 200).run()
        #expect(end == nil)
        #expect(rounds.prefix(4) == [0, 60, 120, 180])
        var times = SyncRunner.Times()
        times.poll = .seconds(7)
        let (_, more) = try await Script(until: 30).run(times)
        #expect(more.prefix(5) == [0, 7, 14, 21, 28])
    }

    /// Machines that were started at one moment, as after a power cut, do not ask at one moment.
    @Test func machinesAskAtDifferentTimes() async throws {
        var all: [Double] = []
        for seed in 1...4 {
            let script = Script(until: 1000)
            let (_, rounds) = try await script.run(entropy: SeededSource.entropy(UInt64(seed)))
            let waits = zip(rounds.dropFirst(), rounds).map { $0 - $1 }
            #expect(waits.count >= 16)
            // The last one is cut short by the end.
            #expect(waits.dropLast().allSatisfy { $0 >= 30 && $0 <= 60 }, "\(waits)")
            all += rounds.dropFirst().prefix(10)
        }
        #expect(Set(all.map { Int($0) }).count > 30, "Not spread: \(all)")
    }

    @Test func synchronizesEditsWithinASecond() async throws {
        let (_, rounds) = try await Script(edits: [5, 6, 30], until: 100).run()
        #expect(rounds.prefix(5) == [0, 5, 6, 30, 90])
    }

    /// An edit that is made during a round looks like a change that the round stores, unless the round
    /// knows the mark that it has left.
    @Test(arguments: [(false, [0, 1, 61, 62, 122]), (true, [0, 60, 120])])
    func looksOnceMoreAfterARoundThatStored(_ reaches: Bool, _ expected: [Double]) async throws {
        let script = Script(storing: [0, 2], reaches: reaches, until: 130)
        let (_, rounds) = try await script.run()
        #expect(rounds.prefix(expected.count) == expected[...])
    }

    @Test func synchronizesEditsDuringARoundThatKnowsItsOwnChanges() async throws {
        let script = Script(storing: [0], reaches: true, edited: [0], until: 100)
        let (_, rounds) = try await script.run()
        #expect(rounds.prefix(3) == [0, 1, 61])
    }

    @Test func waitsLongerAndLongerForAnEngineThatDoesNotAnswer() async throws {
        let offline = Array(
            repeating: Result<SyncRound.End, SyncProblem>.success(.offline),
            count: 12
        )
        // Edits change nothing about that.
        let script = Script(offline, edits: Array(1...50), until: 4000)
        let (_, rounds) = try await script.run(entropy: SeededSource.entropy(1))
        let waits = zip(rounds.dropFirst(), rounds).map { $0 - $1 }
        for (turn, wait) in waits.prefix(12).enumerated() {
            let full = min(Double(1 << turn), 300)
            #expect(wait >= full / 2 && wait <= full, "\(turn): \(wait)")
        }
        #expect(Set(waits.prefix(12).map { $0 / 2 }).count > 8, "Not spread: \(waits)")
        // It answers again: all is as before.
        #expect(waits.dropFirst(12).prefix(3).allSatisfy { $0 >= 30 && $0 <= 60 })
    }

    @Test func beginsWithShortWaitsAfterAnAnswer() async throws {
        let ends: [SyncRound.End] = [.offline, .offline, .offline, .upToDate(waiting: 1), .offline]
        let (_, rounds) = try await Script(ends.map { .success($0) }, until: 100).run()
        let waits = zip(rounds.dropFirst(), rounds).map { $0 - $1 }
        #expect(waits[2] >= 2 && abs(waits[3] - 60) < 0.001 && waits[4] <= 1)
    }

    @Test func waitsForSomebody() async throws {
        let locked = SyncProblem.keychain(KeychainError(.locked))
        for problem in [locked, .paused, .waiting] {
            let held = Result<SyncRound.End, SyncProblem>.failure(problem)
            let (_, rounds) = try await Script([held, held], edits: [90], until: 120).run()
            #expect(rounds.prefix(3) == [0, 60, 90], "\(problem)")
        }
    }

    /// A problem that can end by itself is checked again, more and more rarely.
    @Test(arguments: [SyncProblem.offline, .keysMissing])
    func waitsForOthers(_ problem: SyncProblem) async throws {
        let failed = Result<SyncRound.End, SyncProblem>.failure(problem)
        let (end, rounds) = try await Script([failed, failed], until: 10).run()
        #expect(end == nil)
        #expect(rounds.count == 3)
    }

    @Test func endsWhereAPersonMustDecide() async throws {
        let ends: [SyncRound.End] = [.offline, .notMember]
        let (found, rounds) = try await Script(ends.map { .success($0) }, until: 1000).run()
        #expect(found == .notMember)
        #expect(rounds.count == 2)
    }

    @Test func endsAlsoBeforeARound() async throws {
        let (found, rounds) = try await Script([.failure(.notMember)], until: 10).run()
        #expect(found == .notMember)
        #expect(rounds.count == 1)
    }

    /// Fifty machines need no fifty visits: an alarm is looked at again.
    @Test(arguments: [
        Result<SyncRound.End, SyncProblem>.success(.wentBack), .success(.alarm(.chain)),
        .failure(.alarm(.keys)),
    ])
    func goesOnAfterAnAlarm(_ alarm: Result<SyncRound.End, SyncProblem>) async throws {
        let (end, rounds) = try await Script([alarm, alarm], until: 200).run()
        #expect(end == nil)
        #expect(rounds.prefix(4) == [0, 60, 120, 180])
    }

    @Test func whatElseGoesWrongIsThrown() async throws {
        for problem in [SyncProblem.keychain(KeychainError(.corrupt)), .notSetUp, .otherVault] {
            let script = Script([.failure(problem)], until: 10)
            await #expect(throws: SyncProblem.self) { try await script.run() }
        }
    }

    /// The runner checks nothing between two rounds: it begins to wait twice for each.
    @Test func sleepsUntilThereAreNews() async throws {
        let script = Script(until: 599)
        let (_, rounds) = try await script.run()
        #expect(rounds.count == 10)
        #expect(script.clock.sleeps == 20)
    }

    @Test func ignoresNewsThatChangeNothing() async throws {
        let script = Script(rumors: [10, 20, 70], until: 130)
        let (_, rounds) = try await script.run()
        #expect(rounds == [0, 60, 120])
        #expect(script.clock.sleeps == 9)
    }

    /// The runner ends at once, not after the minute that it would wait for.
    @Test(.timeLimit(.minutes(1))) func endsInTheMiddleOfAWait() async throws {
        var times = SyncRunner.Times()
        times.look = .milliseconds(1)
        let runner = SyncRunner(Self.idle, times: times)
        let task = Task { try await runner.run() }
        try await Task.sleep(for: .milliseconds(20))
        let start = ContinuousClock.now
        await runner.stop()
        #expect(try await task.value == nil)
        #expect(ContinuousClock.now - start < .seconds(30))
    }

    private static let idle = SyncRunner.Work { () async throws(SyncProblem) in
        VaultRound(end: .upToDate(waiting: 0))
    } mark: { () throws(KeychainError) in
        SyncMark(change: [])
    }

    @Test func endsWithItsTask() async throws {
        let runner = SyncRunner(Self.idle)
        let task = Task { try await runner.run() }
        try await Task.sleep(for: .milliseconds(20))
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
    }
}
