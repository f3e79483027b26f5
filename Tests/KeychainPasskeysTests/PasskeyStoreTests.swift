import Foundation
import KeychainTesting
@_spi(Keepers) import PortableKeychain
import Testing

@testable import KeychainPasskeys

extension PasskeyAccount {
    static let example = PasskeyAccount(
        relyingParty: "example.com",
        userHandle: [1, 2, 3],
        userName: "ann",
        displayName: "Ann Example",
        credentialID: [9, 8, 7],
        created: Date(timeIntervalSinceReferenceDate: 700_000_000.25)
    )
}

/// Passkeys as items of a keychain.
@Suite struct PasskeyStoreTests {
    private let keychain: Keychain

    init() throws { keychain = try PasskeyFixture().keychain }

    private func passkey(
        _ specification: KeySpecification = .p256,
        _ change: (inout PasskeyAccount) -> Void = { _ in }
    ) throws -> Passkey {
        var account = PasskeyAccount.example
        change(&account)
        return Passkey(account, privateKey: try KeyMaterial.generate(specification).pkcs8())
    }

    @Test(arguments: [KeySpecification.p256, .ed25519]) func whatIsAddedComesBack(
        specification: KeySpecification
    ) throws {
        let passkey = try passkey(specification)
        let added = try keychain.passkeys.add(passkey)
        let found = try #require(try keychain.passkeys.list(relyingParty: "example.com").first)
        #expect(found.account == .example)
        #expect(found.reference == added.reference)
        #expect(try keychain.passkeys.privateKey(of: found).matches(passkey.privateKey))
        #expect(try keychain.passkeys.delete(found))
        #expect(try !keychain.passkeys.delete(found))
        #expect(try keychain.passkeys.list().isEmpty)
    }

    @Test func sitesAreKeptApart() throws {
        for site in ["example.com", "login.example.com", "example.co"] {
            try keychain.passkeys.add(passkey { $0.relyingParty = site })
        }
        #expect(try keychain.passkeys.list().count == 3)
        let found = try keychain.passkeys.list(relyingParty: "example.com")
        #expect(found.map(\.account.relyingParty) == ["example.com"])
    }

    /// Finding the passkeys of a site opens no others: locked ones of another site are not in the way.
    @Test func aSiteIsFoundWithoutAScan() throws {
        try keychain.passkeys.add(passkey { $0.relyingParty = "other.example" })
        try keychain.setPasscode(SecretBytes(utf8: "a"))
        try keychain.lock()
        #expect(try keychain.passkeys.list(relyingParty: "example.com").isEmpty)
        let error = #expect(throws: KeychainError.self) { try keychain.passkeys.list() }
        #expect(error?.code == .locked)
    }

