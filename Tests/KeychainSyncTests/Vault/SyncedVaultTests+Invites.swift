import PortableKeychain
import SyncSimulation
import Testing

@testable import KeychainSync

/// Invites for several devices.
extension SyncedVaultTests {
    /// The number of devices that have used each open invite.
    private func used(_ device: Device) throws -> [Int] {
        try device.vault.waitingInvites().map(\.used)
    }

    private func inviteRows(_ device: Device) throws -> [SyncStateName: SecretBytes] {
        try device.keychain.state().filter { $0.key.kind == Invite.kind }
    }

    /// The requests that are on the remote.
    private var requests: [VaultFileChange] {
        remote.state(remote.tip).files.filter { $0.key.hasPrefix("join/") }
            .map { VaultFileChange($0.key, $0.value) }
    }

    @Test func letsInAsManyDevicesAsTheInviteSays() async throws {
        let first = try await first()
        let code = try await code(first, uses: 2)
        let others = try (2...4).map { try device($0) }
        for (place, other) in others.enumerated() { try await join(other, code, name: "\(place)") }
        #expect(try used(first) == [0])
        let added = try await first.vault.round(on: first.view).added
        #expect(added.count == 2)
        // Nothing of it is left.
        #expect(try inviteRows(first).isEmpty)
        #expect(try await first.vault.round(on: first.view).added == [])
        for (place, other) in others.enumerated() {
            let problem = await problem { _ = try await other.vault.round(on: other.view) }
            let late = "\(SyncProblem.codeEnded(.used))"
            #expect(problem == (added.contains("\(place)") ? nil : late))
        }
        #expect(try await first.vault.status().devices.count { $0.role != .recovery } == 3)
    }

    /// More requests than are looked at together, in few commits: all members hear of each.
    @Test func letsManyDevicesInTogether() async throws {
        let first = try await first()
        let count = SyncedVault.maximumRequests + 10
        let secret = try await code(first, uses: count).secret
        let log = try #require(try VaultLog(engine: first.view, store: first.keychain))
        let vault = await log.trust.vault
        let requests = try (0..<count).map { number in
            let entropy = SeededSource.entropy(1000 + UInt64(number))
            let certificate = try DeviceKeys(entropy: entropy).certificate
            let name = "\(number)"
            return VaultFileChange(
                VaultPath.request(certificate.id),
                try JoinRequest(certificate, name: name, secret, to: vault, entropy: entropy)
                    .encoded
            )
        }
        #expect(remote.commit(requests, onto: remote.tip) != nil)
        let before = remote.states.count
        let added = try await first.vault.round(on: first.view).added
        #expect(Set(added).count == count)
        // 25 in each of ten, 6 in another one, and the 10 that were not looked at with these.
        #expect(remote.states.count - before == 12)
        #expect(try await first.vault.status().devices.count == count + 2)
        #expect(self.requests.isEmpty)
    }

    /// With the keys of many epochs, a commit has room for fewer newcomers, and for one of any length.
    @Test(arguments: [(1, 1), (12_000, 2), (Int.max, 4)])
    func letsInWhatACommitHasRoomFor(_ limit: Int, _ wanted: Int) async throws {
        let first = try await first()
        let log = try #require(try VaultLog(engine: first.view, store: first.keychain))
        let changes = try (0..<4).map { number in
            let keys = try DeviceKeys(entropy: SeededSource.entropy(2000 + UInt64(number)))
            let change = VaultLog.MemberChange.add(keys.certificate, .reader, name: "\(number)")
            return (change: change, files: [VaultFileChange]())
        }
        _ = try await log.head()
        let before = (await log.membership.count, remote.states.count)
        #expect(try await log.changeTogether(changes, atMost: limit) == wanted)
        #expect(await log.membership.count == before.0 + UInt64(wanted))
        #expect(remote.states.count == before.1 + 1)
    }

    /// Any writer to the remote can leave requests.
    @Test(arguments: [true, false]) func boundsRequests(_ hasInvite: Bool) async throws {
        let first = try await first()
        let junk = (0..<300).map { number in
            VaultFileChange(VaultPath.request(DeviceID(0, number)), [1])
        }
        #expect(remote.commit(junk, onto: remote.tip) != nil)
        let watched = WatchedEngine(first.view)
        if hasInvite {
            _ = try await code(first)
            #expect(try await first.vault.round(on: watched).added == [])
        } else {
            let time = Duration.milliseconds(1)
            let problem = await problem {
                _ = try await first.vault.compare("", on: watched, within: time)
            }
            #expect(problem == "noRequest")
        }
        #expect(watched.requests == 256)
    }

    /// Requests before an honest one cannot keep its device from joining.
    @Test func findsARequestAmongMany() async throws {
        let first = try await first()
        let junk = (0..<300).map { number in
            VaultFileChange(VaultPath.request(DeviceID(0, number)), [1])
        }
        #expect(remote.commit(junk, onto: remote.tip) != nil)
        let second = try device(2)
        try await join(second, try await code(first))
        var added: [String] = []
        for _ in 0..<30 where added.isEmpty {
            added = try await first.vault.round(on: first.view).added
        }
        #expect(added == ["second"])
    }

