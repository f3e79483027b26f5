internal import Foundation
@_spi(Mutants) internal import KeychainSync
internal import PortableKeychain

/// Persons with several devices each, who share vaults, and everything that can happen to them, as
/// a seed decides.
///
/// Vaults with the numbers of persons are their own ones; all others are shared. Each device has
/// one keychain, in which the group of an item names its vault (`Proposals/0016-shared-items.md`).
///
/// `@unchecked Sendable`: a simulation runs in one task.
package final class SharingSimulation: @unchecked Sendable {
    let rules: SharingRules
    var random: SeededRandom
    var vaults: [SharedVault] = []
    var devices: [SharingDevice] = []
    var ghost = SharingGhost()
    var violations: [String] = []
    var late: [(vault: Int, device: Int, attempt: CommitAttempt)] = []
    /// Keys of persons that were made, as a number for each.
    var keys = 0
    /// Names that items got, and versions of values that moves made, as a number for each.
    var names = 0
    var moves = 0
    /// A vault that rarely takes a commit at present; `nil` for none.
    var slow: Int?
    let personCount: Int
    /// Whether everything is sent and read after each action, so that nothing happens apart.
    let isCalm: Bool
    private let time = Simulation.Time()

    package init(seed: UInt64, rules: SharingRules = .standard) throws {
        random = SeededRandom(seed)
        self.rules = rules
        isCalm = seed % 4 == 0
        personCount = 2 + random.below(2)
        for number in 0..<(personCount + 1 + random.below(2)) {
            vaults.append(SharedVault(number, rules))
        }
        for person in 0..<personCount {
            for _ in 0..<(1 + random.below(3)) { join(person) }
        }
        for vault in vaults.dropFirst(personCount) { try begin(vault) }
    }

    /// Adds a device to a person's own vault, as its other devices do.
    func join(_ person: Int) {
        let number = devices.count
        let skew = Double(random.below(2000)) - 1000
        let time = time
        let device = SharingDevice(number, of: person) {
            Date(timeIntervalSinceReferenceDate: time.now + skew)
        }
        devices.append(device)
        _ = vaults[person].add(number, of: person, key: nil)
    }

    /// Lets a person begin a shared vault.
    private func begin(_ vault: SharedVault) throws {
        let person = vault.number % personCount
        guard let device = devices.first(where: { $0.person == person }) else { return }
        let key = writeKey(device, vault)
        for _ in 0..<4 { try synchronize(device, vaults[person], isFaulty: false) }
        vault.addPerson(person, key: key, isAdmin: true)
        _ = vault.add(device.number, of: person, key: key)
    }

    /// Runs everything.
    ///
    /// - Returns: The rules that did not hold.
    package func run(steps: Int = 120) throws -> [String] {
        for _ in 0..<(isCalm ? steps / 8 : steps) where violations.isEmpty { try step() }
        guard violations.isEmpty else { return violations }
        if !isCalm {
            // In the middle of whatever they do.
            for device in living where random.chance(30) { lose(device) }
        }
        try settle()
        for device in devices { intrude(device) }
        if violations.isEmpty { checkEnd() }
        return violations
    }

    var living: [SharingDevice] { devices.filter { !$0.isLost } }

    private func step() throws {
        if random.chance(5) { slow = nil }
        time.now += 0.002 + Double(random.below(5000)) / 1000
        guard let device = random.pick(living) else { return }
        if isCalm {
            if random.chance(75) { act(device) } else { changeMembers(device) }
            return try settle()
        }
        switch random.below(100) {
        case ..<30: act(device)
        case ..<34: device.store.setLocked(true)
        case ..<40: device.store.setLocked(false)
        case ..<42: device.agents = [:]
        case ..<44:
            vaults[random.below(vaults.count)].engine.prune(keeping: UInt64(random.below(2)))
        case ..<47: deliver()
        case ..<50: changeMembers(device)
        case ..<51: lose(device)
        case ..<52: if devices.count < 9 { join(device.person) }
        case ..<53: if let device = random.pick(devices) { intrude(device) }
        case ..<54: plant(device)
        case ..<58: try moveInHaste(device)
        case ..<66: tend(device)
        default:
            let joined = vaults.filter { $0.rings[device.number] != nil }
            guard let vault = random.pick(joined) else { return }
            try advance(device, vault, isFaulty: true)
        }
        checkPlanted()
    }

    private func deliver() {
        guard !late.isEmpty else { return }
        let (vault, device, attempt) = late.remove(at: random.below(late.count))
        _ = vaults[vault].commit(attempt, from: device)
    }

    // MARK: The agent

    func view(_ device: SharingDevice, _ vault: SharedVault) -> SharedStore {
        SharedStore(device: device, vault: vault, vaults: vaults, rules: rules)
    }

    private func author(_ device: SharingDevice, _ vault: SharedVault) -> DeviceID {
        rules.authorIsDevice
            ? DeviceID(UInt64(device.number) + 1, UInt64(vault.number))
            : DeviceID(UInt64(device.person) + 1, 100 + UInt64(vault.number))
    }

    /// Continues a round of a device in a vault, or starts one.
    func advance(_ device: SharingDevice, _ vault: SharedVault, isFaulty: Bool) throws {
        guard let ring = vault.rings[device.number] else { return }
        var agent = device.agents[vault.number] ?? SharingDevice.Agent()
        if isFaulty {
            if random.chance(12) { device.faulty.race = { [self] in act(device) } }
            if random.chance(6) { device.faulty.crash = random.chance(50) ? .before : .after }
        }
        do throws(KeychainError) {
            let step: SyncRound.Step
            if var round = agent.round, let question = agent.question {
                let answer = answer(question, device, vault, isFaulty: isFaulty)
                defer { agent.memory = round.memory }
                step = try round.next(answer)
                agent.round = round
            } else {
                let store = view(device, vault)
                var standard = SyncRules.standard
                // The checks need the whole history.
                standard.limits = HistoryLimits(count: 1000, length: 1 << 20)
                let tools = SyncTools(
                    device: author(device, vault),
                    sealing: EpochSealing(ring),
                    rules: standard,
                    store: store
                )
                var round = try SyncRound(store: store, tools: tools, memory: agent.memory)
                step = try round.next(nil)
                agent.round = round
            }
            switch step {
            case .ask(let question): agent.question = question
            case .finished(let end):
                (agent.round, agent.question, agent.end) = (nil, nil, end)
                finish(device, vault, end)
            }
        } catch {
            agent.round = nil
            if ![.locked, .notAvailable].contains(error.code) {
                violations.append("An agent failed: \(error)")
            }
        }
        device.agents[vault.number] = agent
        device.faulty.race = nil
        device.faulty.crash = nil
    }

    private func finish(_ device: SharingDevice, _ vault: SharedVault, _ end: SyncRound.End) {
        if end == .notMember, !rules.keepsItems {
            for item in device.store.items()
            where SharedStore.vault(of: item.account) == vault.number {
                _ = device.store.delete(item.account)
            }
        }
        guard rules.followsEdits else { return }
        for (from, to) in device.moves {
            guard let edited = device.item(from), var item = device.item(to) else { continue }
            item.secret = edited.secret
            if device.store.write([item]) { _ = device.store.delete(from) }
        }
    }

    private func answer(
        _ question: SyncRound.Question,
        _ device: SharingDevice,
        _ vault: SharedVault,
        isFaulty: Bool
    ) -> SyncRound.Answer {
        if vault.number == slow, case .commit = question, random.chance(70) {
            return .failed(.unavailable)
        }
        if isFaulty, random.chance(10) {
            if case .commit(let attempt) = question {
                if random.chance(50) { late.append((vault.number, device.number, attempt)) }
                return .outcome(.unknown)
            }
            return .failed(.unavailable)
        }
        guard vault.devices[device.number] != nil else { return .failed(.notMember) }
        do throws(EngineFailure) {
            switch question {
            case .head: return .head(vault.head(for: author(device, vault)))
            case .log(let range, let head):
                return .log(try vault.engine.log(range, at: head))
            case .listing(let head): return .listing(try vault.engine.listing(at: head))
            case .records(let ids, let head):
                return .records(try vault.engine.records(ids, at: head))
            case .commit(let attempt):
                let outcome = vault.commit(attempt, from: device.number)
                guard isFaulty else { return .outcome(outcome) }
                if random.chance(8) { late.append((vault.number, device.number, attempt)) }
                return .outcome(random.chance(15) ? .unknown : outcome)
            }
        } catch {
            return .failed(error)
        }
    }

    func synchronize(_ device: SharingDevice, _ vault: SharedVault, isFaulty: Bool) throws {
        repeat {
            try advance(device, vault, isFaulty: isFaulty)
        } while device.agents[vault.number]?.round != nil
    }

    // MARK: Rest

    /// Ends all faults, and lets everybody synchronize until nothing changes.
    private func settle() throws {
        slow = nil
        while !late.isEmpty { deliver() }
        for device in living { device.store.setLocked(false) }
        var wasQuiet = false
        for _ in 0..<24 {
            let before = vaults.map { $0.engine.sequence + $0.changes }
            var isDone = true
            for device in living {
                time.now += 1
                while tend(device), violations.isEmpty {}
                for vault in vaults where vault.rings[device.number] != nil {
                    try synchronize(device, vault, isFaulty: false)
                    switch device.agents[vault.number]?.end {
                    case .upToDate(waiting: 0, _, _), .notMember: break
                    default: isDone = false
                    }
                }
            }
            guard violations.isEmpty else { return }
            let isQuiet = isDone && before == vaults.map { $0.engine.sequence + $0.changes }
            if isQuiet, wasQuiet { return }
            wasQuiet = isQuiet
        }
        violations.append(
            "P0: no rest: \(living.map { $0.agents.mapValues { String(describing: $0.end) } })"
        )
    }
}
