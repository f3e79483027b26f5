import PortableKeychain
import SyncSimulation
import Testing

@testable import KeychainSync

/// Replacing recovery keys: the old one ends with the commit by which the new one is valid.
extension SyncedVaultTests {
    /// The paths of the proofs of recovery keys that the remote has.
    private var proofs: [String] {
        remote.state(remote.tip).files.keys.filter { $0.hasPrefix("recovery/") }
    }

    /// The remote answers only some requests: one key is valid whatever was done by then.
    @Test(arguments: 0...6) func replacesARecoveryKeyAtOnce(_ answers: Int) async throws {
        let first = try await first()
        let (old, count) = (proofs, remote.states.count)
        let stopping = WatchedEngine(first.view, answers: answers)
        let problem = await problem {
            try await first.vault.replaceRecoveryKeys(with: recovery(9), on: stopping)
        }
        #expect(problem == nil || problem == "offline")
        let isNew = proofs != old
        #expect(proofs.count == 1 && (isNew || problem != nil))
        #expect(remote.states.count == count + (isNew ? 1 : 0))
        let second = try device(2)
        let key = recovery(isNew ? 9 : 7)
        try await second.vault.recover(settings, with: key, name: "second", on: second.view)
        #expect(try await second.vault.round(on: second.view).end == .upToDate(waiting: 0))
    }

    /// A vault can have several, of an interrupted command of an earlier version.
    @Test func removesAllOtherRecoveryKeys() async throws {
        let first = try await first()
        for byte in [5, 6] as [UInt8] {
            let log = try await first.vault.current(on: first.view)
            let paper = try DeviceKeys(recovery: recovery(byte).bytes)
            try await first.vault.change(.add(paper.certificate, .recovery, name: ""), log)
        }
        try await first.vault.replaceRecoveryKeys(with: recovery(9), on: first.view)
        let devices = try await first.vault.status().devices
        #expect(devices.map(\.role) == [.admin, .recovery] && proofs.count == 1)
        let second = try device(2)
        let key = recovery(9)
        try await second.vault.recover(settings, with: key, name: "second", on: second.view)
    }
}
