import PortableKeychain
import SyncSimulation
import Testing

@testable import KeychainSync

/// Joining and recovering that were broken off: by the remote, or because the program ended.
extension SyncedVaultTests {
    enum Loss: CaseIterable {
        /// The request is on the remote, and this device does not know.
        case answer
        /// The request is not there, and this device does not know either.
        case request

        func befall(_ view: VaultView) {
            view.fault = self == .answer ? .lostAnswer : .lostRequest
            view.laterFault = .away
        }
    }

    @Test(arguments: Loss.allCases) func sendsTheSameRequestAgain(_ loss: Loss) async throws {
        let first = try await first()
        let second = try device(2)
        let code = try await code(first)
        loss.befall(second.view)
        #expect(await problem { try await join(second, code) } == "offline")
        #expect(await problem { _ = try await second.vault.round(on: second.view) } == "waiting")
        #expect(try await first.vault.round(on: first.view).added == ["second"])
        #expect(try await second.vault.round(on: second.view).end == .upToDate(waiting: 0))
        #expect(try await second.vault.status().devices.map(\.name) == ["first", "", "second"])
    }

    /// A remote that lets this device read and not write never gets the request, so that no member
    /// can answer it.
    @Test func saysThatARequestCannotBeSentAgain() async throws {
        let first = try await first()
        let second = try device(2)
        let code = try await code(first)
        Loss.request.befall(second.view)
        #expect(await problem { try await join(second, code) } == "offline")
        _ = remote.commit([VaultFileChange("other", [1])], onto: remote.tip)
        second.view.frozen = remote.tip - 1
        for _ in 0..<2 {
            let problem = await problem { _ = try await second.vault.round(on: second.view) }
            #expect(problem == "offline")
        }
        second.view.frozen = nil
        #expect(await problem { _ = try await second.vault.round(on: second.view) } == "waiting")
        #expect(try await first.vault.round(on: first.view).added == ["second"])
    }

    /// A device that waits does not leave its request where the vault is gone, or another one is.
    @Test(arguments: [false, true])
    func noticesThatTheVaultIsGone(_ isReplaced: Bool) async throws {
        let first = try await first()
        let second = try device(2)
        try await join(second, try await code(first))
        let other = MemoryVault()
        if isReplaced {
            let stranger = try device(8, on: other)
            let key = recovery(8)
            try await stranger.vault.setUp(
                settings,
                name: "stranger",
                recovery: key,
                on: stranger.view
            )
        }
        let view = VaultView(other)
        let expected = isReplaced ? "otherVault" : "remoteIsEmpty"
        let tip = other.tip
        #expect(await problem { _ = try await second.vault.round(on: view) } == expected)
        let report = try await second.vault.examine(on: view)
        #expect(report.problem.map { "\($0)" } == expected)
        #expect(other.tip == tip)
        // The vault is there again.
        _ = try await first.vault.round(on: first.view)
        #expect(try await second.vault.round(on: second.view).end == .upToDate(waiting: 0))
    }

