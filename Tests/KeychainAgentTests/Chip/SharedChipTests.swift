import AgentSockets
import CKeychainPlatform
import Dispatch
import Foundation
import KeychainLibC
import KeychainTesting
import Synchronization
import TestRounds
import Testing

@testable import KeychainAgent
@testable import PortableKeychain

/// A chip that the agent of a system shares, on a real socket; `SharedChipDoorTests` has a TPM and
/// users with other numbers.
@Suite struct SharedChipTests {
    private final class Stage {
        let folder: String
        let chip = SoftwareToken()
        let moment = Moment()
        let shared: SharedChip
        private let socket: AgentSocket

        init(hasChip: Bool = true, sharesChip: Bool = true) throws {
            folder = NSTemporaryDirectory() + "/c-" + UUID().uuidString.prefix(8)
            try #require(mkdir(folder, 0o755) == 0)
            try #require(mkdir(folder + "/state", 0o700) == 0)
            socket = try AgentSocket(folder + "/agent", for: .everybody)
            let log = try AccessLog(folder + "/state/tpm.log", clock: .system)
            shared = SharedChip(log: log, now: { [moment] in moment.now }) { [chip] in
                hasChip ? chip : nil
            }
            let configuration = Keychain.Configuration(folder: folder + "/state")
            let agent = SystemAgent(configuration, chip: sharesChip ? shared : nil) { _ in true }
            try agent.start(socket.listener)
        }

        deinit {
            socket.remove()
            try? FileManager.default.removeItem(atPath: folder)
        }

        var path: String { socket.path }
        var token: AgentToken { AgentToken(path) }

        /// A connection on which the agent has said that the client is welcome.
        func stream() throws -> FrameStream {
            var user = UInt32(0)
            let stream = FrameStream(pk_socket_connect(socket.path, &user), patience: .seconds(5))
            let nonce = try stream.receive(atMost: 100) { _, body in Array(body.dropFirst(2)) }
            var hello = SecretEncoder()
            hello.integer(Frame.version)
            hello.raw(nonce)
            hello.text(SharedChip.owner)
            #expect(stream.send(try Frame.bytes(.hello, hello)))
            #expect(try stream.receive(atMost: 100) { kind, _ in kind } == .answer)
            return stream
        }
    }

    private let secret = SecretBytes.random(count: 32)
    private let pin = SecretBytes(utf8: "1234")

    @Test(arguments: [nil, "1234"]) func sealsAndUnseals(_ text: String?) throws {
        let stage = try Stage()
        let pin = text.map { SecretBytes(utf8: $0) }
        let policy = SecurityTokenPolicy(requiresPIN: pin != nil)
        let blob = try stage.token.seal(secret, policy: policy, pin: pin)
        #expect(AgentSealedBlob(blob) != nil)
        #expect(try stage.token.unseal(blob, pin: pin).matches(secret))
        // A user who wants the chip alone has no keychain.
        let names = try FileManager.default.contentsOfDirectory(atPath: stage.folder + "/state")
        #expect(names == ["tpm.log"])
        let log = try String(contentsOfFile: stage.folder + "/state/tpm.log", encoding: .utf8)
        #expect(log.contains("\tdone\tunseal\t-\tuser:\(geteuid())\t"))
    }

