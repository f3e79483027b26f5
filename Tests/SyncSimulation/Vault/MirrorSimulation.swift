internal import Foundation
internal import KeychainSync
@_spi(Keepers) internal import PortableKeychain

/// A member that publishes, and readers that have only a mirror, which shows what it likes of everything
/// that was ever published.
///
/// Whatever it shows, a reader has exactly what was published at one time, and says so when that is
/// older than the validity of its stamp. Old states, parts of several, and missing files are never an
/// alarm. In the end an honest mirror gives all of them the present state.
///
/// `@unchecked Sendable`: a simulation runs in one task.
package final class MirrorSimulation: @unchecked Sendable {
    private final class Reader {
        let store: PlainStore
        let vault: SyncedVault
        let engine: MirrorEngine
        let mirror = MemoryMirror()

        init(_ store: PlainStore, _ entropy: KeychainEntropy) {
            self.store = store
            vault = SyncedVault(store, entropy: entropy)
            engine = MirrorEngine(mirror)
        }
    }

    private final class Time: @unchecked Sendable { var now = 1_700_000_000.0 }

    private static let validity: UInt32 = 100

    private var random: SeededRandom
    private let time = Time()
    private let entropy: KeychainEntropy
    private let remote = MemoryVault()
    private let view: VaultView
    private let store: PlainStore
    private let vault: SyncedVault
    private let settings = VaultSettings(remote: "mirror+https://mirror.example/")
    /// The mirror as it should be.
    private let honest = MemoryMirror()
    /// All files that ever were on it, and all stamps in their order.
    private var past: [String: [UInt8]] = [:]
    private var stamps: [(bytes: [UInt8], items: [String: String])] = []
    private var readers: [Reader] = []
    private var writes = 0
    private var violations: [String] = []
    /// The number of rounds that took a state, and that refused one.
    package private(set) var counts = (taken: 0, refused: 0)

    package init(seed: UInt64) {
        random = SeededRandom(seed)
        entropy = SeededSource.entropy(seed)
        view = VaultView(remote)
        let time = time
        store = PlainStore { Date(timeIntervalSince1970: time.now) }
        vault = SyncedVault(store, cutting: CutLimits(base: 1000, perRecord: 0), entropy: entropy)
    }

    /// Runs everything.
    ///
    /// - Returns: The rules that did not hold.
    package func run(steps: Int = 40) async throws -> [String] {
        let recovery = RecoveryKey(
            bytes: SecretBytes([UInt8](repeating: 7, count: RecoveryKey.length))
        )
        try await vault.setUp(settings, name: "publisher", recovery: recovery, on: view)
        try await publish()
        for _ in 0..<2 { try await join() }
        for _ in 0..<steps where violations.isEmpty {
            time.now += Double(1 + random.below(30))
            try await act()
        }
        if violations.isEmpty { try await heal() }
        return violations
    }

    // MARK: Events

    private func act() async throws {
        switch random.below(100) {
        case ..<25: write()
        case ..<30: _ = try await vault.rotate(on: view)
        case ..<36 where readers.count < 4: try await join()
        case ..<55: try await publish()
        default: if let reader = random.pick(readers) { try await read(reader) }
        }
    }

    private func write() {
        writes += 1
        let account = random.pick(["a0", "a1", "b0", "b1"]) ?? "a0"
        if random.chance(20) {
            _ = store.delete(account)
        } else {
            let item = SimItem(account: account, secret: "\(writes)", accessible: "ck")
            _ = store.write([item])
        }
    }

    private func publish() async throws {
        _ = try await vault.round(on: view)
        let publication = try await vault.publication(
            validity: Self.validity,
            over: honest,
            on: view
        )
        honest.take(publication)
        past.merge(honest.files) { $1 }
        stamps.append((publication.stamp, items(store)))
    }

    private func join() async throws {
        let time = time
        let store = PlainStore { Date(timeIntervalSince1970: time.now) }
        let reader = Reader(store, entropy)
        try await publish()
        reader.mirror.files = honest.files
        let code = try await vault.invite(.reader, hours: 1, on: view)
        try await reader.vault.join(settings, with: code, name: "r", on: reader.engine)
        try await vault.bring([reader.vault.joinRequest()], to: view)
        try await publish()
        reader.mirror.files = honest.files
        _ = try await reader.vault.round(on: reader.engine)
        readers.append(reader)
    }

    // MARK: Readers

    /// Lets the mirror show something, and the reader make a round.
    private func read(_ reader: Reader) async throws {
        show(to: reader)
        let before = items(reader.store)
        let end = try await reader.vault.round(on: reader.engine).end
        let status = try await reader.vault.status()
        switch end {
        case .upToDate:
            counts.taken += 1
            guard let signed = status.mirrored?.lowerBound,
                let published = stamps.last(where: { MirrorStamp($0.bytes)?.date == signed })
            else { return fail("M1: a state was taken that nobody has signed.") }
            if time.now > signed.timeIntervalSince1970 + Double(Self.validity) {
                fail("M2: a state was taken that is older than its validity.")
            }
            if items(reader.store) != published.items {
                fail("M3: a reader has other items than were published.")
            }
        case .outdated, .offline, .busy:
            counts.refused += 1
            if items(reader.store) != before { fail("M4: a refused state has changed items.") }
        case .alarm(let alarm): fail("M5: what was published once raised the alarm \(alarm).")
        case .wentBack: fail("M5: a reader went back.")
        case .notMember, .keysMissing: fail("M6: a reader was not let in.")
        }
    }

    private func show(to reader: Reader) {
        reader.mirror.lie(nil)
        reader.mirror.files = past
        reader.mirror.files[MirrorPath.stamp] = stamps.last?.bytes
        switch random.below(10) {
        // A cache, or a server that holds back what is new.
        case ..<4: reader.mirror.files[MirrorPath.stamp] = random.pick(stamps)?.bytes
        // Files of another state than that of the stamp.
        case 4:
            reader.mirror.files = honest.files
            reader.mirror.files[MirrorPath.stamp] = random.pick(stamps)?.bytes
        case 5: break
        case 6:
            let mirror = reader.mirror
            if let path = random.pick(mirror.files.keys.filter { $0 != MirrorPath.stamp }.sorted())
            {
                mirror.files[path] = nil
            }
        case 7:
            let place = random.below(1 << 16)
            reader.mirror.lie { path, bytes in
                guard path != MirrorPath.stamp, var bytes, !bytes.isEmpty else { return bytes }
                bytes[place % bytes.count] ^= 1
                return bytes
            }
        default: reader.mirror.files = honest.files
        }
    }

    private func heal() async throws {
        try await publish()
        for reader in readers {
            reader.mirror.lie(nil)
            reader.mirror.files = honest.files
            let end = try await reader.vault.round(on: reader.engine).end
            if end != .upToDate(waiting: 0) { fail("M7: an honest mirror ended with \(end).") }
            if items(reader.store) != items(store) {
                fail("M7: a reader does not have everything.")
            }
        }
    }

    private func fail(_ violation: String) { violations.append(violation) }

    private func items(_ store: PlainStore) -> [String: String] {
        Dictionary(uniqueKeysWithValues: store.items().map { ($0.account, $0.secret) })
    }
}

