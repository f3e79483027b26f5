import PortableKeychain
import SyncSimulation
import Synchronization
import Testing

@testable import KeychainSync

/// Joining by a number that two users compare, also with an attacker in between.
extension SyncedVaultTests {
    /// Tests that compute for half a minute can keep all threads busy meanwhile.
    static let patience = Duration.seconds(600)

    /// Repeats something until it gives a result.
    private func wait<R>(_ body: () async throws -> R?) async throws -> R {
        for _ in 0..<400 {
            if let result = try await body() { return result }
            try await Task.sleep(for: .milliseconds(25))
        }
        throw SyncProblem.noAnswer
    }

    private func compare(_ member: Device, _ id: String = "") async throws -> ComparedDevice {
        try await wait {
            do {
                return try await member.vault.compare(id, on: member.view, within: Self.patience)
            } catch SyncProblem.noRequest {
                return nil
            }
        }
    }

    private func ask(_ device: Device, on engine: (any VaultEngine)? = nil) async throws
        -> ComparedVault
    {
        try await device.vault.compare(
            on: engine ?? device.view,
            within: Self.patience,
            announce: { _ in }
        )
    }

    /// Both sides at the same time.
    private func both(
        _ member: Device,
        _ device: Device
    ) async throws -> (ComparedDevice, ComparedVault) {
        async let other = ask(device)
        let compared = try await compare(member)
        return (compared, try await other)
    }

    private func confirm(
        _ device: Device,
        _ compared: ComparedVault,
        within time: Duration = .zero
    ) async throws {
        try await device.vault.join(compared, settings, on: device.view, within: time)
    }

    private func approve(
        _ member: Device,
        _ compared: ComparedDevice,
        within time: Duration = .zero
    ) async throws {
        try await member.vault.approve(
            compared,
            as: "laptop",
            .writer,
            on: member.view,
            within: time
        )
    }

    private func put(_ vault: MemoryVault, _ path: String, _ bytes: [UInt8]?) {
        while vault.commit([VaultFileChange(path, bytes)], onto: vault.tip) == nil {}
    }

    private func files(_ folder: String, _ vault: MemoryVault) -> [String: [UInt8]] {
        vault.state(vault.tip).files.filter { $0.key.hasPrefix(folder + "/") }
    }

    @Test func joinsByANumber() async throws {
        let first = try await first()
        first.write("a0", "1")
        let second = try device(2)
        let (member, newcomer) = try await both(first, second)
        #expect(member.number == newcomer.number)
        #expect(member.number.text.wholeMatch(of: #/[0-9]{3} [0-9]{4}/#) != nil)
        // Nothing is kept before a person has said yes.
        #expect(try second.keychain.state().isEmpty)
        #expect(await problem { try await confirm(second, newcomer) } == "noAnswer")
        let status = try await second.vault.status()
        #expect(status.isWaiting && status.isComparing)
        let held = await problem { _ = try await second.vault.round(on: second.view) }
        #expect(held == "unconfirmed")
        try await approve(first, member)
        _ = try await first.vault.round(on: first.view)
        #expect(try await second.vault.round(on: second.view).end == .upToDate(waiting: 0))
        #expect(second.keychain.items().map(\.secret) == ["1"])
        let devices = try await second.vault.status().devices
        #expect(devices.map(\.name) == ["first", "", "laptop"])
        #expect(devices.last?.role == .writer)
        #expect(files("join", remote).isEmpty)
        #expect(try Joining(second.keychain.state()) == nil)
    }

    /// S15: the files that the device reads and writes before its user has confirmed the number.
    @Test func asksForNothingElseBeforeTheNumber() async throws {
        let first = try await first()
        first.write("a0", "1")
        _ = try await first.vault.round(on: first.view)
        let second = try device(2)
        let watched = WatchedEngine(second.view)
        async let other = ask(second, on: watched)
        let member = try await compare(first)
        let newcomer = try await other
        #expect(newcomer.number == member.number)
        #expect(watched.read == ["answers", "head", "join", "members/0000000000000000"])
        #expect(watched.written == ["join"])
    }

