import Foundation
import KeychainTesting
import TestRounds
import Testing

@_spi(Keepers) @testable import PortableKeychain

/// The items that open for an attacker with a copy of the file and any of the things that open it:
/// the table "at hand" of the threat model (§2), for every combination.
@Suite struct AtHandTests {
    /// A thing that an attacker may have besides a copy of the file.
    enum Hand: UInt8, CaseIterable, Sendable {
        case deviceKey, passcode, chip, chipWithPIN, securityKey, recoveryKey, credential,
            loginPassword

        /// The kind of the slot that it is the secret of, where a program brings that.
        var kind: AccessSlot.Kind? {
            switch self {
            case .chip: .token
            case .chipWithPIN: .tokenWithPIN
            case .securityKey: .securityKey
            case .credential: .credential
            case .loginPassword: .loginPassword
            case .deviceKey, .passcode, .recoveryKey: nil
            }
        }
    }

    /// The items that open: the accessibilities, and the item that requires its user.
    struct Opened: Equatable {
        var items: Set<Accessibility> = []
        var presence = false

        static let nothing = Opened()
        static let always = Opened(items: [.always, .alwaysThisDeviceOnly])
        static let everything = Opened(items: Set(Accessibility.allCases), presence: true)
        static let withoutPresence = Opened(items: Set(Accessibility.allCases))

        mutating func add(_ other: Opened) {
            items.formUnion(other.items)
            presence = presence || other.presence
        }
    }

    private static let combinations = TestRounds.sample(
        of: (0..<(1 << Hand.allCases.count)).map { bits in
            Hand.allCases.filter { bits >> Int($0.rawValue) & 1 == 1 }
        },
        every: 13
    ) { $0.count < 2 }

    /// A keychain with a slot of each kind, all of whose holders are different.
    private func full() throws -> (fixture: AccessFixture, recovery: RecoveryKey) {
        let fixture = AccessFixture()
        let keychain = try fixture.create()
        let proof = AccessProof.passcode(AccessFixture.passcode)
        for kind in Hand.allCases.compactMap(\.kind) {
            let new = NewAccessSlot(
                kind,
                secret: AccessFixture.key(kind),
                parameters: AccessFixture.parameters(kind)
            )
            try keychain.access.change(.add(new), proof: proof)
        }
        let key = keychain.access.newRecoveryKey()
        try keychain.access.setRecoveryKey(key, confirmedBy: key.text, proof: proof)
        return (fixture, key)
    }

    /// Tries everything that an attacker has on a machine of their own.
    private func attack(
        _ file: Data,
        of fixture: AccessFixture,
        with hands: [Hand],
        _ recovery: RecoveryKey?
    ) throws -> Opened {
        var opened = Opened.nothing
        for hand in hands where hand != .deviceKey || hands.count == 1 {
            let thief = AccessFixture()
            defer { thief.remove() }
            // The folder and the device key of another machine.
            _ = try Keychain.create(.named("own"), configuration: thief.configuration)
            if hands.contains(.deviceKey) {
                let key = try Data(contentsOf: URL(fileURLWithPath: fixture.folder + "/device.key"))
                try key.write(to: URL(fileURLWithPath: thief.folder + "/device.key"))
            }
            try file.write(to: URL(fileURLWithPath: thief.path))
            chmod(thief.path, 0o600)
            if hand == .recoveryKey, let recovery {
                opened.add(try recovered(thief, recovery))
            } else if let keychain = try? thief.open() {
                opened.add(try tried(hand, on: keychain))
            }
        }
        return opened
    }

    private func recovered(_ thief: AccessFixture, _ key: RecoveryKey) throws -> Opened {
        let passcode = secret("of the thief")
        let keychain = try KeychainAccess.recover(
            with: key,
            passcode: passcode,
            configuration: thief.configuration
        )
        return try seen(keychain, .passcode(passcode))
    }

