import Foundation
import KeychainTesting
import TestRounds
import Testing

@_spi(Keepers) @testable import PortableKeychain

/// Items that require their user, on their way out of a keychain and back (backup-format.md §4).
@Suite(.thorough) struct GuardedBackupTests {
    private let user = ScriptedAuthenticator()
    private static let passcode = "correct horse"
    private static let phrase = SecretBytes(utf8: "two words")

    private func keychain(locked: Bool = true) throws -> Keychain {
        var configuration = Keychain.Configuration(applicationIdentifier: "app")
        configuration.passcodeHashing = LockingTests.cheap
        configuration.authenticator = user
        let keychain = try Keychain.inMemory(configuration)
        if locked { try keychain.setPasscode(secret(Self.passcode)) }
        return keychain
    }

    private func add(
        _ account: String,
        _ constraints: AccessControl.Constraints?,
        _ accessibility: Accessibility = .whenUnlocked,
        to keychain: Keychain
    ) throws {
        let context = AuthenticationContext()
        context.setCredential(secret("own"), for: .applicationPassword)
        var attributes: ItemAttributes = [.account: .string(account)]
        let control = try constraints.map { try AccessControl(accessibility, constraints: $0) }
        if let control { attributes[.accessControl] = .accessControl(control) }
        _ = try keychain.authenticating(with: context).perform(
            ItemRequest(
                .add,
                itemClass: .genericPassword,
                attributes: attributes,
                secret: secret("the secret of \(account)")
            )
        )
    }

    /// A keychain with an item of each kind.
    private func full() throws -> Keychain {
        let keychain = try keychain()
        try add("plain", nil, to: keychain)
        try add("presence", .userPresence, to: keychain)
        try add("passcode", .devicePasscode, to: keychain)
        try add("password", .applicationPassword, to: keychain)
        try add("both", [.userPresence, .applicationPassword], to: keychain)
        try add("here", .userPresence, .whenUnlockedThisDeviceOnly, to: keychain)
        return keychain
    }

    private func read(_ account: String, in keychain: Keychain) throws -> String? {
        let request = ItemRequest(
            .copyMatching,
            itemClass: .genericPassword,
            attributes: [.account: .string(account)],
            returning: [.data]
        )
        return try keychain.perform(request).items.first?.secret?.string()
    }

    /// One proof for all; where they are restored, they require their user again, and no other
    /// proof.
    @Test func comeAlongAfterOneProof() throws {
        let old = try full()
        user.reply([.secret("wrong"), .secret(Self.passcode)])
        let backup = try old.backup(passphrase: Self.phrase, proving: AuthenticationContext())
        #expect(user.questions.map(\.failedAttempts) == [0, 1])
        #expect(user.questions.allSatisfy { $0.kind == .passcode && !$0.reason.isEmpty })
        #expect(backup.count == 3)
        #expect(backup.thisDeviceOnly == 1)
        #expect(backup.guarded == 2)
        for secret in ["presence", "passcode"] {
            let clear = Data("the secret of \(secret)".utf8)
            #expect(Data(backup.bytes).range(of: clear) == nil)
        }
        let new = try keychain()
        #expect(
            try new.restore(backup.bytes, passphrase: Self.phrase) == RestoreReport(added: 3)
        )
        #expect(try read("plain", in: new) == "the secret of plain")
        for account in ["presence", "passcode"] {
            user.reply([])
            #expect(code { _ = try read(account, in: new) } == .authenticationRequired)
            user.reply([.secret(Self.passcode)])
            #expect(try read(account, in: new) == "the secret of \(account)")
        }
        #expect(try new.verify().problems.isEmpty)
        let again = try new.backupContent()
        #expect(again.items.count == 1)
        #expect(again.provable.count == 2)
    }

    /// The user is not asked if the program has a proof, nor if no item needs one.
    @Test func asksNobodyInVain() throws {
        let keychain = try full()
        let context = AuthenticationContext()
        try keychain.access.authenticate(.passcode(secret(Self.passcode)), in: context)
        #expect(try keychain.backup(passphrase: Self.phrase, proving: context).count == 3)
        let given = AuthenticationContext()
        given.setCredential(secret(Self.passcode), for: .passcode)
        #expect(try keychain.backup(passphrase: Self.phrase, proving: given).count == 3)
        let plain = try self.keychain()
        try add("plain", nil, to: plain)
        #expect(
            try plain.backup(passphrase: Self.phrase, proving: AuthenticationContext()).count == 1
        )
        #expect(user.questions.isEmpty)
    }

    /// A refused proof makes no backup, not one without these items.
    @Test(
        arguments: [
            ([.canceled], .userCanceled), ([], .authenticationRequired),
            ([.secret("1"), .secret("2"), .secret("3")], .authenticationFailed),
        ] as [([ScriptedAuthenticator.Reply], KeychainError.Code)]
    )
    func makesNoHalfBackup(_ replies: [ScriptedAuthenticator.Reply], _ expected: KeychainError.Code)
        throws
    {
        let keychain = try full()
        user.reply(replies)
        let found = code {
            _ = try keychain.backup(passphrase: Self.phrase, proving: AuthenticationContext())
        }
        #expect(found == expected)
        #expect(try keychain.backup(passphrase: Self.phrase).count == 1)
    }

    /// A version in a backup never has fewer or other rules than the one that it replaces.
    @Test func replacesOnlyTheSameProtection() throws {
        let old = try keychain()
        try add("a", .userPresence, to: old)
        user.reply([.secret(Self.passcode)])
        let content = try old.backupContent(proving: AuthenticationContext())
        let cases: [(AccessControl.Constraints?, RestoreReport)] = [
            (nil, RestoreReport(replaced: 1, changedHere: 1)),
            (.userPresence, RestoreReport(replaced: 1, changedHere: 1)),
            (.devicePasscode, RestoreReport(protectedHere: 1)),
            (.applicationPassword, RestoreReport(protectedHere: 1)),
        ]
        for (constraints, report) in cases {
            let new = try keychain()
            try add("a", constraints, to: new)
            #expect(try new.restore(content.items, isRehearsal: true) == report)
            #expect(try new.restore(content.items) == report)
            #expect(try new.verify().problems.isEmpty)
            #expect(try new.backupContent().items.isEmpty)
        }
    }

    /// A reader of the first version of the format must not ignore the rules, and a writer cannot
    /// hide that there are some.
    @Test func saysThatThereAreRules() throws {
        let old = try keychain()
        try add("a", .userPresence, to: old)
        user.reply([.secret(Self.passcode)])
        let guarded = try old.backupContent(proving: AuthenticationContext()).items
        var plain = guarded
        plain[0].attributes[.accessControl] = nil
        plain[0].attributes[.accessible] = .string(Accessibility.whenUnlocked.rawValue)
        for (items, version) in [(guarded, 2), (plain, 1)] as [([BackupItem], UInt8)] {
            let file = try Backup.boxed(items, Self.phrase, LockingTests.cheap)
            #expect(file[4] == version)
            let lie = try Backup.boxed(
                content: try Backup.content(of: items),
                version: 3 - version,
                Self.phrase,
                LockingTests.cheap
            )
            for (bytes, isGood) in [(file, true), (lie, false)] {
                let outcome = code {
                    _ = try bytes.withRawBytes { raw throws(KeychainError) in
                        try Backup.open(raw, passphrase: Self.phrase)
                    }
                }
                #expect(outcome == (isGood ? nil : .undecodable))
            }
        }
    }
}