/// Runs many seeds of the simulation of mirrors, two at a time.
package struct MirrorRun: Sendable {
    private let seeds: Range<UInt64>

    package init(seeds: Range<UInt64>) { self.seeds = seeds }

    /// The seeds that failed, in their order, and the number of rounds that took a state, and that
    /// refused one.
    package func result() async throws -> (failures: [SeedRun.Failure], taken: Int, refused: Int) {
        let seeds = seeds
        return try await withThrowingTaskGroup(
            of: (failures: [SeedRun.Failure], taken: Int, refused: Int).self
        ) { group in
            for part in UInt64(0)..<2 {
                group.addTask {
                    var failures: [SeedRun.Failure] = []
                    var (taken, refused) = (0, 0)
                    for seed in seeds where seed % 2 == part {
                        let simulation = MirrorSimulation(seed: seed)
                        let violations = try await simulation.run()
                        if !violations.isEmpty {
                            failures.append(SeedRun.Failure(seed: seed, violations: violations))
                        }
                        taken += simulation.counts.taken
                        refused += simulation.counts.refused
                    }
                    return (failures, taken, refused)
                }
            }
            var all: (failures: [SeedRun.Failure], taken: Int, refused: Int) = ([], 0, 0)
            for try await result in group {
                all.failures += result.failures
                all.taken += result.taken
                all.refused += result.refused
            }
            all.failures.sort { $0.seed < $1.seed }
            return all
        }
    }
}
