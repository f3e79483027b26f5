import Foundation
@_spi(Keepers) import PortableKeychain
import SyncSimulation
import Testing

@testable import KeychainSync

/// Rounds of a program that keeps running, while other programs use the same keychain.
@Suite struct SyncSessionTests {
    /// A member of a vault, and its session.
    struct Running {
        let device: KeychainDevice
        let view: VaultView
        let store: CountingStore
        let session: SyncSession

        init(_ member: VaultMember) throws {
            (device, view) = (member.device, member.view)
            let store = CountingStore(device)
            self.store = store
            let keychain = device.keychain
            let settings = VaultSettings(remote: "/remote")
            try store.keep([.put(VaultSettings.row, settings.encoded)])
            session = SyncSession(store, on: view, at: settings) { () throws(KeychainError) in
                try keychain.syncMark
            }
        }

        func round() async throws -> SyncRound.End { try await session.round().end }

        /// Makes rounds until one has stored nothing.
        func settle() async throws {
            for _ in 0..<3 { #expect(try await round() == .upToDate(waiting: 0)) }
        }
    }

    func item(_ account: String, _ secret: String, _ accessible: String = "ck") -> SimItem {
        SimItem(account: account, secret: secret, accessible: accessible)
    }

    func members() async throws -> (Running, VaultMember) {
        let members = try await VaultMember.two(MemoryVault())
        return (try Running(members[0]), members[1])
    }

    func secrets(_ device: KeychainDevice) -> [String: String] {
        Dictionary(uniqueKeysWithValues: device.items().map { ($0.account, $0.secret) })
    }

    @Test func readsNothingAfterARoundWithoutAChange() async throws {
        let (running, _) = try await members()
        #expect(running.device.write((0..<200).map { item("account \($0)", "secret") }))
        try await running.settle()
        let store = running.store
        (store.items, store.rows, store.scans, store.stateScans) = (0, 0, 0, 0)
        for _ in 0..<10 { try await running.settle() }
        #expect(store.items + store.rows + store.scans + store.stateScans == 0)
        // After an edit, only what belongs to it is opened, and the rows that the last round has stored.
        for number in 0..<2 {
            (store.items, store.rows, store.scans) = (0, 0, 0)
            #expect(running.device.write([item("account 7", "another \(number)")]))
            #expect(try await running.round() == .upToDate(waiting: 0))
        }
        #expect((store.items, store.scans) == (1, 1))
        #expect(store.rows < 60)
    }

    /// Reading the state of many items takes a large part of a round.
    @Test func readsTheStateOnce() async throws {
        let members = try await VaultMember.two(MemoryVault())
        let (admin, reader) = (try Running(members[0]), try Running(members[1]))
        for running in [admin, reader] { try await running.settle() }
        for number in 0..<3 {
            #expect(admin.device.write([item("a0", "\(number)")]))
            (admin.store.stateScans, reader.store.stateScans) = (0, 0)
            #expect(try await admin.round() == .upToDate(waiting: 0))
            #expect(try await reader.round() == .upToDate(waiting: 0))
            // An admin looks for invites after what it has stored, which it knows.
            #expect(admin.store.stateScans == 1)
            // No other program has written there since the last round.
            #expect(reader.store.stateScans == 0)
            // A change of the file that changes no item.
            try admin.store.keep([.put(SyncStateName(kind: "other"), SecretBytes([UInt8(number)]))])
            admin.store.stateScans = 0
            #expect(try await admin.round() == .upToDate(waiting: 0))
            #expect(admin.store.stateScans == 1)
        }
    }

    /// A round's own transactions need no second round, of which each machine of a fleet would make one
    /// for each change.
    @Test func knowsTheChangesThatItHasMade() async throws {
        let (running, other) = try await members()
        try await running.settle()
        let keychain = running.device.keychain
        for number in 0..<3 {
            if number == 1 {
                #expect(running.device.write([item("a0", "here")]))
            } else {
                #expect(other.device.write([item("a1", "there \(number)")]))
                try await other.synchronize()
            }
            let round = try await running.session.round()
            #expect(round.reached == (try keychain.changeMark))
            running.store.stateScans = 0
            try await running.settle()
            #expect(running.store.stateScans == 0)
        }
    }