    /// A device that waits follows a repository that moved, where it may be a member by then.
    @Test(arguments: [false, true])
    func movesWhileItWaits(_ isMember: Bool) async throws {
        let first = try await first()
        let second = try device(2)
        try await join(second, try await code(first))
        let elsewhere = VaultSettings(remote: "/elsewhere")
        let stranger = try device(8, on: MemoryVault())
        let key = recovery(8)
        try await stranger.vault.setUp(settings, name: "x", recovery: key, on: stranger.view)
        let other = await problem { try await second.vault.move(to: elsewhere, on: stranger.view) }
        #expect(other == "otherRemote")
        #expect(try second.vault.settings()?.remote == "/remote")
        if isMember { _ = try await first.vault.round(on: first.view) }
        try await second.vault.move(to: elsewhere, on: second.view)
        #expect(try second.vault.settings()?.remote == "/elsewhere")
        if !isMember {
            #expect(
                await problem { _ = try await second.vault.round(on: second.view) } == "waiting"
            )
            _ = try await first.vault.round(on: first.view)
        }
        #expect(try await second.vault.round(on: second.view).end == .upToDate(waiting: 0))
    }

    /// A request that a remote has refused is not there, so that another attempt can be made at
    /// once.
    @Test func forgetsARequestThatWasRefused() async throws {
        let first = try await first()
        let second = try device(2)
        let code = try await code(first)
        _ = remote.commit([VaultFileChange("other", [1])], onto: remote.tip)
        second.view.frozen = remote.tip - 1
        #expect(await problem { try await join(second, code) } == "offline")
        #expect(try second.keychain.state().isEmpty)
        second.view.frozen = nil
        try await join(second, code)
    }

    @Test(arguments: Loss.allCases) func goesOnWithARecovery(_ loss: Loss) async throws {
        let first = try await first()
        first.write("a0", "1")
        _ = try await first.vault.round(on: first.view)
        let second = try device(2)
        let recover = { (byte: UInt8) async throws in
            let key = recovery(byte)
            try await second.vault.recover(settings, with: key, name: "second", on: second.view)
        }
        loss.befall(second.view)
        #expect(await problem { try await recover(7) } == "offline")
        if loss == .request {
            let problem = await problem { _ = try await second.vault.round(on: second.view) }
            #expect(problem == "recoveryInterrupted")
        }
        #expect(await problem { try await recover(9) } == "recoveryKeyRefused")
        try await recover(7)
        #expect(try await second.vault.round(on: second.view).end == .upToDate(waiting: 0))
        #expect(second.keychain.items().map(\.secret) == ["1"])
        #expect(try await second.vault.status().devices.map(\.name) == ["first", "", "second"])
        #expect(await problem { try await recover(7) } == "alreadySetUp")
    }

    /// A recovery that the remote has, and whose answer was lost, needs nothing more.
    @Test func noticesThatItHasRecovered() async throws {
        let first = try await first()
        let second = try device(2)
        Loss.answer.befall(second.view)
        let problem = await problem {
            let key = recovery(7)
            try await second.vault.recover(settings, with: key, name: "second", on: second.view)
        }
        #expect(problem == "offline")
        #expect(try await second.vault.round(on: second.view).end == .upToDate(waiting: 0))
        #expect(try await second.vault.round(on: second.view).end == .upToDate(waiting: 0))
        _ = try await first.vault.round(on: first.view)
        #expect(try await first.vault.status().devices.count == 3)
    }

    /// The way in which a device enters a vault.
    enum Entry: CaseIterable { case code, recovery, another }

    /// A set-up that was killed leaves the keys and the trust of a vault without members.
    @Test(arguments: Entry.allCases) func startsWithNothingOfAnother(_ entry: Entry) async throws {
        let first = try await first()
        let second = try device(2)
        let dead = VaultView(MemoryVault())
        try await VaultLog.create(
            on: dead,
            store: second.keychain,
            name: "dead",
            recovery: recovery(3).bytes
        )
        _ = try await second.vault.current(on: dead).head()
        let left = Set(try second.keychain.state().keys)
        #expect(left.count > 3)
        switch entry {
        case .code:
            try await join(second, try await code(first))
            _ = try await first.vault.round(on: first.view)
        case .recovery:
            let key = recovery(7)
            try await second.vault.recover(settings, with: key, name: "second", on: second.view)
        case .another:
            second.view.move(to: MemoryVault())
            let key = recovery(8)
            try await second.vault.setUp(settings, name: "second", recovery: key, on: second.view)
        }
        #expect(try await second.vault.round(on: second.view).end == .upToDate(waiting: 0))
        let devices = try await second.vault.status().devices.map(\.name)
        #expect(devices == (entry == .another ? ["second", ""] : ["first", "", "second"]))
    }

    enum BadKeys: CaseIterable {
        case noField, lowOrder, lowOrderWhenUnlocked

        func forged(_ real: DeviceCertificate) -> DeviceCertificate {
            // ML-KEM's coefficients are below 3329; the last 32 bytes are a point of X25519, which
            // for these has no secret.
            let point = real.early.dropLast(32) + [UInt8](repeating: 0, count: 32)
            let other = [UInt8](repeating: 255, count: DeviceCertificate.sealingKeyLength)
            return DeviceCertificate(
                signing: real.signing,
                early: self == .noField ? other : self == .lowOrder ? Array(point) : real.early,
                unlocked: self == .lowOrderWhenUnlocked ? Array(point) : real.unlocked
            )
        }
    }

    /// A holder of a code can send anything under it, and must not keep others out with it.
    @Test(arguments: BadKeys.allCases) func ignoresKeysThatAreNone(_ keys: BadKeys) async throws {
        let first = try await first()
        let code = try await code(first)
        let real = try DeviceKeys(entropy: SeededSource.entropy(66)).certificate
        let forged = keys.forged(real)
        let vault = try await first.vault.shownVault(on: first.view)
        let request = try JoinRequest(
            forged,
            name: "evil",
            code.secret,
            to: vault,
            entropy: SeededSource.entropy(67)
        )
        let files = [VaultFileChange(VaultPath.request(forged.id), request.encoded)]
        #expect(remote.commit(files, onto: remote.tip) != nil)
        #expect(try await first.vault.round(on: first.view).added == [])
        try await join(try device(2), code)
        #expect(try await first.vault.round(on: first.view).added == ["second"])
    }
}
