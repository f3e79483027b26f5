import Foundation
import Testing

@_spi(Keepers) @testable import PortableKeychain

/// No description, dump or mirror of any public value shows a secret.
@Suite struct NoSecretShowsTests {
    static let marker = "xyzzy-marker-secret"

    @Test func valuesThatCarryASecret() throws {
        let configuration = Keychain.Configuration(applicationIdentifier: "app", accessGroups: [])
        let keychain = try Keychain.inMemory(configuration)
        let item = GenericPassword(service: "api", account: "ci")
        try keychain.add(Self.marker, for: item)
        let buffer = SecretBytes(utf8: Self.marker)
        var changes = KeychainUpdate<GenericPassword>()
        changes.setSecret(Self.marker)
        let add = ItemRequest(.add, itemClass: .genericPassword, secret: buffer)
        let update = ItemRequest(.update(ItemChanges(secret: buffer)))
        let answer = try keychain.keeper.perform(
            KeychainQuery.exactly(item).search([.data, .attributes, .persistentReference])
        )
        let entries = try keychain.entries(matching: .exactly(item))
        let values: [Any] = [
            buffer, changes, add, update, answer, entries, keychain, item,
            configuration, KeychainQuery.exactly(item), ItemStep(add, or: update),
        ]
        for value in values { Self.expectHidden(value) }
        #expect("\(buffer)" == "<secret>")
        #expect(answer.items.first?.secret?.matches(buffer) == true)
    }

    @Test func errors() throws {
        let keychain = try Keychain.inMemory(.init(applicationIdentifier: "app", accessGroups: []))
        let item = GenericPassword(service: "api")
        try keychain.add(Self.marker, for: item)
        let failures: [() throws -> Void] = [
            { try keychain.add(Self.marker, for: item) },
            {
                var other = item
                other.accessGroup = "another"
                try keychain.set(Self.marker, for: other)
            },
            { try keychain.unlock(passcode: SecretBytes(utf8: Self.marker)) },
            { try keychain.removePasscode(SecretBytes(utf8: Self.marker)) },
            { _ = try SecretBytes(utf8: Self.marker).decode(Int.self) },
            { _ = try SecretBytes(utf8: "\"\(Self.marker)\"").decode(Int.self) },
        ]
        for failure in failures {
            let error = #expect(throws: KeychainError.self) { try failure() }
            if let error { Self.expectHidden(error) }
        }
    }

    private static func expectHidden(_ value: Any) {
        var dumped = ""
        dump(value, to: &dumped)
        for text in [String(describing: value), String(reflecting: value), dumped] {
            #expect(!text.contains(marker), "\(type(of: value)) shows its secret")
            #expect(!text.contains("120, 121, 122, 122, 121"), "\(type(of: value)) shows bytes")
        }
    }
}