    /// Otherwise an edit that is made during a round would wait for the next change.
    @Test func noticesWhatOtherProgramsWriteDuringARound() async throws {
        let (running, other) = try await members()
        try await running.settle()
        #expect(other.device.write([item("a1", "there")]))
        try await other.synchronize()
        let device = running.device
        running.store.beforeApply = { _ = device.write([self.item("a0", "meanwhile")]) }
        #expect(try await running.session.round().reached == nil)
        try await running.settle()
        try await other.synchronize()
        #expect(secrets(other.device) == ["a0": "meanwhile", "a1": "there"])
    }

    // MARK: Members

    /// The number of rows that a round opens after a change elsewhere.
    private func rowsAfterAChange(_ running: Running, _ other: VaultMember) async throws -> Int {
        #expect(other.device.write([item("a1", "\(other.view.vault.tip)")]))
        try await other.synchronize()
        running.store.rows = 0
        #expect(try await running.round() == .upToDate(waiting: 0))
        return running.store.rows
    }

    private func add(_ count: Int, _ member: VaultMember) async throws {
        let log = try member.log()
        _ = try await log.head()
        for number in 0..<count {
            let keys = try DeviceKeys(entropy: .system)
            try await log.change(.add(keys.certificate, .reader, name: "reader \(number)"))
        }
    }

    @Test func readsMembersOnlyIfTheyAreOthers() async throws {
        let members = try await VaultMember.two(MemoryVault())
        let running = try Running(members[1])
        try await running.settle()
        _ = try await rowsAfterAChange(running, members[0])
        let few = try await rowsAfterAChange(running, members[0])
        try await add(30, members[0])
        #expect(try await running.round() == .upToDate(waiting: 0))
        // The new ones were stored by the last round, and are read once.
        _ = try await rowsAfterAChange(running, members[0])
        #expect(try await rowsAfterAChange(running, members[0]) < few + 5)
        // All rows are sealed again.
        try running.device.rotate()
        #expect(try await rowsAfterAChange(running, members[0]) > few + 30)
        #expect(try await rowsAfterAChange(running, members[0]) < few + 5)
    }

    @Test func doesNotTakeMembersForThoseOfAnotherVault() throws {
        let vaults = (VaultID(1, 1), VaultID(2, 2))
        let row = VaultTrust(vault: vaults.0).row
        guard case .put(let name, let bytes) = row else {
            Issue.record("The state is not put into a row.")
            return
        }
        var rows = SyncStateRows()
        rows.opened = [.init(name: name, bytes: bytes, mark: RowMark(row: 1, tag: (0, 0)))]
        for vault in [vaults.0, vaults.1] {
            let empty = OpenedState(SyncStateRows(), knowing: nil)
            let known = StoredVault(empty, VaultTrust(vault: vault))
            let trust = try VaultTrust(OpenedState(rows, knowing: known))
            #expect(trust?.vault == vaults.0)
        }
    }

    /// Another command can give the keychain another address; a request to the old one must end.
    @Test(arguments: [
        (VaultSettings(remote: "/remote"), false), (VaultSettings(remote: "/elsewhere"), true),
        (VaultSettings(remote: "/remote", helper: SecretBytes([1])), true),
    ])
    func noticesAnotherAddress(_ settings: VaultSettings, _ isOther: Bool) async throws {
        let (running, _) = try await members()
        try await running.settle()
        var settings = settings
        settings.isPaused = !isOther
        try running.store.keep([.put(VaultSettings.row, settings.encoded)])
        var problem = ""
        do { _ = try await running.round() } catch { problem = "\(error)" }
        #expect(problem == (isOther ? "moved" : "paused"))
    }

