import KeychainTesting
import Testing

@_spi(Keepers) @testable import PortableKeychain

/// The slot of a login password (vault-format.md §5.2, kind 8).
@Suite struct LoginPasswordTests {
    private static let passcode = AccessFixture.passcode
    private static let all = Set(Accessibility.allCases)

    private func new(_ password: String) throws -> NewAccessSlot {
        try .loginPassword(secret(password), hashing: LockingTests.cheap, entropy: .system)
    }

    private func enroll(_ password: String, in keychain: Keychain) throws -> AccessSlot {
        try keychain.access.change(.add(new(password)), proof: .passcode(Self.passcode))
        let slots = try keychain.access.slots().filter { $0.kind == .loginPassword }
        #expect(slots.count == 1)
        return try #require(slots.first)
    }

    /// It unlocks the keychain for all processes of the user, but does not open items that require the
    /// user's presence.
    @Test func opensForAllProcesses() throws {
        let fixture = AccessFixture()
        defer { fixture.remove() }
        let keychain = try fixture.create()
        let slot = try enroll("as ana", in: keychain)
        try keychain.lock()
        let right = try slot.proof(loginPassword: secret("as ana"))
        for wrong in ["as Ana", "as ana ", "correct horse"] {
            let proof = try slot.proof(loginPassword: secret(wrong))
            #expect(code { try keychain.access.unlock(proof) } == .authenticationFailed)
        }
        #expect(code { try keychain.unlock(passcode: secret("as ana")) } == .authenticationFailed)
        try keychain.access.unlock(right)
        #expect(AccessFixture.readable(try fixture.open(shared: true)) == Self.all)
        #expect(code { _ = try AccessFixture.presence(keychain, right) } == .authenticationRequired)
    }

    /// After the login password was changed, the new one takes the place of the old one.
    @Test func aNewOneReplacesTheOldOne() throws {
        let fixture = AccessFixture()
        defer { fixture.remove() }
        let keychain = try fixture.create()
        let old = try enroll("one", in: keychain).proof(loginPassword: secret("one"))
        let new = try enroll("two", in: keychain).proof(loginPassword: secret("two"))
        #expect(code { try fixture.open().access.unlock(old) } == .itemNotFound)
        try fixture.open().access.unlock(new)
        #expect(try keychain.access.slots().map(\.kind) == [.device, .passcode, .loginPassword])
    }

    /// It changes no way in, and is never the only one.
    @Test func needsAnotherWayIn() throws {
        let fixture = AccessFixture()
        defer { fixture.remove() }
        let keychain = try fixture.create(passcode: nil)
        #expect(
            code { try keychain.access.change(.add(new("one")), proof: .device) } == .notAvailable
        )
        #expect(try keychain.access.slots().map(\.kind) == [.device])
        try keychain.setPasscode(Self.passcode)
        let proof = try enroll("one", in: keychain).proof(loginPassword: secret("one"))
        let changes: [AccessChange] = [
            .passcode(nil), .passcode(secret("mine")), .remove(try slot(of: keychain)),
        ]
        for change in changes {
            #expect(
                code { try keychain.access.change(change, proof: proof) } == .authenticationRequired
            )
        }
        #expect(code { try keychain.access.rotate([proof]) } == .authenticationRequired)
        #expect(code { try keychain.removePasscode(Self.passcode) } == .notAvailable)
        #expect(try keychain.access.slots().map(\.kind) == [.device, .passcode, .loginPassword])
    }

    private func slot(of keychain: Keychain) throws -> String {
        try AccessFixture.slot(.loginPassword, of: keychain)
    }

    @Test func refusesWhatIsNoPassword() throws {
        let fixture = AccessFixture()
        defer { fixture.remove() }
        let keychain = try fixture.create()
        let slot = try enroll("one", in: keychain)
        for password in ["", String(repeating: "a", count: 4097)] {
            #expect(code { _ = try new(password) } == .invalidParameter)
            #expect(
                code { _ = try slot.proof(loginPassword: secret(password)) } == .invalidParameter
            )
        }
        let token = NewAccessSlot(
            .token,
            secret: AccessFixture.key(.token),
            parameters: LockingTests.cheap.encoded
        )
        try keychain.access.change(.add(token), proof: .passcode(Self.passcode))
        for other in try keychain.access.slots() where other.kind != .loginPassword {
            #expect(
                code { _ = try other.proof(loginPassword: secret("one")) } == .invalidParameter
            )
        }
    }
}
