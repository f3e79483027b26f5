import Foundation
@_spi(Keepers) import KeychainTesting
import Testing

@_spi(Keepers) @testable import PortableKeychain

/// Several changes of typed items: all of them, or none, whatever keeps them.
@Suite struct TransactionTests {
    /// The place of the items.
    enum Place: CaseIterable { case file, memory, passThrough }

    private static func keychain(_ place: Place) throws -> Keychain {
        var configuration = Keychain.Configuration(
            applicationIdentifier: "app",
            accessGroups: ["team"],
            folder: NSTemporaryDirectory() + "/pk-transaction-\(UUID().uuidString)"
        )
        configuration.passcodeHashing = LockingTests.cheap
        let keychain: Keychain
        switch place {
        case .file: keychain = try .create(.named("items"), configuration: configuration)
        case .memory: keychain = try .inMemory(configuration)
        case .passThrough:
            keychain = Keychain(keeper: PassThroughKeeper(try Keychain.inMemory(configuration)))
        }
        for account in ["a", "b"] { try keychain.add("old \(account)", for: item(account)) }
        return keychain
    }

    private static func item(_ account: String) -> GenericPassword {
        GenericPassword(service: "s", account: account)
    }

    /// The content: accounts with secrets.
    private static func contents(_ keychain: Keychain) throws -> [String] {
        try keychain.entries(matching: KeychainQuery<GenericPassword>.all).map { entry in
            "\(entry.item.account): " + (entry.secret.string() ?? "")
        }.sorted()
    }

    private static let before = ["a: old a", "b: old b"]

    private static func cleanUp(_ keychain: Keychain) {
        guard let path = keychain.path else { return }
        try? FileManager.default.removeItem(atPath: (path as NSString).deletingLastPathComponent)
    }

    @Test(arguments: Place.allCases)
    func makesAllChanges(place: Place) throws {
        let keychain = try Self.keychain(place)
        defer { Self.cleanUp(keychain) }
        let count = try keychain.transaction { changes throws(KeychainError) in
            changes.add("new c", for: Self.item("c"))
            changes.set("set a", for: Self.item("a"))
            changes.set("set d", for: Self.item("d"))
            try changes.update(matching: .genericPassword(service: "s", account: "c")) {
                $0.setSecret("changed c")
            }
            try changes.delete(matching: .genericPassword(service: "s", account: "b"))
            return 5
        }
        #expect(count == 5)
        #expect(try Self.contents(keychain) == ["a: set a", "c: changed c", "d: set d"])
    }

    @Test(arguments: Place.allCases)
    func makesNoneWhenOneFails(place: Place) throws {
        let keychain = try Self.keychain(place)
        defer { Self.cleanUp(keychain) }
        let error = #expect(throws: KeychainError(.duplicateItem)) {
            try keychain.transaction { changes throws(KeychainError) in
                changes.set("set a", for: Self.item("a"))
                changes.set("set c", for: Self.item("c"))
                try changes.delete(matching: .genericPassword(service: "s", account: "b"))
                try changes.update(matching: .genericPassword(account: "a")) {
                    $0.setSecret("again")
                }
                changes.add("duplicate", for: Self.item("a"))
            }
        }
        #expect(error?.operation == .add)
        #expect(try Self.contents(keychain) == Self.before)
    }

    @Test(arguments: Place.allCases)
    func doesNothingWhenTheClosureThrows(place: Place) throws {
        let keychain = try Self.keychain(place)
        defer { Self.cleanUp(keychain) }
        #expect(throws: KeychainError(.userCanceled)) {
            try keychain.transaction { changes throws(KeychainError) in
                changes.deleteAll(GenericPassword.self)
                throw KeychainError(.userCanceled)
            }
        }
        #expect(throws: KeychainError(.invalidParameter)) {
            try keychain.transaction { changes throws(KeychainError) in
                changes.set("set a", for: Self.item("a"))
                try changes.delete(matching: KeychainQuery<GenericPassword>.all)
            }
        }
        #expect(try Self.contents(keychain) == Self.before)
    }

    @Test(arguments: Place.allCases)
    func anEmptySearchIsNotAFailure(place: Place) throws {
        let keychain = try Self.keychain(place)
        defer { Self.cleanUp(keychain) }
        try keychain.transaction { changes throws(KeychainError) in
            try changes.delete(matching: .genericPassword(account: "nobody"))
            try changes.update(matching: .genericPassword(account: "nobody")) { $0.label = "x" }
            changes.deleteAll(InternetPassword.self)
            changes.set("set b", for: Self.item("b"))
        }
        try keychain.transaction { _ in }
        #expect(try Self.contents(keychain) == ["a: old a", "b: set b"])
    }

    @Test(arguments: Place.allCases)
    func takesKeysAndCertificatesToo(place: Place) throws {
        let keychain = try Self.keychain(place)
        defer { Self.cleanUp(keychain) }
        let key = try KeyMaterial.generate(.p256)
        #expect(throws: KeychainError(.duplicateItem)) {
            try keychain.transaction { changes in
                changes.add(key, for: KeyItem(tag: "k"))
                changes.add(key, for: KeyItem(tag: "k"))
            }
        }
        #expect(try keychain.keys.all(matching: .all).isEmpty)
        let identity = try KnownIdentity.material()
        try keychain.transaction { changes in
            changes.add(key, for: KeyItem(tag: "k"))
            changes.add(identity)
        }
        #expect(try keychain.keys.all(matching: .key(tag: "k")) == [key])
        #expect(try keychain.identities.only(matching: .all) == identity)
        try keychain.deleteAll(KeyItem.self)
        try keychain.transaction { $0.add(CertificateFixture.old.certificate) }
        #expect(try keychain.certificates.all(matching: .all).count == 2)
    }

    /// A change that a keeper without transactions could not take back is refused by all.
    @Test(arguments: Place.allCases)
    func refusesChangesOfIdentities(place: Place) throws {
        let keychain = try Self.keychain(place)
        defer { Self.cleanUp(keychain) }
        #expect(throws: KeychainError(.invalidParameter)) {
            try keychain.transaction { changes in
                changes.set("set a", for: Self.item("a"))
                changes.deleteAll(IdentityItem.self)
            }
        }
        #expect(try Self.contents(keychain) == Self.before)
    }

    /// The user is asked outside of the transaction, which is rolled back until then.
    @Test func asksTheUserInBetween() throws {
        let user = ScriptedAuthenticator([.secret("own"), .canceled])
        var configuration = Keychain.Configuration(applicationIdentifier: "app")
        configuration.passcodeHashing = LockingTests.cheap
        configuration.authenticator = user
        let keychain = try Keychain.inMemory(configuration)
        var guarded = Self.item("guarded")
        guarded.accessControl = try AccessControl(.whenUnlocked, constraints: .applicationPassword)
        let protected = guarded
        try keychain.transaction { changes in
            changes.add("old a", for: Self.item("a"))
            changes.add("s3cret", for: protected)
        }
        #expect(
            try keychain.items(matching: KeychainQuery<GenericPassword>.all.interaction(.skip))
                .count == 1
        )
        var other = protected
        other.account = "other"
        let refused = other
        #expect(throws: KeychainError(.userCanceled)) {
            try keychain.transaction { changes in
                changes.set("set a", for: Self.item("a"))
                changes.add("s3cret", for: refused)
            }
        }
        #expect(try keychain.secret(matching: .genericPassword(account: "a"))?.string() == "old a")
        #expect(user.questions.map(\.kind) == [.newApplicationPassword, .newApplicationPassword])
    }
}
