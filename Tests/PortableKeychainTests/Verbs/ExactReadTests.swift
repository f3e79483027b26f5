import KeychainTesting
import Testing

@testable import PortableKeychain

/// The item that a read means, which is never a guess.
@Suite struct ExactReadTests {
    let keychain: Keychain

    init() throws {
        keychain = try .inMemory(.init(applicationIdentifier: "app", accessGroups: ["team"]))
        try keychain.set("no account", for: GenericPassword(service: "api"))
        try keychain.set("ci", for: GenericPassword(service: "api", account: "ci"))
        try keychain.set(
            "team's",
            for: GenericPassword(service: "api", account: "ci", accessGroup: "team")
        )
        try keychain.set("alone", for: GenericPassword(service: "mail", account: "me"))
    }

    @Test(arguments: [
        (GenericPassword(service: "api"), "no account"),
        (GenericPassword(service: "api", account: "ci"), "ci"),
        (GenericPassword(service: "api", account: "ci", accessGroup: "team"), "team's"),
        (GenericPassword(service: "api", account: "c"), nil),
        (GenericPassword(service: "mail"), nil),
    ])
    func readsWhatWasStoredForTheItem(item: GenericPassword, secret: String?) throws {
        #expect(try keychain.secret(for: item)?.string() == secret)
        #expect(try keychain.item(for: item)?.account == secret.map { _ in item.account })
    }

    @Test func refusesToChooseAmongSeveral() throws {
        let several = KeychainQuery.genericPassword(service: "api")
        #expect(throws: KeychainError(.ambiguous)) { try keychain.secret(matching: several) }
        #expect(throws: KeychainError(.ambiguous)) { try keychain.item(matching: several) }
        #expect(throws: KeychainError(.ambiguous)) { try keychain.reference(matching: several) }
        #expect(try keychain.first(matching: several)?.secret.string() == "no account")
        #expect(try keychain.secret(matching: .genericPassword(account: "me"))?.string() == "alone")
    }

    @Test func refusesToChooseAmongKeysAndCertificates() throws {
        let key = try keychain.keys.generate(
            .ed25519,
            for: KeyItem(tag: "a"),
            storesPublicKey: true
        )
        #expect(throws: KeychainError(.ambiguous)) {
            try keychain.keys.only(matching: .key(tag: "a"))
        }
        #expect(try keychain.keys.first(matching: .key(tag: "a")) == key)
        let half = try keychain.keys.only(matching: .key(tag: "a", keyClass: .publicKey))
        #expect(half == key.publicKey)
        #expect(try keychain.certificates.only(matching: .all) == nil)
        #expect(try keychain.identities.only(matching: .all) == nil)
    }

    @Test func deletesTheItemAlone() throws {
        #expect(try keychain.delete(GenericPassword(service: "api")))
        #expect(try !keychain.delete(GenericPassword(service: "api")))
        #expect(try keychain.items(matching: .genericPassword(service: "api")).count == 2)
    }

    @Test func anUpdateDoesNotPretendToRemoveAnAttribute() throws {
        let item = GenericPassword(service: "labeled", label: "Old")
        try keychain.set("s", for: item)
        #expect(throws: KeychainError(.invalidParameter)) {
            try keychain.update(matching: .exactly(item)) { $0.label = nil }
        }
        #expect(try keychain.item(for: item)?.label == "Old")
        #expect(try keychain.update(matching: .exactly(item)) { $0.label = "New" } == 1)
        #expect(try keychain.item(for: item)?.label == "New")
    }

    @Test func worksInTheBackground() async throws {
        let secret = try await keychain.inBackground { keychain throws(KeychainError) in
            try keychain.secret(for: GenericPassword(service: "mail", account: "me"))
        }
        #expect(secret?.string() == "alone")
        await #expect(throws: KeychainError(.ambiguous)) {
            try await keychain.inBackground { keychain throws(KeychainError) in
                try keychain.secret(matching: .genericPassword(service: "api"))
            }
        }
    }

    @Test func aThousandWaitAtOnce() async throws {
        let keychain = keychain
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 0..<1_000 {
                group.addTask {
                    try await keychain.inBackground { keychain throws(KeychainError) in
                        try keychain.set("v", for: GenericPassword(service: "n\(number % 7)"))
                    }
                }
            }
            try await group.waitForAll()
        }
        #expect(try keychain.contains(.genericPassword(service: "n6")))
    }
}
