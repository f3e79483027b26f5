import KeychainTesting
import Testing

@testable import PortableKeychain

/// The changes that watching a keychain reports.
@Suite struct ChangesTests {
    let keychain: Keychain
    let item = GenericPassword(service: "api", account: "ci")

    init() throws { keychain = try .inMemory(.init(applicationIdentifier: "app")) }

    @Test func tellsTheChangesBetweenTwoSearches() throws {
        try keychain.set("a", for: item)
        var watch = KeychainWatch(keychain, .genericPassword(service: "api"))
        #expect(try watch.look().isEmpty)
        #expect(try watch.look().isEmpty)

        try keychain.set("x", for: GenericPassword(service: "other"))
        #expect(try watch.look().isEmpty)

        try keychain.set("b", for: GenericPassword(service: "api", account: "new"))
        _ = try keychain.update(matching: .exactly(item)) { $0.label = "Label" }
        var changes = try watch.look()
        #expect(changes.map(\.kind) == [.updated, .added])
        #expect(changes.map(\.item.account) == ["ci", "new"])
        #expect(changes.first?.item.label == "Label")

        try keychain.delete(item)
        changes = try watch.look()
        #expect(changes.map(\.kind) == [.deleted])
        #expect(changes.map(\.item.label) == ["Label"])
    }

    @Test func waitsWhileLocked() throws {
        let keychain = try Keychain.inMemory(.quick)
        try keychain.set("a", for: item)
        try keychain.set("stays", for: GenericPassword(service: "api", account: "other"))
        try keychain.setPasscode(SecretBytes(utf8: "1234"))
        var watch = KeychainWatch(keychain, .genericPassword(service: "api"))
        _ = try watch.look()
        try keychain.delete(item)
        try keychain.lock()
        #expect(try watch.look().isEmpty)
        try keychain.unlock(passcode: SecretBytes(utf8: "1234"))
        #expect(try watch.look().map(\.kind) == [.deleted])
    }

    @Test func beginsWhileLocked() throws {
        let keychain = try Keychain.inMemory(.quick)
        try keychain.set("a", for: item)
        try keychain.setPasscode(SecretBytes(utf8: "1234"))
        try keychain.lock()
        var watch = KeychainWatch(keychain, .genericPassword(service: "api"))
        #expect(try watch.look().isEmpty)
        try keychain.unlock(passcode: SecretBytes(utf8: "1234"))
        #expect(try watch.look().isEmpty)
        try keychain.delete(item)
        #expect(try watch.look().map(\.kind) == [.deleted])
    }

    /// With and without a way to ask the user, who is not asked.
    @Test(arguments: [false, true]) func leavesOutItemsThatRequireAProof(_ canAsk: Bool) throws {
        let user = ScriptedAuthenticator()
        var configuration = Keychain.Configuration.quick
        if canAsk { configuration.authenticator = user }
        let keychain = try Keychain.inMemory(configuration)
        try keychain.setPasscode(SecretBytes(utf8: "1234"))
        var guarded = GenericPassword(service: "api", account: "guarded")
        guarded.accessControl = .userPresence(.whenUnlocked)
        try keychain.add("a", for: guarded)
        var watch = KeychainWatch(keychain, .genericPassword(service: "api"))
        #expect(try watch.look().isEmpty)
        try keychain.set("a", for: item)
        #expect(try watch.look().map(\.item.account) == ["ci"])
        #expect(user.questions.isEmpty)
    }

    @Test func isASequence() async throws {
        let keychain = keychain
        let item = item
        let writer = Task {
            while !Task.isCancelled {
                try keychain.set("b", for: item)
                try await Task.sleep(for: .milliseconds(5))
                try keychain.delete(item)
                try await Task.sleep(for: .milliseconds(5))
            }
        }
        var kinds: Set<KeychainChangeKind> = []
        let changes = keychain.changes(
            of: .genericPassword(service: "api"),
            every: .milliseconds(1)
        )
        for try await change in changes {
            kinds.insert(change.kind)
            if kinds.isSuperset(of: [.added, .deleted]) { break }
        }
        writer.cancel()
        #expect(kinds.isSuperset(of: [.added, .deleted]))
    }

    @Test func endsWithItsTask() async throws {
        let keychain = keychain
        let task = Task {
            for try await _ in keychain.changes(of: KeychainQuery<GenericPassword>.all) {}
            return true
        }
        task.cancel()
        #expect(try await task.value)
    }
}
