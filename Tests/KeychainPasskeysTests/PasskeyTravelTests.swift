import Foundation
import KeychainSync
import KeychainTesting
import PortableKeychain
import SyncSimulation
import Testing

@testable import KeychainPasskeys

/// Passkeys in backups and on other devices.
@Suite struct PasskeyTravelTests {
    private let site = RelyingSite()
    private let passphrase = SecretBytes(utf8: "correct horse battery staple")

    private func register(
        in keychain: Keychain,
        _ place: PasskeyRegistration.Place,
        _ handle: UInt8 = 1
    ) throws -> RelyingSite.Key {
        let options = PasskeyOptionsText.registration(site).withUser([handle], "ann")
        let registration = try PasskeyRegistration(options.secret, for: PasskeyPage(site.origin))
        return try site.check(
            registration.credential(in: keychain, asking: PasskeyUser(.yes), storing: place)
        ).key
    }

    /// Signs in, and returns the flags.
    private func signIn(in keychain: Keychain, _ key: RelyingSite.Key, _ handle: UInt8 = 1) throws
        -> UInt8
    {
        let options = PasskeyOptionsText.assertion(site)
            .credentials("allowCredentials", [key.credentialID])
        let credential = try PasskeyAssertion(options.secret, for: PasskeyPage(site.origin))
            .credential(in: keychain, asking: PasskeyUser(.yes))
        return try site.check(credential, by: key, userHandle: [handle]).flags
    }

    /// A backup contains those of the keychain, and none of a chip.
    @Test func comeBackFromABackup() throws {
        let first = try PasskeyFixture(token: SoftwareToken()).keychain
        let key = try register(in: first, .keychain)
        _ = try register(in: first, .token, 2)
        let everywhere = try first.withAccessGroups(["*"])
        let backup = try everywhere.backup(passphrase: passphrase)
        #expect(backup.count == 1)
        #expect(backup.thisDeviceOnly == 1)
        let second = try PasskeyFixture().keychain
        try second.withAccessGroups(["*"]).restore(backup.bytes, passphrase: passphrase)
        #expect(try second.passkeys.list().count == 1)
        #expect(try signIn(in: second, key) == 0x09)
    }

    /// Of two devices, either can sign in with what the other one made, until one deletes it.
    @Test func synchronizedOnesReachOtherDevices() async throws {
        let members = try await VaultMember.two(MemoryVault())
        let key = try register(in: members[0].keychain, .synchronized)
        _ = try register(in: members[0].keychain, .keychain, 2)
        try await round(members)
        let found = try members[1].keychain.passkeys.list()
        #expect(found.map(\.account.userHandle) == [[1]])
        #expect(try signIn(in: members[1].keychain, key) == 0x19)
        // A new name, and a replacement.
        try members[1].keychain.passkeys.rename(try #require(found.first), to: "anna")
        try await round(members)
        let names = try members[0].keychain.passkeys.list().map(\.account.userName)
        #expect(Set(names) == ["ann", "anna"])
        let other = try register(in: members[1].keychain, .synchronized)
        try await round(members)
        let kept = try members[0].keychain.passkeys.list().filter { $0.item.isSynchronizable }
        #expect(kept.map(\.account.credentialID) == [other.credentialID])
        #expect(try signIn(in: members[0].keychain, other) == 0x19)
        try members[0].keychain.passkeys.delete(try #require(kept.first))
        try await round(members)
        #expect(try members[1].keychain.passkeys.list().isEmpty)
    }

    /// Two devices that make one each before they meet keep both, because the site knows both.
    @Test func bothOfTwoDevicesAreKept() async throws {
        let members = try await VaultMember.two(MemoryVault())
        let keys = try members.map { try register(in: $0.keychain, .synchronized) }
        try await round(members)
        for member in members {
            #expect(try member.keychain.passkeys.list().count == 2)
            for key in keys { #expect(try signIn(in: member.keychain, key) == 0x19) }
        }
    }

    private func round(_ members: [VaultMember]) async throws {
        for _ in 0..<2 {
            for member in [members[0], members[1], members[0]] {
                #expect(try await member.synchronize() == .upToDate(waiting: 0))
            }
        }
    }
}
