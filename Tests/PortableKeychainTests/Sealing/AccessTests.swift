import Crypto
import Foundation
import KeychainTesting
import Synchronization
import Testing

@_spi(Keepers) @testable import PortableKeychain

/// The ways into a keychain, one by one (vault-format.md §5).
@Suite struct AccessTests {
    private static let passcode = AccessFixture.passcode
    private static let always: Set<Accessibility> = [.always, .alwaysThisDeviceOnly]
    private static let all = Set(Accessibility.allCases)

    /// A program adds a slot, opens the keychain with it elsewhere, and removes it again.
    @Test(arguments: [
        AccessSlot.Kind.token, .tokenWithPIN, .securityKey, .credential, .loginPassword,
    ])
    func opensWithASecretFromOutside(_ kind: AccessSlot.Kind) throws {
        let fixture = AccessFixture()
        defer { fixture.remove() }
        let keychain = try fixture.create()
        let parameters = AccessFixture.parameters(kind)
        let new = NewAccessSlot(kind, secret: AccessFixture.key(kind), parameters: parameters)
        try keychain.access.change(.add(new), proof: .passcode(Self.passcode))
        let slots = try keychain.access.slots()
        #expect(slots.map(\.kind) == [.device, .passcode, kind])
        #expect(slots[2].parameters == parameters && slots[2].identifier.count == 8)

        let name = slots[2].identifier
        let proof = AccessProof.slot(name, secret: AccessFixture.key(kind))
        let other = try fixture.open()
        #expect(AccessFixture.readable(other) == Self.always)
        #expect(
            code { try other.access.unlock(.slot(name, secret: AccessFixture.key(.device))) }
                == .authenticationFailed
        )
        #expect(
            code { try other.access.unlock(.slot(name, secret: secret("short"))) }
                == .invalidParameter
        )
        #expect(AccessFixture.readable(other) == Self.always)
        try other.access.unlock(proof)
        #expect(AccessFixture.readable(other) == Self.all)
        if !kind.provesPresence {
            #expect(
                code { _ = try AccessFixture.presence(other, proof) } == .authenticationRequired
            )
        } else {
            #expect(try AccessFixture.presence(other, proof) == AccessFixture.payload)
        }
        #expect(
            try AccessFixture.presence(other, .passcode(Self.passcode)) == AccessFixture.payload
        )

        // A changed passcode leaves the slot as it is.
        try keychain.changePasscode(from: Self.passcode, to: secret("two"))
        #expect(try keychain.access.slots()[2] == slots[2])
        let third = try fixture.open()
        try third.access.unlock(proof)
        #expect(AccessFixture.readable(third) == Self.all)

        #expect(
            code { try keychain.access.remove(slots[2], proof: .passcode(Self.passcode)) }
                == .authenticationFailed
        )
        try keychain.access.remove(slots[2], proof: .passcode(secret("two")))
        #expect(code { try fixture.open().access.unlock(proof) } == .itemNotFound)
        #expect(
            code { try keychain.access.remove(slots[2], proof: .passcode(secret("two"))) }
                == .itemNotFound
        )
        #expect(try keychain.access.slots().map(\.kind) == [.device, .passcode])
        #expect(try keychain.verify().problems == [])
    }

    /// The first slot that locks a keychain without a passcode.
    @Test func locksWithoutAPasscode() throws {
        let fixture = AccessFixture()
        defer { fixture.remove() }
        let keychain = try fixture.create(passcode: nil)
        #expect(code { try keychain.lock() } == .noPasscode)
        let root = try #require(keychain.vault).freshKeys().roots.user
        let token = NewAccessSlot(.token, secret: AccessFixture.key(.token))
        try keychain.access.change(.add(token), proof: .device)
        let name = try AccessFixture.slot(.token, of: keychain)
        let proof = AccessProof.slot(name, secret: AccessFixture.key(.token))
        let withoutTwelve = Self.all.subtracting([.whenPasscodeSetThisDeviceOnly])
        #expect(AccessFixture.readable(keychain) == withoutTwelve)
        try keychain.lock()
        #expect(AccessFixture.readable(keychain).contains(.whenUnlocked) == false)
        #expect(AccessFixture.readable(try fixture.open()) == Self.always)
        #expect(code { try keychain.setPasscode(Self.passcode) } == .authenticationRequired)
        #expect(
            code { try keychain.access.change(.remove(name), proof: .device) }
                == .authenticationRequired
        )

        try keychain.access.change(.passcode(Self.passcode), proof: proof)
        let opened = try #require(keychain.vault).freshKeys().opening(proof)
        #expect(opened.keys.roots.user != root, "the device slot of old copies opens the old one")
        try keychain.removePasscode(Self.passcode)
        try keychain.access.unlock(proof)
        #expect(AccessFixture.readable(keychain) == withoutTwelve)
        try keychain.access.change(.remove(name), proof: proof)
        #expect(try keychain.access.slots().map(\.kind) == [.device])
        #expect(AccessFixture.readable(try fixture.open()) == withoutTwelve)
        #expect(try AccessFixture.presence(keychain, .device) == AccessFixture.payload)
        #expect(code { try keychain.lock() } == .noPasscode)
    }

    /// A keychain that a token locks has no passcode that could prove anything.
    @Test func aPasscodeProvesNothingWhereThereIsNone() throws {
        let fixture = AccessFixture()
        defer { fixture.remove() }
        let keychain = try fixture.create(passcode: nil)
        let token = NewAccessSlot(.token, secret: AccessFixture.key(.token))
        try keychain.access.change(.add(token), proof: .device)
        let keys = try #require(keychain.vault).freshKeys()
        #expect(throws: KeychainError(.authenticationRequired)) {
            _ = try keys.presence(passcode: AccessFixture.passcode)
        }
    }

    /// A credential opens for its own process, and never stands alone.
    @Test func aCredentialIsForOneProcess() throws {
        let fixture = AccessFixture()
        defer { fixture.remove() }
        let keychain = try fixture.create(passcode: nil)
        let new = NewAccessSlot(.credential, secret: AccessFixture.key(.credential))
        #expect(code { try keychain.access.change(.add(new), proof: .device) } == .notAvailable)
        try keychain.setPasscode(Self.passcode)
        try keychain.access.change(.add(new), proof: .passcode(Self.passcode))
        try keychain.lock()
        let name = try AccessFixture.slot(.credential, of: keychain)
        let proof = AccessProof.slot(name, secret: AccessFixture.key(.credential))
        let service = try fixture.open(shared: true)
        try service.access.unlock(proof)
        #expect(try service.lockState == .unlocked)
        #expect(try !service.access.sharesUnlocking)
        #expect(try keychain.lockState != .unlocked)
        try service.lock(after: .seconds(60))
        #expect(try keychain.lockState != .unlocked)
        #expect(
            code { try service.access.change(.passcode(secret("mine")), proof: proof) }
                == .authenticationRequired
        )
        #expect(code { try keychain.removePasscode(Self.passcode) } == .notAvailable)
        try service.changePasscode(from: Self.passcode, to: secret("two"))
        #expect(try service.lockState == .unlocked)
        #expect(try keychain.lockState != .unlocked)
        try keychain.lock()
        #expect(try service.lockState != .unlocked)
    }

    /// The recovery key stays valid while others come and go; for the first lock it is needed.
    @Test func keepsTheRecoveryKey() throws {
        let fixture = AccessFixture()
        defer { fixture.remove() }
        let keychain = try fixture.create(passcode: nil)
        let key = keychain.access.newRecoveryKey()
        let wrong = keychain.access.newRecoveryKey()
        #expect(
            code {
                try keychain.access.setRecoveryKey(key, confirmedBy: wrong.text, proof: .device)
            } == .invalidParameter
        )
        #expect(try keychain.access.slots().map(\.kind) == [.device])
        try keychain.access.setRecoveryKey(key, confirmedBy: key.text, proof: .device)
        #expect(code { try keychain.lock() } == .noPasscode)
        #expect(code { try keychain.setPasscode(Self.passcode) } == .authenticationRequired)
        let first = AccessChange.passcode(Self.passcode)
        #expect(
            code { try keychain.access.change(first, proof: .device, recoveryKey: wrong) }
                == .authenticationFailed
        )
        try keychain.access.change(first, proof: .device, recoveryKey: key)
        try keychain.changePasscode(from: Self.passcode, to: secret("two"))
        try keychain.lock()
        #expect(code { try keychain.access.unlock(.recoveryKey(wrong)) } == .authenticationFailed)
        try keychain.access.unlock(.recoveryKey(key))
        #expect(try keychain.lockState == .unlocked)
        #expect(try AccessFixture.presence(keychain, .recoveryKey(key)) == AccessFixture.payload)

        // A lost passcode on the same machine.
        try keychain.access.change(.passcode(secret("three")), proof: .recoveryKey(key))
        try keychain.access.setRecoveryKey(
            wrong,
            confirmedBy: wrong.text,
            proof: .passcode(secret("three"))
        )
        #expect(code { try keychain.access.unlock(.recoveryKey(key)) } == .authenticationFailed)
        #expect(try keychain.access.slots().map(\.kind) == [.device, .passcode, .recovery])
    }

    /// The remaining rules about ways in that can exist together.
    @Test func refusesWhatCannotBe() throws {
        let fixture = AccessFixture()
        defer { fixture.remove() }
        let keychain = try fixture.create()
        let proof = AccessProof.passcode(Self.passcode)
        func add(
            _ kind: AccessSlot.Kind,
            parameters: [UInt8] = [],
            salt: [UInt8]? = nil,
            count: Int = 32
        ) -> KeychainError.Code? {
            let secret = SecretBytes([UInt8](repeating: 1, count: count))
            let slot = NewAccessSlot(kind, secret: secret, parameters: parameters, salt: salt)
            return code { try keychain.access.change(.add(slot), proof: proof) }
        }
        let before = try keychain.access.slots()
        for kind in [AccessSlot.Kind.device, .passcode, .recovery] {
            #expect(add(kind) == .invalidParameter)
        }
        #expect(add(.token, count: 31) == .invalidParameter)
        #expect(add(.token, salt: [1]) == .invalidParameter)
        #expect(add(.token, salt: before[1].salt) == .invalidParameter)
        #expect(add(.token, parameters: [UInt8](repeating: 0, count: 1025)) == .invalidParameter)
        #expect(add(.credential, parameters: [0]) == .invalidParameter)
        for parameters in [[], LockingTests.cheap.encoded + [0]] as [[UInt8]] {
            #expect(add(.loginPassword, parameters: parameters) == .invalidParameter)
        }
        #expect(
            code { try keychain.access.change(.remove(before[0].identifier), proof: proof) }
                == .itemNotFound
        )
        #expect(try keychain.access.slots() == before)
        #expect(add(.token, parameters: [UInt8](repeating: 0, count: 1024)) == nil)
        for _ in 3..<16 { #expect(add(.securityKey) == nil) }
        #expect(add(.securityKey) == .notAvailable)
        #expect(try keychain.access.slots().count == 16)
        #expect(AccessFixture.readable(try fixture.open()) == Self.always)
    }

    /// M24: an earlier keybag becomes one of the present version, with one hash.
    @Test(arguments: [false, true])
    func unlockingRenewsAnEarlierKeybag(hasPresence: Bool) throws {
        let fixture = AccessFixture()
        defer { fixture.remove() }
        try fixture.writeOld(presence: hasPresence, passcode: true)
        let keychain = try fixture.open(shared: true)
        let vault = try #require(keychain.vault)
        #expect(try vault.freshKeys().keybag.version == (hasPresence ? .second : .first))
        #expect(code { try keychain.unlock(passcode: secret("no")) } == .authenticationFailed)
        #expect(try vault.freshKeys().keybag.version != .third)
        let hashes = Mutex(0)
        try RequestAttendance.$current.withValue(.init { hashes.withLock { $0 += 1 } }) {
            try keychain.unlock(passcode: Self.passcode)
        }
        #expect(hashes.withLock { $0 } == 1)
        #expect(try vault.freshKeys().keybag.version == .third)
        #expect(try keychain.lockState == .unlocked)
        #expect(try keychain.access.sharesUnlocking)
        #expect(try fixture.open(shared: true).lockState == .unlocked)
        try AccessFixture.addPresenceItem(to: keychain)
        #expect(
            try AccessFixture.presence(keychain, .passcode(Self.passcode)) == AccessFixture.payload
        )
        #expect(try fixture.open().verify().problems == [])
    }

    /// Every change makes the present version, also of a keychain without a passcode.
    @Test func changesRenewAnEarlierKeybag() throws {
        let changes: [(AccessChange, hasPasscode: Bool)] = [
            (.passcode(secret("two")), false), (.passcode(secret("two")), true),
            (.passcode(nil), true),
            (.add(NewAccessSlot(.token, secret: AccessFixture.key(.token))), false),
            (.add(NewAccessSlot(.token, secret: AccessFixture.key(.token))), true),
            (.recoveryKey(RecoveryKey(.system)), true), (.recoveryKey(RecoveryKey(.system)), false),
        ]
        for (change, hasPasscode) in changes {
            let fixture = AccessFixture()
            defer { fixture.remove() }
            try fixture.writeOld(presence: true, passcode: hasPasscode)
            let keychain = try fixture.open()
            try keychain.access.change(
                change,
                proof: hasPasscode ? .passcode(Self.passcode) : .device
            )
            let vault = try #require(keychain.vault)
            #expect(try vault.freshKeys().keybag.version == .third)
            #expect(try fixture.open().verify().problems == [])
        }
    }
}