    @Test func aUserOpensOnlyItsOwn() throws {
        let stage = try Stage()
        for pin in [nil, pin] {
            let sealed = try stage.shared.answer(.seal(secret, registers: [], pin: pin), to: 1000)
            let blob = try #require(AgentSealedBlob(sealed.withUnsafeBytes { Array($0) }))
            #expect(try stage.shared.answer(.unseal(blob, pin: pin), to: 1000).matches(secret))
            let error = #expect(throws: KeychainError.self) {
                try stage.shared.answer(.unseal(blob, pin: pin), to: 1001)
            }
            // The right PIN of another user is a wrong one: it cannot be found by trying.
            #expect(error?.code == (pin == nil ? .missingEntitlement : .authenticationFailed))
        }
    }

    /// A directory service may know many users.
    @Test func nothingIsLeftOfUsersWhoHaveAsked() throws {
        let stage = try Stage()
        for user in 1000..<1100 as Range<UInt32> {
            _ = try stage.shared.answer(.seal(secret, registers: [], pin: nil), to: user)
        }
        #expect(stage.shared.rows.count == 0)
    }

    @Test func whatTheChipSealedForOthersIsNotOpened() throws {
        let stage = try Stage()
        let direct = try stage.chip.seal(secret, policy: SecurityTokenPolicy(), pin: nil)
        let error = #expect(throws: KeychainError.self) {
            try stage.token.unseal(AgentSealedBlob(sealed: direct).encoded, pin: nil)
        }
        #expect(error?.code == .missingEntitlement)
        #expect(throws: KeychainError(.corrupt)) { try stage.token.unseal(direct, pin: nil) }
    }

    @Test func wrongPINsOfOneUserDoNotLockOthersOut() throws {
        let stage = try Stage()
        func blob(of user: UInt32) throws -> AgentSealedBlob {
            let sealed = try stage.shared.answer(.seal(secret, registers: [], pin: pin), to: user)
            return try #require(AgentSealedBlob(sealed.withUnsafeBytes { Array($0) }))
        }
        let (own, others) = (try blob(of: 1), try blob(of: 2))
        let wrong = SecretBytes(utf8: "4321")
        for turn in 0..<20 {
            let error = #expect(throws: KeychainError.self) {
                try stage.shared.answer(.unseal(own, pin: wrong), to: 1)
            }
            let isCounted = turn < ChipLimit.mostWrongPINs
            #expect(error?.code == (isCounted ? .authenticationFailed : .notAvailable))
        }
        // The right one is refused now too, and the chip of five guesses still answers others.
        #expect(throws: KeychainError(.notAvailable)) {
            try stage.shared.answer(.unseal(own, pin: pin), to: 1)
        }
        #expect(try stage.shared.answer(.unseal(others, pin: pin), to: 2).matches(secret))
        stage.moment.pass(ChipLimit.time)
        #expect(try stage.shared.answer(.unseal(own, pin: pin), to: 1).matches(secret))
    }

    @Test func saysThatThereIsNoChip() throws {
        let without = try Stage(hasChip: false)
        let error = #expect(throws: KeychainError.self) { try without.token.check() }
        #expect(error?.code == .notAvailable && error?.reason.contains("has no TPM") == true)
        // An agent of an older version takes it for an owner.
        let before = try Stage(sharesChip: false)
        let older = #expect(throws: KeychainError.self) { try before.token.check() }
        #expect(older?.code == .notAvailable && older?.reason.contains("older") == true)
        let absent = #expect(throws: KeychainError.self) {
            try AgentToken("/nonexistent/agent").check()
        }
        #expect(absent?.code == .notAvailable && absent?.reason.contains("systemctl") == true)
    }

    @Test(
        arguments: [
            (Frame.Kind.chip, ChipCallTests.seal + [0], false), (.chip, [], false),
            (.perform, ChipCallTests.seal, false), (.view, [0, 0, 0, 0], false),
            (.administer, [4], false), (.hello, ChipCallTests.seal, false),
            // Longer than any request, and a text that is not a message: the connection ends.
            (.chip, [UInt8](repeating: 1, count: ChipCall.longestBody + 1), true),
        ] as [(Frame.Kind, [UInt8], Bool)]
    )
    func hostileFrames(_ kind: Frame.Kind, _ body: [UInt8], ends: Bool) throws {
        let stage = try Stage()
        let stream = try stage.stream()
        defer { close(stream.file) }
        var encoder = SecretEncoder()
        encoder.raw(body)
        #expect(stream.send(try Frame.bytes(kind, encoder)))
        let reply = try? stream.receive(atMost: 4096) { kind, _ in kind }
        #expect(reply == (ends ? nil : .failure))
        guard !ends else { return }
        // It continues as if nothing had been said.
        var good = SecretEncoder()
        good.raw(ChipCallTests.seal)
        #expect(stream.send(try Frame.bytes(.chip, good)))
        #expect(try stream.receive(atMost: 4096) { kind, _ in kind } == .answer)
    }

    /// More than a user has places for: those without one wait for it.
    @Test func aHundredRequestsAtOnce() throws {
        let stage = try Stage()
        let blob = try stage.token.seal(secret, policy: SecurityTokenPolicy(), pin: nil)
        let opened = Atomic(0)
        let threads = (0..<100).map { [path = stage.path, secret] _ in
            Thread {
                guard let found = try? AgentToken(path).unseal(blob, pin: nil) else { return }
                if found.matches(secret) { opened.add(1, ordering: .relaxed) }
            }
        }
        for thread in threads { thread.start() }
        waits { threads.allSatisfy { $0.isFinished } }
        #expect(opened.load(ordering: .relaxed) == 100)
    }

    @Test func opensEachBlobTheWayItWasSealed() throws {
        let stage = try Stage()
        let direct = ReachableToken(device: stage.chip, agent: stage.token)
        let shared = ReachableToken(device: nil, agent: stage.token)
        #expect(try direct.reach() == .device && shared.reach() == .agent)
        #expect(direct.makesKeys && !shared.makesKeys)
        let own = try direct.seal(secret, policy: SecurityTokenPolicy(), pin: nil)
        let given = try shared.seal(secret, policy: SecurityTokenPolicy(), pin: nil)
        #expect(AgentSealedBlob(own) == nil && AgentSealedBlob(given) != nil)
        for blob in [own, given] { #expect(try direct.unseal(blob, pin: nil).matches(secret)) }
        #expect(try shared.unseal(given, pin: nil).matches(secret))
        let error = #expect(throws: KeychainError.self) { try shared.unseal(own, pin: nil) }
        #expect(error?.code == .notAvailable && error?.reason.contains(TPMAccess.remedy) == true)
        #expect(throws: KeychainError(.notAvailable)) { try shared.makeKey(authorization: nil) }
        #expect(throws: KeychainError(.notAvailable)) {
            try shared.makeCounter(authorization: .random(count: 32))
        }
    }
}
