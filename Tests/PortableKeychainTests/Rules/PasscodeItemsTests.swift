import Foundation
import KeychainTesting
import Testing

@_spi(Keepers) @testable import PortableKeychain

/// The items that go with the passcode, which are named before it is removed.
@Suite struct PasscodeItemsTests {
    private static let passcode = AccessFixture.passcode

    private func accounts(_ items: PasscodeItems) -> [String] {
        items.named.map { item in
            guard case .string(let account)? = item.attributes[.account] else { return "?" }
            return account
        }
    }

    /// A keychain with two such items, one of which requires its user, beside others.
    private func keychain(_ fixture: AccessFixture) throws -> Keychain {
        let keychain = try fixture.create()
        let control = try AccessControl(.whenPasscodeSetThisDeviceOnly, constraints: .userPresence)
        _ = try keychain.perform(
            ItemRequest(
                .add,
                itemClass: .genericPassword,
                attributes: [
                    .account: .string("guarded"), .accessControl: .accessControl(control),
                ],
                secret: SecretBytes(utf8: "x")
            )
        )
        return keychain
    }

    @Test func areNamedWithoutAProof() throws {
        let fixture = AccessFixture()
        defer { fixture.remove() }
        let keychain = try keychain(fixture)
        let found = try #require(try keychain.access.passcodeItems())
        #expect(accounts(found) == ["akpu", "guarded"])
        #expect(found.named.allSatisfy { $0.secret == nil })
        #expect(found.unnamed == 0)
        // They are what is destroyed.
        try keychain.removePasscode(Self.passcode)
        #expect(try keychain.access.rotate().destroyedCount == found.count)
    }

    @Test func areCountedWithoutTheirNames() throws {
        let fixture = AccessFixture()
        defer { fixture.remove() }
        let keychain = try keychain(fixture)
        let other = try #require(
            try keychain.withAccessGroups(["other"]).access.passcodeItems()
        )
        #expect(accounts(other) == [])
        #expect(other.count == 2)
        try keychain.lock()
        let locked = try #require(try keychain.access.passcodeItems())
        #expect(accounts(locked) == [])
        #expect(locked.count == 2)
    }

    @Test func areNoLongerThereWithoutAPasscode() throws {
        let fixture = AccessFixture()
        defer { fixture.remove() }
        let keychain = try keychain(fixture)
        try keychain.removePasscode(Self.passcode)
        #expect(try keychain.access.passcodeItems()?.count == 0)
        try keychain.setPasscode(Self.passcode)
        #expect(try keychain.access.passcodeItems()?.count == 0)
    }

    /// A recovery without a passcode destroys them as well.
    @Test func areNamedByTheRecoveryKey() throws {
        let fixture = AccessFixture()
        defer { fixture.remove() }
        let keychain = try keychain(fixture)
        let key = keychain.access.newRecoveryKey()
        try keychain.access.setRecoveryKey(
            key,
            confirmedBy: key.text,
            proof: .passcode(Self.passcode)
        )
        try keychain.lock()
        let found = try KeychainAccess.passcodeItems(
            of: .standard,
            with: key,
            configuration: fixture.configuration
        )
        #expect(accounts(found) == ["akpu", "guarded"])
        #expect(found.unnamed == 0)
        #expect(
            code {
                _ = try KeychainAccess.passcodeItems(
                    of: .standard,
                    with: RecoveryKey(.system),
                    configuration: fixture.configuration
                )
            } == .authenticationFailed
        )
        // Looking unlocks nothing, and changes nothing.
        #expect(LockingTests.read(.whenUnlocked, in: keychain) == .locked)
        try keychain.unlock(passcode: Self.passcode)
        #expect(AccessFixture.readable(keychain) == Set(Accessibility.allCases))
    }

    /// Earlier versions are under the same key, and no items; a change of what was destroyed says so.
    @Test func areNoEarlierVersions() throws {
        let bench = try HistoryBench(passcode: Self.passcode)
        var item = bench.item("a")
        item.accessibility = .whenPasscodeSetThisDeviceOnly
        for secret in ["1", "2"] {
            bench.clock.now += 1
            try bench.keychain.set(secret, for: item)
        }
        #expect(try bench.history.versions().count == 1)
        #expect(try bench.keychain.access.passcodeItems()?.count == 1)
        try bench.keychain.removePasscode(Self.passcode)
        do {
            try bench.undo()
            Issue.record("a change of a destroyed item was taken back")
        } catch let error as KeychainError {
            #expect(error.code == .notAvailable)
            #expect(error.reason.contains("destroyed when a passcode was removed"))
        }
    }
}
