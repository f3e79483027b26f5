package import Foundation
@_spi(Mutants) package import KeychainSync
internal import PortableKeychain

/// Some devices, one engine, and everything that can happen to them, as a seed decides.
///
/// `@unchecked Sendable`: a simulation runs in one task.
package final class Simulation: @unchecked Sendable {
    /// One device with its agent, if one runs.
    final class Device {
        let id: DeviceID
        let store: any SimStore
        let faulty: FaultyStore
        var round: SyncRound?
        /// The memory of its agent, unless that ended.
        var memory = SyncMemory()
        var question: SyncRound.Question?
        var cursor: UInt64 = 0
        /// The outcome of its last round.
        var end: SyncRound.End?
        /// The last values that its user wrote: event by account and unit.
        var own: [String: Int] = [:]

        init(id: DeviceID, store: any SimStore) {
            self.id = id
            self.store = store
            faulty = FaultyStore(store)
        }
    }

    /// Seconds since 2001, on the clock that no device has.
    final class Time: @unchecked Sendable {
        var now = 700_000_000.0
    }

    /// Makes the store of a device on a clock.
    package typealias StoreMaker = (_ number: Int, _ clock: @escaping @Sendable () -> Date)
        throws -> any SimStore

    let sealing = FakeSealing()
    var random: SeededRandom
    var engine = SimEngine()
    var devices: [Device] = []
    var ghost = Ghost()
    var late: [CommitAttempt] = []
    /// The events of a pair's two items that were written together, by the number of one of them.
    var pairs: [Int: Int] = [:]
    var violations: [String] = []
    private let time = Time()
    private let makeStore: StoreMaker
    private let isSkewed: Bool
    private var rules = SyncRules.standard

    package init(
        seed: UInt64,
        store: @escaping StoreMaker = { _, clock in PlainStore(clock: clock) },
        rules: (SyncRules, Simulation) -> SyncRules = { rules, _ in rules }
    ) throws {
        random = SeededRandom(seed)
        makeStore = store
        isSkewed = seed % 3 != 0
        var standard = SyncRules.standard
        // The checks need the whole history.
        standard.limits = HistoryLimits(count: 1000, length: 1 << 20)
        self.rules = rules(standard, self)
        for _ in 0..<(2 + random.below(2)) { try join() }
    }

    func join() throws {
        let number = devices.count
        let skew = isSkewed ? Double(random.below(200_000)) - 100_000 : 0
        let time = time
        let store = try makeStore(number) {
            Date(timeIntervalSinceReferenceDate: time.now + skew)
        }
        devices.append(Device(id: DeviceID(UInt64(number) + 1, 7), store: store))
    }

    /// Runs everything.
    ///
    /// - Returns: The rules that did not hold.
    package func run(steps: Int = 60) throws -> [String] {
        for _ in 0..<steps where violations.isEmpty {
            try step()
            check()
        }
        guard violations.isEmpty else { return violations }
        try heal()
        if violations.isEmpty { checkEnd() }
        return violations
    }

    private func step() throws {
        time.now += 0.002 + Double(random.below(5000)) / 1000
        guard let device = random.pick(devices) else { return }
        switch random.below(100) {
        case ..<28: act(device)
        case ..<32: device.store.setLocked(true)
        case ..<37: device.store.setLocked(false)
        case ..<39: (device.round, device.memory) = (nil, SyncMemory())
        case ..<46: engine.prune(keeping: UInt64(random.below(2)))
        case ..<47 where devices.count < 5: try join()
        case ..<52: deliver()
        default: try advance(device, isFaulty: true)
        }
    }

    private func deliver() {
        guard !late.isEmpty else { return }
        _ = engine.commit(late.remove(at: random.below(late.count)))
    }

    /// Whether the engine's log still has an entry.
    func shows(_ attempt: CommitAttempt) -> Bool { engine.shows(attempt) }

    // MARK: The agent

    /// Continues the round of a device, or starts one.
    func advance(_ device: Device, isFaulty: Bool) throws {
        if isFaulty {
            if random.chance(12) { device.faulty.race = { [self] in act(device) } }
            if random.chance(6) { device.faulty.crash = random.chance(50) ? .before : .after }
        }
        do throws(KeychainError) {
            let step: SyncRound.Step
            if var round = device.round, let question = device.question {
                let answer = answer(question, isFaulty: isFaulty)
                defer { device.memory = round.memory }
                step = try round.next(answer)
                device.round = round
            } else {
                let tools = SyncTools(
                    device: device.id,
                    sealing: sealing,
                    rules: rules,
                    store: device.faulty
                )
                var round = try SyncRound(
                    store: device.faulty,
                    tools: tools,
                    memory: device.memory
                )
                step = try round.next(nil)
                device.round = round
            }
            switch step {
            case .ask(let question): device.question = question
            case .finished(let end): finish(device, end)
            }
        } catch {
            device.round = nil
            if ![.locked, .notAvailable].contains(error.code) {
                violations.append("An agent failed: \(error)")
            }
        }
        device.faulty.race = nil
        device.faulty.crash = nil
    }

    private func finish(_ device: Device, _ end: SyncRound.End) {
        (device.round, device.question, device.end) = (nil, nil, end)
        if end == .wentBack { violations.append("P11: an honest engine raised an alarm.") }
    }

    private func answer(
        _ question: SyncRound.Question,
        isFaulty: Bool
    ) -> SyncRound.Answer {
        if isFaulty, random.chance(10) {
            if case .commit(let attempt) = question {
                // It may have arrived all the same, now or later.
                if random.chance(50) { late.append(attempt) }
                return .outcome(.unknown)
            }
            return .failed(.unavailable)
        }
        do throws(EngineFailure) {
            switch question {
            case .head: return .head(engine.head)
            case .log(let range, let head): return .log(try engine.log(range, at: head))
            case .listing(let head): return .listing(try engine.listing(at: head))
            case .records(let ids, let head):
                return .records(try engine.records(ids, at: head))
            case .commit(let attempt):
                let outcome = engine.commit(attempt)
                guard isFaulty else { return .outcome(outcome) }
                if random.chance(8) { late.append(attempt) }
                return .outcome(random.chance(15) ? .unknown : outcome)
            }
        } catch {
            return .failed(error)
        }
    }

    // MARK: The end

    /// Ends all faults, and lets everybody synchronize until nothing changes.
    private func heal() throws {
        while !late.isEmpty { deliver() }
        for device in devices {
            device.store.setLocked(false)
            bringBack(device)
        }
        var wasQuiet = false
        for _ in 0..<12 {
            let before = engine.sequence
            for device in devices {
                time.now += 1
                repeat { try advance(device, isFaulty: false) } while device.round != nil
                check()
            }
            let isQuiet = engine.sequence == before
            let isDone = isQuiet && devices.allSatisfy { $0.end == .upToDate(waiting: 0) }
            // The first quiet round of a device may have begun before the last commit.
            if isDone, wasQuiet { return }
            wasQuiet = isDone
            guard violations.isEmpty else { return }
        }
        violations.append("P0: no rest: \(devices.map { String(describing: $0.end) })")
    }
}
