import KeychainTesting
import Testing

@_spi(Keepers) @testable import PortableKeychain

/// Refusals at the edges of groups, locks and proofs.
@Suite struct RefusedRequestTests {
    private let user = ScriptedAuthenticator()
    private let keychain: Keychain
    private let item = GenericPassword(service: "s", account: "a")

    init() throws {
        var configuration = Keychain.Configuration(applicationIdentifier: "app")
        configuration.passcodeHashing = LockingTests.cheap
        configuration.authenticator = user
        keychain = try .inMemory(configuration)
    }

    /// The items that a caller of some groups finds.
    private func count(_ groups: [String]) throws -> Int {
        try keychain.withAccessGroups(groups).items(matching: KeychainQuery<GenericPassword>.all)
            .count
    }

    /// A caller that lists only a reserved group has it as the default one.
    @Test(arguments: ["com.apple.token", "portable-keychain.sync", "portable-keychain.history"])
    func nobodyStoresInAReservedGroup(_ group: String) throws {
        let caller = try keychain.withAccessGroups([group])
        #expect(throws: KeychainError(.missingEntitlement)) { try caller.add("x", for: item) }
        try keychain.withAccessGroups(["other", group]).add("x", for: item)
        #expect(try count(["other"]) == 1)
    }

    /// A group with the name of an internal one is shown only to those who list it (§5.12).
    @Test func aStarShowsNoInternalGroup() throws {
        let groups = ["portable-keychain.other"]
        try keychain.withAccessGroups(groups).add("x", for: item)
        #expect(try count(groups) == 1)
        #expect(try count(["*"]) == 0)
    }

    /// A backup counts what stays here without opening it, so that a lock is no obstacle.
    @Test func aBackupOpensNothingThatStays() throws {
        try keychain.setPasscode(secret("1234"))
        for accessibility in [Accessibility.whenUnlockedThisDeviceOnly, .always] {
            _ = try keychain.perform(LockingTests.item(accessibility))
        }
        try keychain.lock()
        let content = try keychain.backupContent()
        #expect(content.items.count == 1)
        #expect(content.thisDeviceOnly == 1)
    }

    /// A person who says yes without the passcode is refused, and not asked for another way.
    @Test func aConfirmationIsNoPasscode() throws {
        try keychain.setPasscode(secret("1234"))
        var guarded = item
        guarded.accessControl = .userPresence(.whenUnlocked)
        try keychain.add("x", for: guarded)
        user.reply([.confirmed])
        #expect(throws: KeychainError(.authenticationFailed)) { try keychain.secret(for: item) }
        user.reply([.secret("1234")])
        #expect(try keychain.secret(for: item)?.string() == "x")
    }

    @Test(
        arguments: [
            Duration.zero, .milliseconds(999), .seconds(-1), .seconds(1 << 32),
            // Their seconds are no Int64.
            .seconds(1e20), .seconds(-1e20),
        ]
    )
    func theTimeOfALockIsWholeSeconds(_ time: Duration) throws {
        try keychain.setPasscode(secret("1234"))
        #expect(throws: KeychainError(.invalidParameter)) { try keychain.lock(after: time) }
        #expect(throws: KeychainError(.invalidParameter)) {
            try keychain.unlock(passcode: secret("1234"), for: time)
        }
    }

    @Test func theLongestTimeOfAConfigurationHasAnEnd() {
        var configuration = Keychain.Configuration(applicationIdentifier: "app")
        configuration.unlockTime = .seconds(1e20)
        #expect(configuration.world.unlockTime == .max)
        #expect(HistoryPolicy.kept(for: .seconds(1e20)).seconds == .max)
        configuration.unlockTime = .seconds(-1e20)
        #expect(configuration.world.unlockTime == 1)
    }

    /// An item in the place of one that lost its key has a reference of its own.
    @Test func aLostItemLeavesNoReference() throws {
        try keychain.setPasscode(secret("1234"))
        var lost = item
        lost.accessibility = .whenPasscodeSetThisDeviceOnly
        try keychain.add("x", for: lost)
        let reference = try #require(try keychain.reference(matching: .exactly(item)))
        try keychain.removePasscode(secret("1234"))
        try keychain.add("y", for: item)
        #expect(try #require(try keychain.reference(matching: .exactly(item))) != reference)
    }

    /// A reference of another form is distinguished from that of an item that is gone.
    @Test(arguments: [(19, true), (20, false), (21, true), (40, true)])
    func referencesHaveOneLength(_ count: Int, _ isOther: Bool) throws {
        let bytes = Array("genp".utf8) + [UInt8](repeating: 7, count: count - 4)
        let error = #expect(throws: KeychainError.self) {
            try keychain.perform(ItemRequest(.copyMatching, persistentReference: bytes))
        }
        #expect(error?.code == .itemNotFound)
        #expect(error?.reason.contains("another form") == isOther)
    }
}