    @Test func followsEditsHereAndElsewhere() async throws {
        let (running, other) = try await members()
        for number in 0..<5 {
            #expect(running.device.write([item("a0", "here \(number)")]))
            #expect(try await running.round() == .upToDate(waiting: 0))
            try await other.synchronize()
            #expect(secrets(other.device) == secrets(running.device))
            #expect(other.device.write([item("a1", "there \(number)")]))
            try await other.synchronize()
            #expect(try await running.round() == .upToDate(waiting: 0))
            #expect(secrets(running.device)["a1"] == "there \(number)")
        }
        #expect(running.device.delete("a1"))
        #expect(try await running.round() == .upToDate(waiting: 0))
        try await other.synchronize()
        #expect(secrets(other.device) == ["a0": "here 4"])
    }

    @Test func otherProgramsSynchronizeTheSameKeychain() async throws {
        let (running, other) = try await members()
        let program = SyncedVault(running.device)
        try await running.settle()
        for number in 0..<5 {
            #expect(other.device.write([item("a0", "there \(number)")]))
            try await other.synchronize()
            #expect(try await program.round(on: running.view).end == .upToDate(waiting: 0))
            #expect(running.device.write([item("a1", "here \(number)")]))
            #expect(try await running.round() == .upToDate(waiting: 0))
            try await other.synchronize()
            #expect(secrets(other.device) == secrets(running.device))
        }
    }

    /// The log that another program has seen binds this one too.
    @Test func noticesARollbackThatOnlyAnotherProgramCouldKnowOf() async throws {
        let (running, other) = try await members()
        try await running.settle()
        var states: [Int] = []
        for number in 0..<3 {
            #expect(other.device.write([item("a0", "there \(number)")]))
            try await other.synchronize()
            states.append(running.view.vault.tip)
        }
        let program = SyncedVault(running.device)
        #expect(try await program.round(on: running.view).end == .upToDate(waiting: 0))
        running.view.frozen = states[0]
        #expect(try await running.round() == .alarm(.wentBack))
    }

