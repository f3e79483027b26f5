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

    /// A key that could not be sent is not shown.
    @Test func asksForAnUnlockedKeychainBeforeAKeyIsShown() async throws {
        let first = try await first()
        try await first.vault.requireAdmin(on: first.view)
        first.keychain.setLocked(true)
        let problem = await problem { try await first.vault.requireAdmin(on: first.view) }
        #expect(problem?.contains("locked") == true, "\(problem ?? "")")
    }

    /// Neither an empty name, such as that of a variable that is not set, nor the identifier of the
    /// recovery key removes it.
    @Test func removesNoRecoveryKeyAsADevice() async throws {
        let first = try await first()
        _ = try await first.vault.round(on: first.view)
        let devices = try await first.vault.status().devices
        let id = try #require(devices.first { $0.role == .recovery }?.id)
        let count = remote.states.count
        for (name, expected) in [
            ("", "noSuchDevice"), (id, "isRecoveryKey"), (String(id.prefix(8)), "isRecoveryKey"),
        ] {
            let problem = await problem { _ = try await first.vault.remove(name, on: first.view) }
            #expect(problem == expected, "\(name)")
        }
        #expect(remote.states.count == count && proofs.count == 1)
    }

    /// An earlier version removed the key, and left its proof.
    @Test func letsNoMachineInWithAKeyThatWasRemoved() async throws {
        let first = try await first()
        let log = try await first.vault.current(on: first.view)
        let paper = try DeviceKeys(recovery: recovery(7).bytes)
        try await first.vault.change(.remove(paper.id), log)
        #expect(proofs.count == 1)
        let second = try device(2)
        let refused = "recoveryKeyRefused"
        let asked = await problem {
            try await second.vault.requireVault(openedBy: recovery(7), on: second.view)
        }
        #expect(asked == refused)
        let recovered = await problem {
            let key = recovery(7)
            try await second.vault.recover(settings, with: key, name: "second", on: second.view)
        }
        #expect(recovered == refused)
        #expect(try second.keychain.state().isEmpty)
    }

    /// A stopped device keeps what it has read, also if its address is spelled in another way.
    @Test func namesTheAddressOfAStoppedDevice() async throws {
        let first = try await first()
        let second = try device(2)
        let code = try await first.vault.invite(.reader, hours: 1, on: first.view)
        try await join(second, code)
        for device in [first, second] { _ = try await device.vault.round(on: device.view) }
        let recover = { (remote: String) async throws in
            let (settings, key) = (VaultSettings(remote: remote), recovery(7))
            try await second.vault.recover(settings, with: key, name: "second", on: second.view)
        }
        let problem = await problem { try await recover("file:///remote") }
        #expect(problem == "\(SyncProblem.otherAddress("/remote"))")
        try await recover("/remote")
        _ = try await second.vault.round(on: second.view)
        #expect(try await second.vault.status().role == .admin)
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
