import Foundation
import PortableKeychain
import SyncSimulation
import Testing

@testable import KeychainSync

/// The actions of a user on synchronization, with real keychains over an engine in memory.
@Suite struct SyncedVaultTests {
    let remote = MemoryVault()
    let clock = TestClock()
    let settings = VaultSettings(remote: "/remote")

    /// A clock that tests set.
    ///
    /// `@unchecked Sendable`: a test runs in one task.
    final class TestClock: @unchecked Sendable { var now = 1e9 }

    struct Device {
        let keychain: KeychainDevice
        let view: VaultView
        let vault: SyncedVault

        func write(_ account: String, _ secret: String) {
            _ = keychain.write([SimItem(account: account, secret: secret, accessible: "ak")])
        }
    }

    func device(_ seed: UInt64, on remote: MemoryVault? = nil) throws -> Device {
        let clock = clock
        let keychain = try KeychainDevice(seed: seed) { Date(timeIntervalSince1970: clock.now) }
        let vault = SyncedVault(keychain, entropy: SeededSource.entropy(seed + 100))
        return Device(keychain: keychain, view: VaultView(remote ?? self.remote), vault: vault)
    }

    func recovery(_ byte: UInt8) -> RecoveryKey {
        RecoveryKey(bytes: SecretBytes([UInt8](repeating: byte, count: RecoveryKey.length)))
    }

    func first() async throws -> Device {
        let first = try device(1)
        try await first.vault.setUp(settings, name: "first", recovery: recovery(7), on: first.view)
        return first
    }

    func code(_ device: Device, hours: Int = 24, uses: Int = 1) async throws -> InviteCode {
        try await device.vault.invite(.admin, hours: hours, uses: uses, on: device.view)
    }

    func join(_ device: Device, _ code: InviteCode, name: String = "second") async throws {
        try await device.vault.join(settings, with: code, name: name, on: device.view)
    }

    /// The problem of an operation; `nil` if none.
    func problem(_ body: () async throws -> Void) async -> String? {
        do {
            try await body()
            return nil
        } catch {
            return "\(error)"
        }
    }

    @Test func joinsWithACode() async throws {
        let first = try await first()
        let second = try device(2)
        first.write("a0", "1")
        let code = try await code(first)
        try await join(second, InviteCode(typed: code.text))
        #expect(await problem { _ = try await second.vault.round(on: second.view) } == "waiting")
        #expect(try await first.vault.round(on: first.view).added == ["second"])
        #expect(!remote.state(remote.tip).files.keys.contains { $0.hasPrefix("join/") })
        #expect(try !first.keychain.state().keys.contains { $0.kind == Invite.kind })
        #expect(try await second.vault.round(on: second.view).end == .upToDate(waiting: 0))
        #expect(second.keychain.items().map(\.secret) == ["1"])
        let devices = try await second.vault.status().devices
        #expect(devices.map(\.name) == ["first", "", "second"])
        #expect(devices.map(\.isOwn) == [false, false, true])
        // A code is for one device.
        let third = try device(3)
        try await join(third, code)
        #expect(try await first.vault.round(on: first.view).added == [])
        let late = await problem { _ = try await third.vault.round(on: third.view) }
        #expect(late == "\(SyncProblem.codeEnded(.used))")
    }

    @Test func refusesCodesThatAreTooOldOrForOthers() async throws {
        let first = try await first()
        let old = try await code(first, hours: 1)
        clock.now += 3601
        let second = try device(2)
        try await join(second, old)
        #expect(try await first.vault.round(on: first.view).added == [])
        let other = MemoryVault()
        let stranger = try device(8, on: other)
        try await stranger.vault.setUp(
            settings,
            name: "stranger",
            recovery: recovery(8),
            on: stranger.view
        )
        let third = try device(3, on: other)
        let fresh = try await code(first)
        #expect(await problem { try await join(third, fresh) } == "otherVault")
        // 40 characters, of which one was mistyped.
        let typed = fresh.text.withUnsafeBytes { bytes in
            SecretBytes(
                bytes.enumerated().map { place, byte in
                    place > 0
                        ? byte : byte == UInt8(ascii: "0") ? UInt8(ascii: "1") : UInt8(ascii: "0")
                }
            )
        }
        #expect(throws: KeychainError.self) { try InviteCode(typed: typed) }
    }

