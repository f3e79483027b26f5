import SyncSimulation
import Testing

@testable import KeychainSync

/// New keys for all members, where something stops in the middle.
@Suite struct RotationTests {
    private let base = SyncedVaultTests()

    /// The remote answers only some requests.
    ///
    /// Whatever was done by then, the same call does the rest.
    @Test(arguments: 0...16) func canBeRepeated(_ answers: Int) async throws {
        let first = try await base.first()
        for number in 0..<2 { first.write("a\(number)", "1") }
        _ = try await first.vault.round(on: first.view)
        let stopping = WatchedEngine(first.view, answers: answers)
        let problem = await base.problem { _ = try await first.vault.rotate(on: stopping) }
        let log = try first.vault.log(on: first.view)
        _ = try await log.head()
        let epoch = await log.membership.epoch
        // Nothing is said to be done that is not, and nothing to be as it was that is new.
        switch problem {
        case nil: #expect(await log.epochsInUse == [2])
        case "rotationInterrupted": break
        default: #expect(epoch == 1 && problem == "offline")
        }
        #expect(try await first.vault.rotate(on: first.view).rest == 0)
        let repeated = try first.vault.log(on: first.view)
        #expect(await repeated.epochsInUse == [epoch + 1])
    }

    /// The cut is still under the keys before, although there is nothing to seal again.
    @Test func leavesNoKeysOfAnEmptyVault() async throws {
        let base = SyncedVaultTests()
        let first = try await base.first()
        first.write("a", "1")
        _ = try await first.vault.round(on: first.view)
        _ = first.keychain.delete("a")
        _ = try await first.vault.round(on: first.view)
        let log = try first.vault.log(on: first.view)
        #expect(try await log.cut())
        for _ in 0..<2 {
            _ = try await first.vault.rotate(on: first.view)
            let now = try first.vault.log(on: first.view)
            _ = try await now.head()
            let epoch = await now.membership.epoch
            #expect(await now.epochsInUse == [epoch])
        }
    }

    /// An engine on which other devices are faster, as it says, each time that the log is to be cut.
    private struct Busy: VaultEngine {
        let base: VaultView

        func snapshot() async throws(EngineFailure) -> VaultSnapshot { try await base.snapshot() }

        func read(
            _ paths: [String],
            of snapshot: VaultSnapshot
        ) async throws(EngineFailure) -> [String: [UInt8]] {
            try await base.read(paths, of: snapshot)
        }

        func list(
            _ folder: String,
            of snapshot: VaultSnapshot
        ) async throws(EngineFailure) -> [String] { try await base.list(folder, of: snapshot) }

        func commit(
            _ changes: [VaultFileChange],
            onto snapshot: VaultSnapshot
        ) async -> CommitOutcome {
            guard !changes.contains(where: { $0.path == VaultPath.snapshot }) else {
                return .refused
            }
            return await base.commit(changes, onto: snapshot)
        }
    }

    /// Before the cut, a device that joins is given the old keys, whatever is sealed under them.
    @Test func isNotDoneBeforeTheCut() async throws {
        let first = try await base.first()
        first.write("a0", "1")
        _ = try await first.vault.round(on: first.view)
        let busy = Busy(base: first.view)
        let problem = await base.problem { _ = try await first.vault.rotate(on: busy) }
        #expect(problem == "rotationInterrupted")
        let log = try first.vault.log(on: first.view)
        #expect(await log.epochsInUse == [1, 2])
        #expect(try await log.cut())
        #expect(await log.epochsInUse == [2])
    }

    /// An engine says that it has made the change of the members, and has not.
    @Test func isNotDoneWhereNothingIsDone() async throws {
        let first = try await base.first()
        first.view.lie = { $0 }
        let problem = await base.problem { _ = try await first.vault.rotate(on: first.view) }
        #expect(problem == "rotationInterrupted")
    }
}