    /// Requests that give no further use, and take none.
    @Test(arguments: ["replayed", "removed", "rolled back", "expired", "ahead", "revoked"])
    func countsUses(_ attack: String) async throws {
        let first = try await first()
        let code = try await code(first, uses: 3)
        let before = try inviteRows(first)
        let second = try device(2)
        try await join(second, code)
        let replay = requests
        #expect(try await first.vault.round(on: first.view).added == ["second"])
        #expect(try used(first) == [1])
        switch attack {
        case "removed": _ = try await first.vault.remove("second", on: first.view)
        case "rolled back": try first.keychain.keep(before.map { .put($0.key, $0.value) })
        case "expired": clock.now += 86_401
        // The clock was ahead by two months when the code was made.
        case "ahead": clock.now -= 60 * 86_400
        case "revoked":
            let id = try first.vault.waitingInvites()[0].id
            #expect(
                await problem { _ = try first.vault.revokeInvite(String(id.prefix(3))) }
                    == "noSuchInvite"
            )
            #expect(try first.vault.revokeInvite(String(id.prefix(4))).used == 1)
            #expect(
                await problem { _ = try first.vault.revokeInvite(id) } == "noSuchInvite"
            )
        default: break
        }
        first.keychain.setLocked(false)
        #expect(remote.commit(replay, onto: remote.tip) != nil)
        let members = try await first.vault.status().devices.count
        #expect(try await first.vault.round(on: first.view).added == [])
        let isOver = ["expired", "ahead", "revoked"].contains(attack)
        #expect(try used(first) == (isOver ? [] : [1]))
        // Others still can, unless it is over.
        let third = try device(3)
        try await join(third, code, name: "third")
        #expect(try await first.vault.round(on: first.view).added == (isOver ? [] : ["third"]))
        #expect(try await first.vault.status().devices.count == members + (isOver ? 0 : 1))
    }

    /// A device that joins too late gets the reason, and can begin again.
    @Test(arguments: InviteEnd.allCases) func tellsLateDevices(_ end: InviteEnd) async throws {
        let first = try await first()
        let code = try await code(first)
        switch end {
        case .used:
            let second = try device(2)
            try await join(second, code)
            #expect(try await first.vault.round(on: first.view).added == ["second"])
        case .expired:
            clock.now += 86_401
            first.keychain.setLocked(false)
        case .withdrawn:
            _ = try first.vault.revokeInvite(try first.vault.waitingInvites()[0].id)
        }
        let third = try device(3)
        try await join(third, code, name: "third")
        let answers = remote.state(remote.tip).files.keys.filter { $0.hasPrefix("answers/") }
        #expect(try await first.vault.round(on: first.view).added == [])
        #expect(try inviteRows(first).isEmpty)
        // An examination says so, and changes nothing.
        let tip = remote.tip
        let report = try await third.vault.examine(on: third.view)
        #expect(report.problem.map { "\($0)" } == "\(SyncProblem.codeEnded(end))")
        #expect(remote.tip == tip)
        let problem = await problem { _ = try await third.vault.round(on: third.view) }
        #expect(problem == "\(SyncProblem.codeEnded(end))")
        // Nothing of it is left, here and on the remote.
        #expect(await self.problem { _ = try await third.vault.status() } == "notSetUp")
        #expect(requests.isEmpty)
        let left = remote.state(remote.tip).files.keys.filter { $0.hasPrefix("answers/") }
        #expect(left == answers)
        try await join(third, try await self.code(first), name: "third")
        #expect(try await first.vault.round(on: first.view).added == ["third"])
        // After some time the old code is forgotten.
        clock.now += EndedInvite.time + 1
        first.keychain.setLocked(false)
        _ = try await first.vault.round(on: first.view)
        #expect(try first.keychain.state().keys.allSatisfy { $0.kind != EndedInvite.kind })
    }

    /// A device that leaves and joins again is another device.
    @Test func countsADeviceThatJoinsAgain() async throws {
        let first = try await first()
        let code = try await code(first, uses: 3)
        let second = try device(2)
        for count in 1...2 {
            try await join(second, code)
            _ = try await first.vault.round(on: first.view)
            _ = try await second.vault.round(on: second.view)
            #expect(try used(first) == [count])
            try second.vault.leave()
        }
    }

    /// A device that stops while it adds another one adds that one, and no other, afterwards.
    @Test(arguments: [VaultView.Fault.lostRequest, .lostAnswer])
    func keepsAUseForItsDevice(_ fault: VaultView.Fault) async throws {
        let first = try await first()
        let code = try await code(first)
        let second = try device(2)
        try await join(second, code)
        _ = try await first.vault.status()
        first.view.fault = fault
        let problem = await problem { _ = try await first.vault.round(on: first.view) }
        guard case .lostRequest = fault else {
            #expect(problem == nil)
            #expect(try inviteRows(first).isEmpty)
            return
        }
        #expect(problem == "offline")
        #expect(try inviteRows(first).count == 1)
        // Spent, although no device was added yet.
        #expect(try used(first) == [])
        let others = try (3...6).map { try device($0) }
        for other in others { try await join(other, code, name: "other") }
        #expect(try await first.vault.round(on: first.view).added == ["second"])
        #expect(try inviteRows(first).isEmpty)
        #expect(try await first.vault.round(on: first.view).added == [])
    }

    @Test func waitsUntilItIsLetIn() async throws {
        let first = try await first()
        first.write("a0", "1")
        let code = try await code(first, uses: 2)
        let second = try device(2)
        let join = { (code: InviteCode, time: Duration) in
            try await second.vault.join(
                settings,
                with: code,
                name: "second",
                on: second.view,
                within: time
            )
        }
        #expect(await problem { try await join(code, .zero) } == "waiting")
        let asked = requests.map(\.path)
        #expect(asked.count == 1)
        // Restarted, it sends no second request; with another code it says so.
        #expect(await problem { try await join(code, .zero) } == "waiting")
        #expect(requests.map(\.path) == asked)
        let other = try await self.code(first)
        #expect(await problem { try await join(other, .zero) } == "alreadySetUp")
        async let admitted = first.vault.round(on: first.view).added
        try await join(code, Self.patience)
        #expect(try await admitted == ["second"])
        #expect(try await second.vault.round(on: second.view).end == .upToDate(waiting: 0))
        #expect(second.keychain.items().map(\.secret) == ["1"])
        #expect(await problem { try await join(code, .zero) } == "alreadySetUp")
        // A remote that is away for a moment is asked again.
        let third = try device(3)
        third.view.fault = .away
        let problem = await problem {
            try await third.vault.join(
                settings,
                with: code,
                name: "third",
                on: third.view,
                within: .milliseconds(400)
            )
        }
        #expect(problem == "waiting")
        #expect(try await first.vault.round(on: first.view).added == ["third"])
    }

    /// A device that leaves before it was let in is let in by no member, and its code stays good.
    @Test func takesItsRequestBack() async throws {
        let first = try await first()
        let code = try await code(first)
        let second = try device(2)
        try await join(second, code)
        #expect(requests.count == 1)
        // While the remote is not asked, it stays there.
        second.view.fault = .away
        #expect(await second.vault.withdrawRequest(on: second.view) == .unknown)
        #expect(await second.vault.withdrawRequest(on: nil) == .unknown)
        try second.vault.setPaused(true)
        #expect(await second.vault.withdrawRequest(on: second.view) == .unknown)
        try second.vault.setPaused(false)
        #expect(requests.count == 1)
        #expect(await second.vault.withdrawRequest(on: second.view) == .withdrawn)
        #expect(requests.isEmpty)
        try second.vault.leave()
        #expect(try await first.vault.round(on: first.view).added.isEmpty)
        try await join(second, code)
        #expect(try await first.vault.round(on: first.view).added == ["second"])
        // It was let in, and does not know of it yet.
        #expect(await second.vault.withdrawRequest(on: second.view) == .admitted)
        _ = try await second.vault.round(on: second.view)
        for member in [first, second] {
            #expect(await member.vault.withdrawRequest(on: member.view) == nil)
        }
    }

    /// Of a refused request, nothing is left to take back.
    @Test func takesNoRefusedRequestBack() async throws {
        let first = try await first()
        let code = try await code(first)
        let (second, third) = (try device(2), try device(3))
        try await join(second, code)
        _ = try await first.vault.round(on: first.view)
        try await join(third, code, name: "third")
        #expect(try await first.vault.round(on: first.view).added.isEmpty)
        #expect(await third.vault.withdrawRequest(on: third.view) == nil)
    }

    @Test func readsInvites() throws {
        var invite = Invite(
            role: .reader,
            uses: 2,
            expires: 5,
            entropy: SeededSource.entropy(1)
        )
        let empty = invite.encoded
        let changes = [1, 2, 1].map { invite.assign(DeviceID(0, $0)) }
        #expect(changes == [true, true, false] && invite.isSpent)
        #expect(invite.isFor(DeviceID(0, 2)) && !invite.isFor(DeviceID(0, 3)))
        let bytes = invite.encoded.withUnsafeBytes { Array($0) }
        #expect(try Invite(SecretBytes(bytes)).encoded.matches(invite.encoded))
        #expect(try Invite(empty).devices.isEmpty)
        // Cut, and with more devices than uses.
        for wrong in [Array(bytes.dropLast()), bytes + bytes.suffix(16), Array(bytes.prefix(20))] {
            #expect(throws: KeychainError.self) { try Invite(SecretBytes(wrong)) }
        }
    }

    /// The keys of a member could never be replaced.
    @Test func aMemberJoinsNoVault() async throws {
        let first = try await first()
        let code = try await code(first)
        let before = try first.keychain.state().count
        #expect(await problem { try await join(first, code) } == "alreadySetUp")
        let vault = first.vault
        #expect(
            await problem { try await vault.requireVault(of: nil, on: first.view) }
                == "alreadySetUp"
        )
        #expect(try first.keychain.state().count == before)
    }
}