    @Test func boundsInvites() async throws {
        let first = try await first()
        for _ in 0..<SyncedVault.maximumInvites { _ = try await code(first) }
        #expect(await problem { _ = try await code(first) } == "tooManyInvites")
        clock.now += 86_401
        // It locks itself after twelve hours.
        first.keychain.setLocked(false)
        _ = try await code(first)
    }

    @Test func letsOnlyAdminsChangeMembers() async throws {
        let first = try await first()
        let second = try device(2)
        let code = try await first.vault.invite(.writer, hours: 1, on: first.view)
        try await join(second, code)
        for device in [first, second] { _ = try await device.vault.round(on: device.view) }
        let refused = [
            await problem { _ = try await second.vault.remove("first", on: second.view) },
            await problem { _ = try await second.vault.rotate(on: second.view) },
            await problem { _ = try await self.code(second) },
        ]
        #expect(refused == ["notAdmin", "notAdmin", "notAdmin"])
        #expect(try await first.vault.remove("second", on: first.view).name == "second")
    }

    /// S14: a device that was being added with an invite is the only one, even if that was not
    /// finished.
    @Test func addsNobodyElseWithAnInvite() async throws {
        let first = try await first()
        let (second, third) = (try device(2), try device(3))
        let code = try await code(first)
        try await join(second, code)
        let request = try #require(
            remote.state(remote.tip).files.keys.first { $0.hasPrefix("join/") }
        )
        first.view.fault = .lostRequest
        #expect(await problem { _ = try await first.vault.round(on: first.view) } == "offline")
        try await join(third, code)
        first.view.lie = { files in files.filter { $0.key != request } }
        #expect(try await first.vault.round(on: first.view).added == [])
        first.view.lie = nil
        #expect(try await first.vault.round(on: first.view).added == ["second"])
        let late = await problem { _ = try await third.vault.round(on: third.view) }
        #expect(late == "\(SyncProblem.codeEnded(.used))")
    }

    /// The attacks of an engine, or any writer to it, on a request.
    @Test(arguments: ["certificate", "name", "path", "cut", "copy", "flood"])
    func refusesForgedRequests(_ attack: String) async throws {
        let first = try await first()
        let second = try device(2)
        try await join(second, try await code(first))
        let evil = try DeviceKeys(entropy: SeededSource.entropy(66))
        first.view.lie = { files in
            var files = files
            guard let path = files.keys.first(where: { $0.hasPrefix("join/") }),
                let bytes = files[path]
            else { return files }
            let forged = [bytes[0]] + evil.certificate.encoded
            switch attack {
            case "certificate":
                files[path] = nil
                files[VaultPath.request(evil.id)] =
                    forged + bytes.dropFirst(1 + DeviceCertificate.length)
            case "name": files[path]?[1 + DeviceCertificate.length + 10] ^= 1
            case "path":
                files[path] = nil
                files[VaultPath.request(evil.id)] = bytes
            case "cut": files[path]?.removeLast()
            case "copy": files[path]? += [0]
            default:
                files[path] = nil
                for number in 0..<UInt64(1000) {
                    files[VaultPath.request(DeviceID(0, number))] = bytes
                }
            }
            return files
        }
        #expect(try await first.vault.round(on: first.view).added == [])
        #expect(try await first.vault.status().alarm == nil)
        first.view.lie = nil
        #expect(try await first.vault.round(on: first.view).added == ["second"])
    }

    /// An engine that shows the newcomer a vault of its own has no answer for it.
    @Test func believesOnlyTheHolderOfTheInvite() async throws {
        let first = try await first()
        let second = try device(2)
        try await join(second, try await code(first))
        second.view.lie = { files in
            var files = files
            for path in files.keys where path.hasPrefix("join/") {
                files["answers/" + path.dropFirst(5)] = [UInt8](repeating: 1, count: 32)
            }
            return files
        }
        #expect(await problem { _ = try await second.vault.round(on: second.view) } == "otherVault")
        #expect(second.keychain.items().isEmpty)
        second.view.lie = nil
        _ = try await first.vault.round(on: first.view)
        #expect(try await second.vault.round(on: second.view).end == .upToDate(waiting: 0))
    }

    @Test func comesBackWithTheRecoveryKey() async throws {
        let first = try await first()
        first.write("a0", "1")
        _ = try await first.vault.round(on: first.view)
        let second = try device(2)
        let wrong = await problem {
            try await second.vault.recover(
                settings,
                with: recovery(9),
                name: "second",
                on: second.view
            )
        }
        #expect(wrong == "recoveryKeyRefused")
        try await second.vault.recover(settings, with: recovery(7), name: "second", on: second.view)
        #expect(try await second.vault.round(on: second.view).end == .upToDate(waiting: 0))
        #expect(second.keychain.items().map(\.secret) == ["1"])
        #expect(try await second.vault.remove("first", on: second.view).name == "first")
        second.write("a1", "2")
        _ = try await second.vault.round(on: second.view)
        #expect(try await first.vault.round(on: first.view).end == .notMember)
        #expect(first.keychain.items().map(\.secret) == ["1"])
        #expect(try second.vault.sharedItems().count == 2)
        #expect(
            await problem { _ = try await second.vault.remove("second", on: second.view) }
                == "ownDevice"
        )
    }

    /// An engine that shows the proof of an old key again lets no device in with it.
    @Test func replacesRecoveryKeys() async throws {
        let first = try await first()
        let old = remote.state(remote.tip).files.filter { $0.key.hasPrefix("recovery/") }
        #expect(old.count == 1)
        try await first.vault.replaceRecoveryKeys(with: recovery(9), on: first.view)
        let devices = try await first.vault.status().devices
        #expect(devices.map(\.role) == [.admin, .recovery])
        let files = remote.state(remote.tip).files.filter { $0.key.hasPrefix("recovery/") }
        #expect(files.count == 1 && files != old)
        let second = try device(2)
        let recover = { (byte: UInt8) in
            let key = recovery(byte)
            try await second.vault.recover(settings, with: key, name: "second", on: second.view)
        }
        #expect(await problem { try await recover(7) } == "recoveryKeyRefused")
        let replay = old.map { VaultFileChange($0.key, $0.value) }
        #expect(remote.commit(replay, onto: remote.tip) != nil)
        #expect(await problem { try await recover(7) } == "recoveryKeyRefused")
        #expect(try second.keychain.state().isEmpty)
        try await recover(9)
        #expect(try await second.vault.round(on: second.view).end == .upToDate(waiting: 0))
        #expect(try await second.vault.removeRecoveryKeys(on: second.view) == 1)
        #expect(try await second.vault.removeRecoveryKeys(on: second.view) == 0)
        _ = try await first.vault.round(on: first.view)
        #expect(try await first.vault.status().devices.map(\.role) == [.admin, .admin])
    }

    @Test func leavesNothingBehind() async throws {
        let first = try await first()
        first.write("a0", "1")
        _ = try await first.vault.round(on: first.view)
        try first.vault.setPaused(true)
        #expect(await problem { _ = try await first.vault.round(on: first.view) } == "paused")
        first.keychain.setLocked(true)
        #expect(await problem { try first.vault.leave() } != nil)
        first.keychain.setLocked(false)
        try first.vault.leave()
        #expect(try first.keychain.state().isEmpty)
        #expect(first.keychain.items().map(\.secret) == ["1"])
        #expect(await problem { _ = try await first.vault.status() } == "notSetUp")
    }

    /// Another address is taken if the vault is there, and else everything stays as it is.
    @Test func movesWithItsVaultOnly() async throws {
        let first = try await first()
        let elsewhere = VaultSettings(remote: "/elsewhere", helper: SecretBytes([1, 2]))
        #expect(
            await problem { try await device(2).vault.move(to: elsewhere, on: first.view) }
                == "notSetUp"
        )
        let other = VaultView(MemoryVault())
        #expect(
            await problem { try await first.vault.move(to: elsewhere, on: other) }
                == "remoteIsEmpty"
        )
        let stranger = try device(3, on: MemoryVault())
        try await stranger.vault.setUp(
            settings,
            name: "stranger",
            recovery: recovery(8),
            on: stranger.view
        )
        #expect(
            await problem { try await first.vault.move(to: elsewhere, on: stranger.view) }
                == "otherRemote"
        )
        #expect(try first.vault.settings()?.remote == "/remote")
        try first.vault.setPaused(true)
        try await first.vault.move(to: elsewhere, on: first.view)
        let moved = try #require(try first.vault.settings())
        #expect(moved.remote == "/elsewhere")
        #expect(moved.helper?.matches(SecretBytes([1, 2])) == true)
        #expect(moved.isPaused)
        // A pause keeps what else is known.
        try first.vault.setPaused(false)
        #expect(try first.vault.settings()?.helper != nil)
        #expect(try await first.vault.round(on: first.view).end == .upToDate(waiting: 0))
    }

    /// A set-up whose answer was lost is one; one whose request was lost is none.
    @Test func knowsWhetherItBegan() async throws {
        for (fault, began) in [(VaultView.Fault.lostAnswer, true), (.lostRequest, false)] {
            let device = try device(1, on: MemoryVault())
            device.view.fault = fault
            let problem = await problem {
                try await device.vault.setUp(
                    settings,
                    name: "first",
                    recovery: recovery(7),
                    on: device.view
                )
            }
            #expect((problem == nil) == began)
            #expect(try device.keychain.state().isEmpty != began)
        }
    }

    /// A command that was killed has shown a recovery key; the next one shows another.
    @Test func promisesNoRecoveryKeyThatOpensNothing() async throws {
        let first = try device(1)
        try await VaultLog.create(
            on: first.view,
            store: first.keychain,
            name: "first",
            recovery: recovery(7).bytes
        )
        let setUp = { (byte: UInt8) async throws in
            try await first.vault.setUp(
                settings,
                name: "first",
                recovery: recovery(byte),
                on: first.view
            )
        }
        #expect(await problem { try await setUp(8) } == "remoteHasVault")
        #expect(try first.keychain.state().isEmpty)
        try await first.vault.recover(settings, with: recovery(7), name: "first", on: first.view)
        #expect(try await first.vault.round(on: first.view).end == .upToDate(waiting: 0))
    }

    @Test func restoresWhatWasOverwritten() async throws {
        let first = try await first()
        let second = try device(2)
        first.write("a0", "1")
        _ = try await first.vault.round(on: first.view)
        try await join(second, try await code(first))
        _ = try await first.vault.round(on: first.view)
        _ = try await second.vault.round(on: second.view)
        clock.now += 10
        first.write("a0", "from first")
        clock.now += 10
        second.write("a0", "from second")
        for device in [first, second, first] { _ = try await device.vault.round(on: device.view) }
        #expect(first.keychain.items().map(\.secret) == ["from second"])
        let conflicts = try await first.vault.conflicts()
        #expect(conflicts.map(\.lost.device) == ["first"])
        clock.now += 10
        try first.vault.restore(try #require(conflicts.first))
        // The item is another one by now.
        #expect(await problem { try first.vault.restore(conflicts[0]) } == "changed")
        for device in [first, second] { _ = try await device.vault.round(on: device.view) }
        #expect(second.keychain.items().map(\.secret) == ["from first"])
    }
}