    @Test func anAccountHasOnePasskey() throws {
        let first = try passkey()
        try keychain.passkeys.add(first)
        let second = try passkey { $0.credentialID = [1] }
        for isSynchronizable in [false, true] {
            let error = #expect(throws: KeychainError.self) {
                try keychain.passkeys.add(second, isSynchronizable: isSynchronizable)
            }
            #expect(error?.code == .duplicateItem)
        }
        let added = try keychain.passkeys.add(second, isSynchronizable: true, replacing: true)
        #expect(added.item.isSynchronizable)
        #expect(try keychain.passkeys.list().map(\.account.credentialID) == [[1]])
        // The same key under another name.
        try keychain.passkeys.add(second, isSynchronizable: true, replacing: true)
        try keychain.passkeys.add(passkey { $0.userHandle = [4] })
        #expect(try keychain.passkeys.list().count == 2)
    }

    @Test(
        arguments: [
            { $0.userHandle = [] }, { $0.userHandle = [UInt8](repeating: 1, count: 65) },
            { $0.credentialID = [] }, { $0.credentialID = [UInt8](repeating: 1, count: 1024) },
            { $0.userName = String(repeating: "a", count: 1025) },
            { $0.displayName = String(repeating: "ü", count: 513) },
            { $0.relyingParty = "" }, { $0.relyingParty = "Example.com" },
            { $0.relyingParty = "127.0.0.1" }, { $0.relyingParty = "bücher.example" },
            { $0.created = Date(timeIntervalSince1970: 1e300) },
            { $0.created = Date(timeIntervalSince1970: .nan) },
        ] as [@Sendable (inout PasskeyAccount) -> Void]
    )
    func otherAccountsAreRefused(change: @Sendable (inout PasskeyAccount) -> Void) throws {
        let passkey = try passkey(.p256, change)
        let error = #expect(throws: KeychainError.self) { try keychain.passkeys.add(passkey) }
        #expect(error?.code == .invalidParameter)
        #expect(try keychain.passkeys.list().isEmpty)
    }

    @Test(arguments: [KeySpecification.p384, .x25519, .rsa(bits: 2048)])
    func otherKeysAreRefused(specification: KeySpecification) throws {
        let error = #expect(throws: KeychainError.self) {
            try keychain.passkeys.add(passkey(specification))
        }
        #expect(error?.code == .invalidParameter)
        let garbage = Passkey(.example, privateKey: SecretBytes([1, 2, 3]))
        let other = #expect(throws: KeychainError.self) { try keychain.passkeys.add(garbage) }
        #expect(other?.code == .undecodable)
    }

    /// Keys that stay on this device are in no export.
    @Test func whatStaysIsNotExported() throws {
        let fixture = try PasskeyFixture(token: SoftwareToken())
        let keychain = fixture.keychain
        let registration = try PasskeyRegistration(
            PasskeyOptionsText.registration().secret,
            for: PasskeyPage("https://example.com")
        )
        let inToken = try registration.credential(
            in: keychain,
            asking: PasskeyUser(.yes),
            storing: .token
        ).passkey
        #expect(inToken.isInToken && !inToken.mayLeaveDevice)
        let first = #expect(throws: KeychainError.self) {
            try keychain.passkeys.privateKey(of: inToken)
        }
        #expect(first?.code == .unimplemented)
        let added = try keychain.passkeys.add(passkey { $0.userHandle = [5] })
        _ = try keychain.update(matching: .reference(added.reference)) {
            $0.accessibility = .whenUnlockedThisDeviceOnly
        }
        let bound = try #require(
            try keychain.passkeys.list().first { $0.reference == added.reference }
        )
        let second = #expect(throws: KeychainError.self) {
            try keychain.passkeys.privateKey(of: bound)
        }
        #expect(second?.code == .notAvailable)
    }

    @Test func namesChangeHereAlone() throws {
        let added = try keychain.passkeys.add(passkey())
        try keychain.passkeys.rename(added, to: "anna")
        let found = try #require(try keychain.passkeys.list().first)
        #expect(found.account.userName == "anna")
        #expect(found.account.credentialID == added.account.credentialID)
        #expect(found.item.label == "example.com (anna)")
        #expect(found.reference == added.reference)
        let error = #expect(throws: KeychainError.self) {
            try keychain.passkeys.rename(found, to: String(repeating: "a", count: 1025))
        }
        #expect(error?.code == .invalidParameter)
    }

    // MARK: - What programs see

    /// Programs that list or delete their keys do not meet passkeys; one that names the group does.
    @Test func programsDoNotMeetThem() throws {
        try keychain.passkeys.add(passkey())
        for scope in [SynchronizationScope.local, .any] {
            #expect(
                try keychain.items(matching: KeychainQuery<KeyItem>.all.synchronizable(scope))
                    .isEmpty
            )
        }
        #expect(try keychain.deleteAll(KeyItem.self) == 0)
        let named = KeychainQuery<KeyItem>.all.inAccessGroup("keychainctl")
        #expect(try keychain.items(matching: named).count == 1)
        #expect(try keychain.passkeys.list().count == 1)
    }

    /// An item that a program has changed is not a passkey, and never an error.
    @Test(
        arguments: [
            (.alias, .data(Data([1, 2, 3]))), (.alias, .string("ssh")), (.alias, .data(Data())),
            (.applicationTag, .data(Data("passkey:".utf8))),
            (.applicationTag, .data(Data("passkey:EXAMPLE.com".utf8))),
            (.applicationTag, .data(Data("other".utf8))), (.keyClass, .number(0)),
            (.accessGroup, .string("browser")),
        ] as [(AttributeKey, AttributeValue)]
    )
    func changedItemsAreNone(key: AttributeKey, value: AttributeValue) throws {
        let added = try keychain.passkeys.add(passkey())
        let changes = ItemChanges(attributes: ItemAttributes(dictionaryLiteral: (key, value)))
        _ = try keychain.perform(
            ItemRequest(.update(changes), persistentReference: added.reference.bytes)
        )
        #expect(try keychain.passkeys.list().isEmpty)
    }

    /// A label is for users: a change of it has no other effect.
    @Test func labelsAreNotRead() throws {
        let added = try keychain.passkeys.add(passkey())
        _ = try keychain.update(matching: .reference(added.reference)) { $0.label = "evil.example" }
        #expect(try keychain.passkeys.list().map(\.account) == [.example])
    }

    /// The layout of item-semantics.md §9.1, byte by byte.
    @Test func detailsHaveTheirLayout() throws {
        var expected: [UInt8] = [1, 1]
        let milliseconds = Int64((978_307_200 + 700_000_000.25) * 1000)
        expected += withUnsafeBytes(of: milliseconds.bigEndian) { Array($0) }
        expected += [0, 0, 0, 3, 9, 8, 7, 0, 0, 0, 3, 1, 2, 3, 0, 0, 0, 3] + Array("ann".utf8)
        expected += [0, 0, 0, 11] + Array("Ann Example".utf8)
        #expect(PasskeyAccount.example.details == expected)
        let read = try PasskeyAccount(relyingParty: "example.com", details: expected)
        #expect(read == .example)
        for (place, value) in [(0, 2), (1, 2), (13, 4), (13, 0)] as [(Int, UInt8)] {
            var changed = expected
            changed[place] = value
            #expect(throws: KeychainError.self) {
                try PasskeyAccount(relyingParty: "example.com", details: changed)
            }
        }
        for length in expected.indices {
            #expect(throws: KeychainError.self) {
                try PasskeyAccount(relyingParty: "example.com", details: Array(expected[..<length]))
            }
        }
        #expect(throws: KeychainError.self) {
            try PasskeyAccount(relyingParty: "example.com", details: expected + [0])
        }
    }
}