    /// An attacker is in between that can do everything an engine can.
    @Test(arguments: ["nobody", "certificate", "nonce", "vault"])
    func showsDifferentNumbers(_ attack: String) async throws {
        let first = try await first()
        let own = MemoryVault()
        let evil = try device(9, on: own)
        if attack == "vault" {
            try await evil.vault.setUp(settings, name: "e", recovery: recovery(8), on: evil.view)
        } else {
            put(
                own,
                "members/0000000000000000",
                files("members", remote).min { $0.key < $1.key }?.value
            )
        }
        let second = try device(2, on: own)
        async let left = ask(second)
        let asked = try await wait { files("join", own).first }
        let evilKeys = try DeviceKeys(entropy: SeededSource.entropy(66)).certificate
        let evilNonce = [UInt8](repeating: 7, count: 32)
        let isForged = attack == "certificate"
        let certificate = try #require(ComparisonRequest(asked.value)).certificate
        let forged = ComparisonRequest(evilKeys, committingTo: evilNonce).encoded
        let shown = isForged ? evilKeys.id : certificate.id
        put(remote, VaultPath.request(shown), isForged ? forged : asked.value)
        async let right = compare(first)
        let offered = try await wait { files("answers", remote).first?.value }
        guard case .offer(let vault, _, let nonce) = ComparisonAnswer(offered) else {
            Issue.record("no offer")
            return
        }
        let answer = ComparisonAnswer.offer(
            vault: attack == "vault" ? try await evil.vault.shownVault(on: evil.view) : vault,
            request: SyncDigest.of(asked.value),
            nonce: attack == "nonce" ? evilNonce : nonce
        )
        put(own, VaultPath.answer(certificate.id), answer.encoded)
        let compared = try await left
        let opened = try #require(files("join", own).first?.value)
        let opening = ComparisonRequest(evilKeys, opening: evilNonce).encoded
        put(remote, VaultPath.request(shown), isForged ? opening : opened)
        let isSame = try await right.number == compared.number
        #expect(isSame == (attack == "nobody"))
    }

    /// S18, S19: a file that is neither the opening of the request nor an offer for it ends the
    /// comparison.
    @Test(arguments: ["other nonce", "other request", "no form", "removed"])
    func opensWhatWasCommittedTo(_ attack: String) async throws {
        let first = try await first()
        let keys = try DeviceKeys(entropy: SeededSource.entropy(66))
        let nonce = [UInt8](repeating: 7, count: 32)
        let path = VaultPath.request(keys.id)
        put(remote, path, ComparisonRequest(keys.certificate, committingTo: nonce).encoded)
        async let compared = compare(first)
        _ = try await wait { files("answers", remote).first }
        var other = nonce
        other[31] ^= 1
        let bytes: [String: [UInt8]] = [
            "other nonce": ComparisonRequest(keys.certificate, opening: other).encoded,
            "other request": ComparisonRequest(keys.certificate, committingTo: other).encoded,
            "no form": [1, 2, 3],
        ]
        put(remote, path, bytes[attack])
        // A macro cannot capture it.
        let result: Bool
        do {
            _ = try await compared
            result = true
        } catch { result = false }
        #expect(!result)
        #expect(files("answers", remote).isEmpty && files("join", remote).isEmpty)
        #expect(try await first.vault.status().devices.count == 2)
    }

    /// An offer for another request or vault, and an answer that is none.
    @Test(arguments: ["request", "vault", "added", "form"])
    func takesOnlyAnOfferForItsRequest(_ attack: String) async throws {
        let first = try await first()
        let second = try device(2)
        async let compared = ask(second)
        let asked = try await wait { files("join", remote).first }
        let vault = try await first.vault.shownVault(on: first.view)
        let digest = SyncDigest.of(asked.value + (attack == "request" ? [0] : []))
        let shown = attack == "vault" ? VaultID(1, 2) : vault
        let offer =
            switch attack {
            case "added": ComparisonAnswer.added(vault).encoded
            case "form": [UInt8](repeating: 1, count: 32)
            default:
                ComparisonAnswer.offer(
                    vault: shown,
                    request: digest,
                    nonce: [UInt8](repeating: 3, count: 32)
                ).encoded
            }
        put(remote, "answers/" + asked.key.dropFirst(5), offer)
        // A macro cannot capture it.
        let result: Bool
        do {
            _ = try await compared
            result = true
        } catch { result = false }
        #expect(!result)
        // The nonce was never shown.
        let opened = remote.states.flatMap(\.files.values).compactMap { ComparisonRequest($0) }
            .contains { if case .opened = $0.content { true } else { false } }
        #expect(!opened)
        #expect(try second.keychain.state().isEmpty)
    }

