import Testing

@_spi(Keepers) @testable import PortableKeychain

/// Changes together of which one is in memory at a time.
@Suite struct StepwiseTests {
    private let keychain: Keychain

    init() throws {
        keychain = try .inMemory(Keychain.Configuration(applicationIdentifier: "app"))
    }

    private static func addition(_ account: String) -> ItemRequest {
        ItemRequest(
            .add,
            itemClass: .genericPassword,
            attributes: [.service: .string("s"), .account: .string(account)],
            secret: SecretBytes(utf8: "secret of \(account)")
        )
    }

    private func count() throws -> Int { try keychain.backupNumbers().leaving }

    @Test func areAllMade() throws {
        try keychain.performTogether { body throws(KeychainError) in
            for number in 0..<10 { try body(ItemStep(Self.addition("\(number)"))) }
            // A step that is skipped ends nothing.
            try body(ItemStep(Self.addition("1"), skipping: [.duplicateItem]))
        }
        #expect(try count() == 10)
    }

    /// A step that fails, or whatever brings the steps, takes back those before.
    @Test func areNotMadeIfOneFails() throws {
        let error = #expect(throws: KeychainError.self) {
            try keychain.performTogether { body throws(KeychainError) in
                for account in ["1", "2", "1"] { try body(ItemStep(Self.addition(account))) }
            }
        }
        #expect(error?.code == .duplicateItem)
        #expect(throws: KeychainError(.diskFull)) {
            try keychain.performTogether { body throws(KeychainError) in
                try body(ItemStep(Self.addition("1")))
                throw KeychainError(.diskFull)
            }
        }
        #expect(try count() == 0)
    }

    /// A search is no change, and a replacement cannot be one of several.
    @Test func areOnlyChanges() throws {
        var search = Self.addition("1")
        (search.verb, search.secret) = (.copyMatching, nil)
        let deletion = ItemRequest(.delete, itemClass: .genericPassword)
        for step in [ItemStep(search), ItemStep(Self.addition("1"), replacing: deletion)] {
            let error = #expect(throws: KeychainError.self) {
                try keychain.performTogether { body throws(KeychainError) in
                    try body(ItemStep(Self.addition("2")))
                    try body(step)
                }
            }
            #expect(error?.code == .invalidParameter)
        }
        #expect(try count() == 0)
    }
}