/// Questions in the words that people see.
@Suite struct PasskeyQuestionTests {
    @Test(
        arguments: [
            (.register, "example.com wants to make a passkey, with which you sign in as 'ann'."),
            (
                .replace,
                "example.com wants to make a passkey in place of the one of 'ann' that you have. "
                    + "The old one is deleted."
            ),
            (
                .excluded,
                "example.com asks whether you have a passkey for it. You have the one of 'ann'; "
                    + "if you say yes, the site learns that."
            ),
            (.signIn, "example.com asks you to sign in as 'ann' with a passkey."),
        ] as [(PasskeyQuestion.Kind, String)]
    )
    func namesSiteAndAccount(kind: PasskeyQuestion.Kind, sentence: String) {
        let question = PasskeyQuestion(kind: kind, site: "example.com", accounts: ["ann"])
        #expect(question.sentence() == sentence)
        let nameless = PasskeyQuestion(kind: kind, site: "example.com", accounts: [""])
        #expect(!nameless.sentence().contains("'"))
    }

    @Test func wordsOfStrangersAreEscapedAndShort() {
        let name = "\u{1B}[2Jann\n\u{202E}" + String(repeating: "x", count: 5000)
        let question = PasskeyQuestion(kind: .signIn, site: "example.com", accounts: [name])
        #expect(question.sentence().count < 160)
        #expect(
            !question.sentence().unicodeScalars.contains { $0.value < 0x20 || $0.value == 0x202E }
        )
    }

    @Test func anOrdinaryAuthenticatorIsAskedAccountByAccount() throws {
        let question = PasskeyQuestion(
            kind: .signIn,
            site: "example.com",
            accounts: ["a", "b", "c"]
        )
        let rows: [([ScriptedAuthenticator.Reply], Int?, Int)] = [
            ([.confirmed], 0, 1), ([.canceled, .canceled, .confirmed], 2, 3),
            ([.canceled, .canceled, .canceled], nil, 3), ([.canceled, .absent], nil, 2),
            ([.secret("x")], nil, 1),
        ]
        for (replies, chosen, count) in rows {
            let user = ScriptedAuthenticator(replies)
            let asker = AuthenticatorAsker(user, keychain: nil)
            #expect((try? asker.account(for: question)) == chosen)
            #expect(user.questions.count == count)
            #expect(user.questions.allSatisfy { $0.kind == .presence && !$0.reason.isEmpty })
        }
    }
}
