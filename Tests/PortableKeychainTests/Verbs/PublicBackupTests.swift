import TestRounds
import Testing

@testable import PortableKeychain

/// Backups as a program makes and reads them.
@Suite(.thorough) struct PublicBackupTests {
    let passphrase = SecretBytes(utf8: "correct horse")
    let keychain: Keychain
    let backup: KeychainBackup

    init() throws {
        keychain = try .inMemory(.init(applicationIdentifier: "app"))
        try keychain.set("s3cret", for: GenericPassword(service: "api", account: "ci"))
        try keychain.set(
            "stays",
            for: GenericPassword(service: "local", accessibility: .whenUnlockedThisDeviceOnly)
        )
        backup = try keychain.backup(passphrase: passphrase)
    }

    @Test func bringsItemsToAnotherKeychain() throws {
        #expect(backup.count == 1)
        #expect(backup.thisDeviceOnly == 1)
        let other = try Keychain.inMemory(.init(applicationIdentifier: "app"))
        let rehearsal = try other.restore(
            backup.bytes,
            passphrase: passphrase,
            isRehearsal: true
        )
        #expect(rehearsal.added == 1)
        #expect(try other.secret(for: GenericPassword(service: "api", account: "ci")) == nil)
        #expect(try other.restore(backup.bytes, passphrase: passphrase) == rehearsal)
        let secret = try other.secret(for: GenericPassword(service: "api", account: "ci"))
        #expect(secret?.string() == "s3cret")
    }

    @Test func refusesWhatIsNotItsBackup() throws {
        var damaged = backup.bytes
        damaged[damaged.count - 1] ^= 1
        let cases: [([UInt8], String, KeychainError.Code)] = [
            (backup.bytes, "wrong", .authenticationFailed),
            (damaged, "correct horse", .authenticationFailed),
            ([], "correct horse", .undecodable),
            (Array("no backup".utf8), "correct horse", .undecodable),
        ]
        for (bytes, passphrase, code) in cases {
            #expect(throws: KeychainError(code)) {
                try keychain.restore(bytes, passphrase: SecretBytes(utf8: passphrase))
            }
        }
        #expect(try keychain.items(matching: KeychainQuery<GenericPassword>.all).count == 2)
    }
}