    /// S19: with the nonce open, an engine can find an offer that gives any number, too late.
    @Test func fixesTheFirstOffer() async throws {
        let first = try await first()
        let second = try device(2)
        let (member, newcomer) = try await both(first, second)
        let path = VaultPath.answer(member.certificate.id)
        let request = try #require(files("join", remote).first)
        guard case .opened(let nonce) = ComparisonRequest(request.value)?.content else {
            Issue.record("the nonce is not open")
            return
        }
        let committed = ComparisonRequest(member.certificate, committingTo: nonce).encoded
        let offer = ComparisonAnswer.offer(
            vault: newcomer.vault,
            request: SyncDigest.of(committed),
            nonce: [UInt8](repeating: 3, count: 32)
        )
        put(remote, path, offer.encoded)
        #expect(await problem { try await confirm(second, newcomer) } == "noAnswer")
        #expect(member.number == newcomer.number)
        // A request that is open, or has an answer, is no longer a request.
        put(remote, request.key, committed)
        #expect(await problem { try await compareOnce(first) } == "noRequest")
        put(remote, request.key, request.value)
        put(remote, path, nil)
        #expect(await problem { try await compareOnce(first) } == "noRequest")
    }

    private func compareOnce(_ member: Device, _ id: String = "") async throws {
        _ = try await member.vault.compare(id, on: member.view, within: .zero)
    }

    /// The member adds no device before the other user has said yes.
    @Test(arguments: ["silent", "refused", "forged"])
    func waitsForBothPeople(_ answer: String) async throws {
        let first = try await first()
        let second = try device(2)
        let (member, newcomer) = try await both(first, second)
        switch answer {
        case "refused": await second.vault.refuse(newcomer, on: second.view)
        case "forged":
            let keys = try DeviceKeys(entropy: SeededSource.entropy(66))
            let signature = try keys.sign(member.comparison)
            let bytes = [4] + member.certificate.encoded + signature
            put(remote, VaultPath.request(member.certificate.id), bytes)
        default: break
        }
        let expected = answer == "silent" ? "noAnswer" : "comparisonEnded"
        #expect(await problem { try await approve(first, member) } == expected)
        #expect(try await first.vault.status().devices.count == 2)
        // A late yes gets this answer, and leaves nothing.
        #expect(await problem { try await confirm(second, newcomer) } == "comparisonEnded")
        #expect(try second.keychain.state().isEmpty)
        #expect(files("join", remote).isEmpty && files("answers", remote).isEmpty)
    }

    /// A device that stopped before its yes was sent says it again.
    @Test func saysYesAgain() async throws {
        let first = try await first()
        let second = try device(2)
        let (member, newcomer) = try await both(first, second)
        second.view.fault = .away
        #expect(await problem { try await confirm(second, newcomer) } == "offline")
        let held = await problem { _ = try await second.vault.round(on: second.view) }
        #expect(held == "unconfirmed")
        try await approve(first, member)
        #expect(try await second.vault.round(on: second.view).end == .upToDate(waiting: 0))
    }

    /// A remote that is away for a moment does not end what two people have confirmed.
    @Test(arguments: [VaultView.Fault.away, .lostRequest, .lostAnswer])
    func outlastsARemoteThatIsAway(_ fault: VaultView.Fault) async throws {
        let first = try await first()
        let second = try device(2)
        let (member, newcomer) = try await both(first, second)
        #expect(await problem { try await confirm(second, newcomer) } == "noAnswer")
        (first.view.fault, first.view.laterFault) = (fault, .away)
        try await approve(first, member, within: Self.patience)
        #expect(try await second.vault.round(on: second.view).end == .upToDate(waiting: 0))
        let third = try device(3)
        let (_, other) = try await both(first, third)
        let answer = ComparisonAnswer.added(other.vault).encoded
        put(remote, VaultPath.answer(other.keys.id), answer)
        third.view.fault = .away
        try await confirm(third, other, within: Self.patience)
        #expect(try Joining(third.keychain.state()) == nil)
    }

