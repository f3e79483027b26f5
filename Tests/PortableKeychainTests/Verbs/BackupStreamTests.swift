import Foundation
import KeychainTesting
import Testing

@_spi(Bulk) @_spi(Keepers) @testable import PortableKeychain

/// Backups whose items are written and read one after the other (backup-format.md §6).
@Suite struct BackupStreamTests {
    private static let phrase = SecretBytes(utf8: "two words")
    private static let count = 300

    private func keychain() throws -> Keychain {
        try .inMemory(Keychain.Configuration(applicationIdentifier: "app"))
    }

    private func full() throws -> Keychain {
        let keychain = try keychain()
        let items = (1...Self.count).map { GenericPassword(service: "s", account: "\($0)") }
        try keychain.addAll(items) { SecretBytes(utf8: "secret of \($0.account)") }
        return keychain
    }

    private func backup(of keychain: Keychain) throws -> [UInt8] {
        var file: [UInt8] = []
        let writer = try BackupWriter(Self.phrase, LockingTests.cheap) { file += $0 }
        _ = try keychain.copyBackupItems { item throws(KeychainError) in try writer.append(item) }
        try writer.finish()
        return file
    }

    private func restore(
        _ file: [UInt8],
        into keychain: Keychain,
        isRehearsal: Bool = false
    ) throws -> RestoreReport {
        try file.withRawBytes { bytes throws(KeychainError) in
            let reader = try BackupReader(BackupSource(bytes), Self.phrase)
            return try keychain.restore(isRehearsal: isRehearsal) { body throws(KeychainError) in
                try reader.forEachItem(body)
            }
        }
    }

    @Test func bringItemsBack() throws {
        let file = try backup(of: full())
        #expect(file.count > 3 * SegmentKey.sealedLength)
        let other = try keychain()
        #expect(try restore(file, into: other, isRehearsal: true).added == Self.count)
        #expect(try other.backupNumbers().leaving == 0)
        #expect(try restore(file, into: other) == RestoreReport(added: Self.count))
        #expect(try restore(file, into: other) == RestoreReport(same: Self.count))
        let secret = try other.secret(for: GenericPassword(service: "s", account: "7"))
        #expect(secret?.string() == "secret of 7")
        #expect(try other.backupNumbers().leaving == Self.count)
    }

    /// The items before the damage were restored already, and are not kept (B7, B11).
    @Test func changeNothingIfTheirEndIsDamaged() throws {
        let file = try backup(of: full())
        var changed = file
        changed[file.count - 1] ^= 1
        let cut = Array(file[..<(Backup.Header.length + 3 * SegmentKey.sealedLength)])
        for damaged in [changed, cut, file + [0]] {
            let other = try keychain()
            #expect(throws: KeychainError(.authenticationFailed)) {
                try restore(damaged, into: other)
            }
            #expect(try other.backupNumbers().leaving == 0)
            #expect(try other.verify().rowCount == 0)
        }
    }

    @Test func endWithTheFirstFailure() throws {
        let keychain = try full()
        var count = 0
        #expect(throws: KeychainError(.diskFull)) {
            _ = try keychain.copyBackupItems { _ throws(KeychainError) in
                count += 1
                throw KeychainError(.diskFull)
            }
        }
        #expect(count == 1)
    }

    /// The receiver of items must not receive them twice, so the user is asked for no proof meanwhile.
    @Test func askForNothingOnceTheyHaveBegun() throws {
        let user = ScriptedAuthenticator()
        var configuration = Keychain.Configuration(applicationIdentifier: "app")
        configuration.passcodeHashing = LockingTests.cheap
        configuration.authenticator = user
        let keychain = try Keychain.inMemory(configuration)
        try keychain.setPasscode(SecretBytes(utf8: "p"))
        try keychain.add("x", for: GenericPassword(service: "s", account: "plain"))
        var guarded = GenericPassword(service: "s", account: "guarded")
        guarded.accessControl = .userPresence(.whenUnlocked)
        try keychain.add("x", for: guarded)
        let context = AuthenticationContext()
        var count = 0
        user.reply([.secret("p")])
        #expect(throws: KeychainError(.authenticationRequired)) {
            _ = try keychain.copyBackupItems(proving: context) { _ in count += 1 }
        }
        #expect(count == 1)
        #expect(user.questions.isEmpty)
        let proven = AuthenticationContext()
        #expect(try keychain.backupNumbers(proving: proven).leaving == 2)
        let asked = user.questions.count
        count = 0
        _ = try keychain.copyBackupItems(proving: proven) { _ in count += 1 }
        #expect(count == 2)
        #expect(user.questions.count == asked)
    }
}
