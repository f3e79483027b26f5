import Foundation
import KeychainSync
import KeychainSyncGit
@_spi(Keepers) import PortableKeychain
import SyncSimulation
import Testing
import TestRounds

/// Real keychains with real keys, which meet in a git repository.
@Suite struct GitConvergenceTests {
    /// A keychain of a person, with its clone.
    private final class Device: Sendable {
        let store: KeychainDevice
        let engine: GitEngine
        private let entropy: KeychainEntropy

        init(_ number: UInt64, _ fixture: GitFixture) throws {
            store = try KeychainDevice(seed: number) { Date(timeIntervalSince1970: 1e9) }
            engine = try fixture.engine("device\(number)")
            entropy = SeededSource.entropy(100 + number)
        }

        func begin() async throws {
            let recovery = SecretBytes([UInt8](repeating: 7, count: 32))
            try await VaultLog.create(
                on: engine,
                store: store,
                name: "first",
                recovery: recovery,
                entropy: entropy
            )
        }

        func log() throws -> VaultLog {
            try #require(try VaultLog(engine: engine, store: store, entropy: entropy))
        }

        func add(_ other: Device) async throws {
            let keys = try DeviceKeys(entropy: other.entropy)
            let log = try log()
            try await log.change(.add(keys.certificate, .writer, name: "other"))
            try other.store.keep(keys.rows + VaultLog.rows(joining: await log.membership.vault))
        }

        func round() async throws -> SyncRound.End {
            let log = try log()
            let agent = Synchronizer(
                store: store,
                engine: log,
                device: log.device,
                sealing: log.sealing
            )
            return try await agent.synchronize()
        }

        /// Rounds until nothing is left to do.
        func settle() async throws {
            for _ in 0..<5 {
                if try await round() == .upToDate(waiting: 0) { return }
            }
            let problem = await engine.problem
            Issue.record("There is no rest: \(String(describing: problem)).")
        }
    }

    private static let mark = "SECRET-OF-EVENT-"

    private func item(_ account: String, _ value: Int) -> SimItem {
        SimItem(account: account, secret: "\(Self.mark)\(value)", accessible: "ck")
    }

    private func devices(_ fixture: GitFixture) async throws -> [Device] {
        let devices = try (1...3).map { try Device($0, fixture) }
        try await devices[0].begin()
        for other in devices[1...] { try await devices[0].add(other) }
        return devices
    }

    @Test func threeKeychainsConverge() async throws {
        let fixture = try GitFixture()
        let devices = try await devices(fixture)
        for (number, account) in ["a0", "a1", "b0"].enumerated() {
            #expect(devices[number].store.write([item(account, number)]))
        }
        #expect(devices[1].store.writeLocal("local", secret: Self.mark + "local"))
        // At the same time: they race for the branch.
        try await withThrowingTaskGroup(of: Void.self) { group in
            for device in devices { group.addTask { try await device.settle() } }
            try await group.waitForAll()
        }
        for device in devices { try await device.settle() }
        let all = devices.map { $0.store.items().filter { $0.account != "local" } }
        #expect(all[0].count == 3)
        #expect(all[0] == all[1] && all[1] == all[2])
        for device in devices { #expect(try device.store.keychain.verify().problems.isEmpty) }
        // Nothing of it can be read in the repository.
        let found = try fixture.shell(
            "git cat-file --batch-all-objects --batch --buffer | grep -ac -e \(Self.mark) -e local -e first || :"
        )
        #expect(found == "0")
    }

    /// git is killed at any moment, and so is the round that waits for it.
    @Test func nothingIsLostWhenRoundsAreKilled() async throws {
        let fixture = try GitFixture()
        let devices = try await devices(fixture)
        for device in devices { try await device.settle() }
        var random = SeededRandom(UInt64(TestRounds.count))
        let accounts = ["a0", "a1", "b0"]
        var newest = [0, 0, 0]
        for turn in 1...TestRounds.amount(60, quick: 15) {
            let number = random.below(3)
            let device = devices[number]
            if device.store.write([item(accounts[number], turn)]) { newest[number] = turn }
            let round = Task { try await device.round() }
            try await Task.sleep(for: .milliseconds(random.below(150)))
            round.cancel()
            _ = try? await round.value
        }
        for _ in 0..<2 { for device in devices { try await device.settle() } }
        let wanted = zip(accounts, newest).filter { $0.1 > 0 }.map { item($0.0, $0.1) }
        for device in devices {
            #expect(device.store.items() == wanted)
            #expect(try device.store.keychain.verify().problems.isEmpty)
        }
        // Each commit is in the log once.
        let log = try fixture.shell("git ls-tree -r --name-only main log | wc -l")
        let states = try fixture.shell("git rev-list --count main")
        let members = try fixture.shell("git ls-tree -r --name-only main members | wc -l")
        // Two of the members came with the first state.
        #expect(Int(log).map { $0 + (Int(members) ?? 0) - 1 } == Int(states))
    }
}