    @Test func eachPersonCanSayNo() async throws {
        let first = try await first()
        let second = try device(2)
        var (member, newcomer) = try await both(first, second)
        await first.vault.refuse(member, on: first.view)
        #expect(await problem { try await confirm(second, newcomer) } == "comparisonEnded")
        #expect(try second.keychain.state().isEmpty)
        #expect(try second.vault.settings() == nil)
        (member, newcomer) = try await both(first, second)
        await second.vault.refuse(newcomer, on: second.view)
        #expect(files("join", remote).isEmpty && files("answers", remote).isEmpty)
        #expect(try second.keychain.state().isEmpty)
        #expect(try await first.vault.status().devices.count == 2)
    }

    /// An engine that says too early that the device was added gains nothing.
    @Test func believesNoEngineThatItWasAdded() async throws {
        let first = try await first()
        first.write("a0", "1")
        _ = try await first.vault.round(on: first.view)
        let second = try device(2)
        let (member, newcomer) = try await both(first, second)
        let path = VaultPath.answer(member.certificate.id)
        put(remote, path, ComparisonAnswer.added(VaultID(1, 2)).encoded)
        #expect(await problem { try await confirm(second, newcomer) } == "comparisonEnded")
        #expect(try second.keychain.state().isEmpty)
        put(remote, path, ComparisonAnswer.added(newcomer.vault).encoded)
        try await confirm(second, newcomer)
        #expect(try await second.vault.round(on: second.view).end == .notMember)
        #expect(second.keychain.items().isEmpty)
    }

    @Test func choosesAmongSeveralRequests() async throws {
        let first = try await first()
        let nonce = [UInt8](repeating: 7, count: 32)
        let certificates = try (60..<62).map {
            try DeviceKeys(entropy: SeededSource.entropy($0)).certificate
        }
        for certificate in certificates {
            let request = ComparisonRequest(certificate, committingTo: nonce)
            put(remote, VaultPath.request(certificate.id), request.encoded)
        }
        // Under the name of another device.
        let copied = ComparisonRequest(certificates[0], committingTo: nonce).encoded
        put(remote, VaultPath.request(DeviceID(1, 2)), copied)
        let ids = certificates.map { SyncedVault.digits($0.id.bytes) }.sorted()
        #expect(await problem { try await compareOnce(first) } == "manyRequests(\(ids))")
        let short = await problem { try await compareOnce(first, String(ids[0].prefix(3))) }
        #expect(short == "noRequest")
        let chosen = await problem { try await compareOnce(first, String(ids[0].prefix(8))) }
        #expect(chosen == "noAnswer")
        #expect(files("join", remote).keys.contains("join/\(ids[1])"))
        // A reader cannot admit a device.
        let reader = try device(3)
        let code = try await first.vault.invite(.reader, hours: 1, on: first.view)
        try await join(reader, code)
        for device in [first, reader] { _ = try await device.vault.round(on: device.view) }
        #expect(await problem { try await compareOnce(reader) } == "notAdmin")
    }

    @Test func looksAtSoManyRequestsOnly() async throws {
        let first = try await first()
        let keys = try DeviceKeys(entropy: SeededSource.entropy(66))
        let nonce = [UInt8](repeating: 7, count: 32)
        let request = ComparisonRequest(keys.certificate, committingTo: nonce).encoded
        put(remote, VaultPath.request(keys.id), request)
        for number in 0..<UInt64(SyncedVault.maximumRequests) {
            put(remote, VaultPath.request(DeviceID(0, number)), [2])
        }
        #expect(await problem { try await compareOnce(first) } == "noRequest")
        put(remote, VaultPath.request(DeviceID(0, 0)), nil)
        #expect(await problem { try await compareOnce(first) } == "noAnswer")
    }
}