    @Test func goesOnAfterAnUnlock() async throws {
        let (running, other) = try await members()
        #expect(running.device.write([item("a0", "1", "ak"), item("a1", "1")]))
        try await running.settle()
        try await other.synchronize()
        running.device.setLocked(true)
        #expect(other.device.write([item("a0", "2", "ak"), item("a1", "2")]))
        try await other.synchronize()
        for _ in 0..<3 { #expect(try await running.round() == .upToDate(waiting: 1)) }
        running.device.setLocked(false)
        #expect(try await running.round() == .upToDate(waiting: 0))
        #expect(secrets(running.device) == ["a0": "2", "a1": "2"])
    }

    /// If a device is lost while it is locked, others still have a renamed item under its old name.
    ///
    /// Each row is whether the program that knows the other items keeps running.
    @Test(arguments: [true, false])
    func deletesNothingWhileAnItemMayHaveAnotherName(_ runsOn: Bool) async throws {
        let (running, other) = try await members()
        #expect(running.device.write([item("a0", "1"), item("a1", "1"), item("b0", "1", "ak")]))
        try await running.settle()
        try await other.synchronize()
        let program = SyncedVault(running.device)
        func round() async throws -> SyncRound.End {
            runsOn ? try await running.round() : try await program.round(on: running.view).end
        }
        // A program that has seen the locked items on the log sends other deletions.
        #expect(running.device.delete("a1"))
        running.device.setLocked(true)
        #expect(try await round() == .upToDate(waiting: runsOn ? 0 : 2))
        running.device.setLocked(false)
        #expect(try await round() == .upToDate(waiting: 0))
        try await other.synchronize()
        #expect(secrets(other.device) == ["a0": "1", "b0": "1"])

        #expect(running.device.rename("a0", to: item("p0", "1")))
        #expect(running.device.write([item("p0", "2", "ak")]))
        running.device.setLocked(true)
        #expect(try await round() == .upToDate(waiting: runsOn ? 1 : 2))
        try await other.synchronize()
        #expect(secrets(other.device) == ["a0": "1", "b0": "1"])
        running.device.setLocked(false)
        #expect(try await round() == .upToDate(waiting: 0))
        try await other.synchronize()
        #expect(secrets(other.device) == ["p0": "2", "b0": "1"])
    }

    /// A deletion that the remote has lost waits as a new one does.
    @Test func deletesNothingAgainWhileAnItemMayHaveAnotherName() async throws {
        let (running, other) = try await members()
        #expect(running.device.write([item("a0", "1"), item("b0", "1", "ak")]))
        try await running.settle()
        let key = SimItem.key("a0")
        guard case .live(_, let seen) = try running.device.content().entries[key],
            let log = try VaultLog(engine: running.view, store: running.device)
        else { throw CancellationError() }
        let removal = SyncApplication(key: key, expected: seen, outcome: .delete)
        let gone = SyncStateChange.gone(log.sealing.id(of: key), true)
        #expect(try running.device.apply([removal], state: [gone]).isApplied)
        for isLocked in [true, false] {
            running.device.setLocked(isLocked)
            _ = try await SyncedVault(running.device).round(on: running.view)
            try await other.synchronize()
            #expect(secrets(other.device) == (isLocked ? ["a0": "1", "b0": "1"] : ["b0": "1"]))
        }
    }

    @Test func noticesThatItIsPausedOrHasLeft() async throws {
        let (running, _) = try await members()
        try await running.settle()
        let program = SyncedVault(running.device)
        try program.setPaused(true)
        await #expect(throws: SyncProblem.self) { try await running.session.round() }
        try program.setPaused(false)
        try await running.settle()
        try program.leave()
        await #expect(throws: SyncProblem.self) { try await running.session.round() }
    }

    /// Settings that cannot be read do not keep a person in the vault.
    @Test func canLeaveWithDamagedSettings() async throws {
        let (running, _) = try await members()
        #expect(running.device.write([item("a0", "1")]))
        try await running.settle()
        try running.store.keep([.put(VaultSettings.row, SecretBytes([9, 9]))])
        await #expect(throws: SyncProblem.self) { try await running.session.round() }
        let program = SyncedVault(running.device)
        try program.leave()
        #expect(try program.settings() == nil)
        #expect(secrets(running.device) == ["a0": "1"])
    }

    /// Each row is what another program has written in place of the state: another version, and a part.
    @Test(arguments: [[9, 9], [2], []] as [[UInt8]])
    func saysHowToLeaveWithADamagedState(_ bytes: [UInt8]) async throws {
        let (running, _) = try await members()
        #expect(running.device.write([item("a0", "1")]))
        try await running.settle()
        let name = SyncStateName(kind: VaultTrust.stateKind)
        try running.store.keep([.put(name, SecretBytes(bytes))])
        var reason = ""
        do { _ = try await running.round() } catch { reason = "\(error)" }
        #expect(reason.contains("'keychainctl sync leave'"), "\(reason)")
        let program = SyncedVault(running.device)
        try program.leave()
        #expect(try program.settings() == nil)
        #expect(secrets(running.device) == ["a0": "1"])
    }

    /// Items that were settled in one vault are new to another one.
    @Test func sendsItsItemsToAnotherVault() async throws {
        let (running, _) = try await members()
        #expect(running.device.write([item("a0", "1"), item("a1", "1")]))
        try await running.settle()
        let program = SyncedVault(running.device)
        try program.leave()
        let other = MemoryVault()
        let key = RecoveryKey(
            bytes: SecretBytes([UInt8](repeating: 8, count: RecoveryKey.length))
        )
        // The same keychain with another vault there, in a session that has seen the first one.
        running.view.move(to: other)
        try await program.setUp(
            VaultSettings(remote: "/remote"),
            name: "first",
            recovery: key,
            on: running.view
        )
        try await running.settle()
        let files = other.state(other.tip).files.keys
        #expect(files.count { $0.hasPrefix("items/") } == 2)
    }

    @Test func isOfflineWhileTheRemoteIsAway() async throws {
        let (running, _) = try await members()
        try await running.settle()
        running.view.fault = .away
        // One call that fails is followed by a whole round, which succeeds.
        #expect(try await running.round() == .upToDate(waiting: 0))
        #expect(running.device.write([item("a0", "1")]))
        running.view.fault = .away
        #expect(try await running.round() == .offline)
        try await running.settle()
    }
}
