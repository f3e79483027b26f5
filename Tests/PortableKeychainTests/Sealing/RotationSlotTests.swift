import Foundation
import SealedStore
import Testing

@_spi(Keepers) @testable import PortableKeychain

/// The ways into a keychain that a rotation keeps (vault-format.md §15).
@Suite struct RotationSlotTests {
    private static let passcode = AccessFixture.passcode
    private static let all = Set(Accessibility.allCases)

    private func add(_ kind: AccessSlot.Kind, to keychain: Keychain) throws -> AccessProof {
        let new = NewAccessSlot(
            kind,
            secret: AccessFixture.key(kind),
            parameters: AccessFixture.parameters(kind)
        )
        let opening: AccessProof =
            try keychain.hasPasscode ? .passcode(Self.passcode) : .device
        try keychain.access.change(.add(new), proof: opening)
        return .slot(
            try AccessFixture.slot(kind, of: keychain),
            secret: AccessFixture.key(kind)
        )
    }

    /// A presented slot stays under its name, with its secret; the others are removed (M64).
    @Test(arguments: [
        AccessSlot.Kind.token, .tokenWithPIN, .securityKey, .credential, .loginPassword,
    ])
    func keepsWhatIsPresented(_ kind: AccessSlot.Kind) throws {
        let fixture = AccessFixture()
        defer { fixture.remove() }
        let keychain = try fixture.create()
        let proof = try add(kind, to: keychain)
        let recovery = keychain.access.newRecoveryKey()
        try keychain.access.setRecoveryKey(
            recovery,
            confirmedBy: recovery.text,
            proof: .passcode(Self.passcode)
        )
        let before = try keychain.access.slots()
        #expect(before.count == 4)
        var report = try keychain.access.rotate(
            [.passcode(Self.passcode), proof, .recoveryKey(recovery)],
            newPasscode: secret("new")
        )
        #expect(report.removedSlots.isEmpty)
        #expect(try keychain.access.slots().map(\.kind) == before.map(\.kind))
        for opening in [proof, .recoveryKey(recovery), .passcode(secret("new"))] {
            let other = try fixture.open()
            #expect(code { try other.access.unlock(.passcode(Self.passcode)) } != nil)
            try other.access.unlock(opening)
            #expect(AccessFixture.readable(other) == Self.all)
        }
        #expect(
            try AccessFixture.presence(keychain, .recoveryKey(recovery)) == AccessFixture.payload
        )
        report = try keychain.access.rotate([.passcode(secret("new"))])
        #expect(Set(report.removedSlots.map(\.kind)) == Set([kind, AccessSlot.Kind.recovery]))
        #expect(try keychain.access.slots().map(\.kind) == [.device, .passcode])
        #expect(code { try fixture.open().access.unlock(proof) } == .itemNotFound)
        #expect(try keychain.verify().problems == [])
    }

    /// A rotation that would lose the passcode, or the lock, is refused.
    @Test func refusesToLoseTheLock() throws {
        let fixture = AccessFixture()
        defer { fixture.remove() }
        let keychain = try fixture.create()
        let token = try add(.token, to: keychain)
        let vault = try #require(keychain.vault)
        let state = try vault.store.readState()
        for proofs in [[token], [.device], []] as [[AccessProof]] {
            #expect(code { try keychain.access.rotate(proofs) } == .authenticationRequired)
        }
        #expect(try vault.store.readState() == state)
        // With a new passcode, the token is enough.
        try keychain.access.rotate([token], newPasscode: secret("new"))
        let other = try fixture.open()
        try other.unlock(passcode: secret("new"))
        #expect(AccessFixture.readable(other) == Self.all)

        let second = AccessFixture()
        defer { second.remove() }
        let locked = try second.create(passcode: nil)
        let recovery = locked.access.newRecoveryKey()
        try locked.access.setRecoveryKey(recovery, confirmedBy: recovery.text, proof: .device)
        let new = NewAccessSlot(.token, secret: AccessFixture.key(.token))
        try locked.access.change(.add(new), proof: .device, recoveryKey: recovery)
        #expect(
            code { try locked.access.rotate([.recoveryKey(recovery)]) } == .authenticationRequired
        )
    }

    /// A credential does not prove that its user is present, so items that require that would stay
    /// behind.
    @Test func aCredentialIsNotEnough() throws {
        let fixture = AccessFixture()
        defer { fixture.remove() }
        let keychain = try fixture.create()
        let credential = try add(.credential, to: keychain)
        #expect(
            code { try keychain.access.rotate([credential], newPasscode: secret("new")) }
                == .authenticationRequired
        )
    }

    /// Keybags of earlier versions become one of the third.
    @Test(arguments: [false, true], [false, true])
    func rotatesEarlierVersions(_ presence: Bool, _ passcode: Bool) throws {
        let fixture = AccessFixture()
        defer { fixture.remove() }
        try fixture.writeOld(presence: presence, passcode: passcode)
        let keychain = try fixture.open()
        let old = SecretBytes(VectorSource.passcode)
        let proof: AccessProof = passcode ? .passcode(old) : .device
        // Items are stored while it still has its version.
        for accessibility in [Accessibility.always, .alwaysThisDeviceOnly] {
            _ = try keychain.perform(LockingTests.item(accessibility))
        }
        try keychain.access.rotate([proof])
        let vault = try #require(keychain.vault)
        #expect(try vault.freshKeys().keybag.version == .third)
        let other = try fixture.open()
        if passcode { try other.unlock(passcode: old) }
        #expect(AccessFixture.readable(other) == [.always, .alwaysThisDeviceOnly])
        try AccessFixture.addPresenceItem(to: other)
        #expect(try AccessFixture.presence(other, proof) == AccessFixture.payload)
        #expect(try other.verify().problems == [])
    }

    /// A recovered copy is older than the keychain that was used here, and accepted.
    @Test func recoveringAcceptsAnOlderCopy() throws {
        let fixture = AccessFixture()
        defer { fixture.remove() }
        let recovery: RecoveryKey
        do {
            let keychain = try fixture.create()
            recovery = keychain.access.newRecoveryKey()
            try keychain.access.setRecoveryKey(
                recovery,
                confirmedBy: recovery.text,
                proof: .passcode(Self.passcode)
            )
        }
        let files = FileManager.default
        try files.copyItem(atPath: fixture.path, toPath: fixture.folder + "/copy")
        do {
            let keychain = try fixture.open()
            for _ in 1...5 { try keychain.lock() }
        }
        try files.removeItem(atPath: fixture.path)
        try files.moveItem(atPath: fixture.folder + "/copy", toPath: fixture.path)
        #expect(code { _ = try fixture.open() } == .rolledBack)
        _ = try KeychainAccess.recover(
            with: recovery,
            passcode: secret("new"),
            configuration: fixture.configuration
        )
        let keychain = try fixture.open()
        try keychain.unlock(passcode: secret("new"))
        #expect(AccessFixture.readable(keychain) == Self.all)
    }
}