    private func tried(_ hand: Hand, on keychain: Keychain) throws -> Opened {
        let proof: AccessProof
        switch hand {
        case .deviceKey, .recoveryKey: proof = .device
        case .passcode: proof = .passcode(AccessFixture.passcode)
        default:
            let kind = try #require(hand.kind)
            let slot = try keychain.access.slots().first { $0.kind == kind }
            proof = .slot(slot?.identifier ?? "", secret: AccessFixture.key(kind))
        }
        try? keychain.access.unlock(proof)
        return try seen(keychain, proof)
    }

    private func seen(_ keychain: Keychain, _ proof: AccessProof) throws -> Opened {
        let presence = (try? AccessFixture.presence(keychain, proof)) == AccessFixture.payload
        return Opened(items: AccessFixture.readable(keychain), presence: presence)
    }

    /// The table of the threat model for a keychain that something locks.
    private func expected(_ hands: [Hand]) -> Opened {
        if hands.contains(.recoveryKey) { return .everything }
        guard hands.contains(.deviceKey) else { return .nothing }
        let openers: [Hand] = [.passcode, .chip, .chipWithPIN, .securityKey]
        if hands.contains(where: openers.contains) { return .everything }
        let unattended: [Hand] = [.credential, .loginPassword]
        return hands.contains(where: unattended.contains) ? .withoutPresence : .always
    }

    @Test func opensWhatTheThreatModelSays() throws {
        let (fixture, recovery) = try full()
        defer { fixture.remove() }
        let file = try Data(contentsOf: URL(fileURLWithPath: fixture.path))
        #expect(Self.combinations.count >= 16)
        for hands in Self.combinations {
            let opened = try attack(file, of: fixture, with: hands, recovery)
            #expect(opened == expected(hands), "\(hands)")
        }
    }

    /// The device key alone is enough where nothing locks a keychain; only a recovery key can
    /// replace it.
    @Test func withoutALockTheDeviceKeyOpensEverything() throws {
        let fixture = AccessFixture()
        defer { fixture.remove() }
        _ = try fixture.create(passcode: nil)
        let file = try Data(contentsOf: URL(fileURLWithPath: fixture.path))
        var everything = Opened.everything
        everything.items.remove(.whenPasscodeSetThisDeviceOnly)
        for hands in [[], [.passcode], [.deviceKey], [.credential, .chip], [.loginPassword]]
            as [[Hand]]
        {
            let opened = try attack(file, of: fixture, with: hands, nil)
            #expect(opened == (hands == [.deviceKey] ? everything : .nothing), "\(hands)")
        }
    }

    /// An old copy opens with the ways in of that time; after a rotation, these open nothing new.
    @Test func anOldCopyOpensNothingNewAfterARotation() throws {
        let (fixture, recovery) = try full()
        defer { fixture.remove() }
        let old = try Data(contentsOf: URL(fileURLWithPath: fixture.path))
        let new = secret("another passcode")
        do {
            let keychain = try fixture.open()
            try keychain.access.rotate(
                [.passcode(AccessFixture.passcode)],
                newPasscode: new
            )
            #expect(try keychain.access.slots().map(\.kind) == [.device, .passcode])
        }
        let present = try Data(contentsOf: URL(fileURLWithPath: fixture.path))
        for hand in Hand.allCases {
            let hands: [Hand] = hand == .deviceKey ? [.deviceKey] : [.deviceKey, hand]
            let before = try attack(old, of: fixture, with: hands, recovery)
            #expect(before == expected(hands), "the old copy stays what it was: \(hands)")
            guard hand != .recoveryKey else { continue }
            let after = try attack(present, of: fixture, with: hands, recovery)
            #expect(after == .always, "\(hands)")
        }
        #expect(
            code { _ = try attack(present, of: fixture, with: [.recoveryKey], recovery) }
                == .notAvailable
        )
        let owner = try fixture.open()
        try owner.unlock(passcode: new)
        #expect(try seen(owner, .passcode(new)) == .everything)
    }
}
