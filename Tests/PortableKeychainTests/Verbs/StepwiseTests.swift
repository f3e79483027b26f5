@_spi(Keepers) import KeychainTesting
import Testing

@_spi(Keepers) @testable import PortableKeychain

/// Changes together of which one is in memory at a time.
@Suite struct StepwiseTests {
    private let keychain: Keychain

    init() throws {
        var configuration = Keychain.Configuration(applicationIdentifier: "app")
        configuration.passcodeHashing = try PasscodeHashing(
            rounds: 1 << 10,
            blockSize: 1,
            parallelism: 1
        )
        keychain = try .inMemory(configuration)
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

    /// A proof that is found to be needed meanwhile is asked for, and then all is made again, once.
    @Test func areMadeAgainAfterAQuestion() throws {
        let change = ItemRequest(
            .update(ItemChanges(secret: SecretBytes(utf8: "new"))),
            itemClass: .genericPassword,
            attributes: [.service: .string("s"), .account: .string("3")]
        )
        let vault = try #require(keychain.vault)
        #expect(!vault.hasConfirmedAbsence)
        var (rounds, ended) = (0, 0)
        try keychain.performTogether { body throws(KeychainError) in
            rounds += 1
            try body(ItemStep(Self.addition("1")))
            try body(ItemStep(change, or: Self.addition("3")))
            ended += 1
        }
        #expect(vault.hasConfirmedAbsence)
        #expect(rounds == 2 && ended == 1)
        #expect(try count() == 2)
    }

    /// A proof of the caller is one for each step.
    @Test func carryTheContextOfTheirCaller() throws {
        var item = GenericPassword(service: "s", account: "1")
        item.accessControl = .applicationPassword()
        let context = AuthenticationContext()
        context.setCredential(SecretBytes(utf8: "pass"), for: .applicationPassword)
        try keychain.authenticating(with: context).add("old", for: item)
        let change = ItemRequest(
            .update(ItemChanges(secret: SecretBytes(utf8: "new"))),
            itemClass: .genericPassword,
            attributes: [.service: .string("s"), .account: .string("1")]
        )
        #expect(throws: KeychainError.self) {
            try keychain.performTogether { body throws(KeychainError) in
                try body(ItemStep(Self.addition("2")))
                try body(ItemStep(change))
            }
        }
        #expect(try keychain.secret(matching: .genericPassword(account: "2")) == nil)
        try keychain.authenticating(with: context).performTogether { body throws(KeychainError) in
            try body(ItemStep(change))
        }
        let secret = try keychain.authenticating(with: context)
            .secret(matching: .genericPassword(account: "1"))
        #expect(secret?.string() == "new")
    }

    /// A keeper of another kind gets them all at once.
    @Test func areMadeByOtherKeepers() throws {
        let other = Keychain(keeper: FailingKeeper(keychain, failures: [:]))
        try other.performTogether { body throws(KeychainError) in
            for account in ["1", "2"] { try body(ItemStep(Self.addition(account))) }
        }
        #expect(throws: KeychainError(.duplicateItem)) {
            try other.performTogether { body throws(KeychainError) in
                for account in ["3", "1"] { try body(ItemStep(Self.addition(account))) }
            }
        }
        #expect(try count() == 2)
    }
}
