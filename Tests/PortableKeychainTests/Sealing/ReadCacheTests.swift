import Foundation
import SealedStore
import Testing

@_spi(Keepers) @testable import PortableKeychain

/// The memory of a read ends with a lock, and with every change (``RecentReads``).
@Suite struct RecentReadsTests {
    private let two: LockingTests.Two
    private static let item = GenericPassword(service: "service", account: "account")
    private static let query = KeychainQuery.genericPassword(
        service: "service",
        account: "account"
    )

    init() throws {
        two = try LockingTests.Two(NoKeyRetention(), shared: false)
        try two.first.add("first", for: Self.item)
    }

    /// Reads often enough to be remembered.
    private func read(_ keychain: Keychain) throws -> String? {
        var answers: Set<String?> = []
        for _ in 0..<4 { answers.insert(try keychain.secret(matching: Self.query)?.string()) }
        #expect(answers.count == 1)
        return answers.first ?? nil
    }

    private var remembered: SecretBytes? {
        get throws {
            let keeper = try #require(two.first.keeper as? LocalKeeper)
            return try keeper.vault.recall(
                RecentReads.Request(
                    itemClass: .genericPassword,
                    attributes: Self.query.attributes,
                    groups: keeper.groups
                )
            )
        }
    }

    @Test func remembers() throws {
        #expect(try remembered == nil)
        #expect(try read(two.first) == "first")
        #expect(try remembered?.string() == "first")
    }

    @Test func noticesChangesOfOthers() throws {
        #expect(try read(two.first) == "first")
        try two.second.set("second", for: Self.item)
        #expect(try remembered == nil)
        #expect(try read(two.first) == "second")
        try two.second.delete(Self.item)
        #expect(try read(two.first) == nil)
    }

    @Test func forgetsWhenItLocks() throws {
        try two.first.setPasscode(SecretBytes(utf8: "1234"))
        #expect(try read(two.first) == "first")
        #expect(try remembered != nil)
        try two.first.lock()
        #expect(try remembered == nil)
        #expect(throws: KeychainError.self) { try two.first.secret(matching: Self.query) }
        try two.first.unlock(passcode: SecretBytes(utf8: "1234"))
        #expect(try remembered == nil)
        #expect(try read(two.first) == "first")
    }

    @Test func forgetsWhenAnotherProcessLocks() throws {
        try two.first.setPasscode(SecretBytes(utf8: "1234"))
        #expect(try read(two.first) == "first")
        try two.second.unlock(passcode: SecretBytes(utf8: "1234"))
        try two.second.lock()
        #expect(try remembered == nil)
        #expect(throws: KeychainError.self) { try two.first.secret(matching: Self.query) }
    }

    private static let missing = KeychainQuery.genericPassword(service: "other", account: "a")

    /// Whether it is known that nothing has the service of the missing item.
    private func knowsAbsence() throws -> Bool {
        let keeper = try #require(two.first.keeper as? LocalKeeper)
        return try keeper.knowsAbsence(
            RecentReads.Request(
                itemClass: .genericPassword,
                attributes: Self.missing.attributes,
                groups: keeper.groups
            )
        )
    }

    /// Misses often enough to be remembered, with other accounts too.
    private func miss() throws {
        for number in 0..<4 {
            for account in ["a", "\(number)"] {
                let query = KeychainQuery.genericPassword(service: "other", account: account)
                #expect(try two.first.secret(matching: query)?.string() == nil)
            }
        }
    }

    @Test func remembersWhatIsAbsent() throws {
        #expect(try !knowsAbsence())
        try miss()
        #expect(try knowsAbsence())
        #expect(try read(two.first) == "first")
        try two.second.add("second", for: GenericPassword(service: "other", account: "a"))
        #expect(try !knowsAbsence())
        #expect(try two.first.secret(matching: Self.missing)?.string() == "second")
    }

    @Test func forgetsWhatIsAbsentWhenAnotherProcessLocks() throws {
        try two.first.setPasscode(SecretBytes(utf8: "1234"))
        try miss()
        #expect(try knowsAbsence())
        try two.second.unlock(passcode: SecretBytes(utf8: "1234"))
        try two.second.lock()
        #expect(try !knowsAbsence())
    }

    /// A request that the rules refuse is refused, although nothing has its service.
    @Test func refusesWhatIsWrongAlthoughItIsAbsent() throws {
        try miss()
        #expect(throws: KeychainError(.noSuchAttribute)) {
            try two.first.secret(matching: Self.missing.with(.server, .string("host")))
        }
        #expect(throws: KeychainError(.missingEntitlement)) {
            try two.first.withAccessGroups([]).secret(matching: Self.missing)
        }
        #expect(throws: KeychainError(.missingEntitlement)) {
            try two.first.secret(matching: Self.missing.inAccessGroup("another"))
        }
    }

    /// Other conditions make another request.
    @Test func keepsRequestsApart() throws {
        #expect(try read(two.first) == "first")
        let other = Self.query.labeled("none")
        for _ in 0..<3 { #expect(try two.first.secret(matching: other) == nil) }
        try two.first.add("again", for: GenericPassword(service: "service", account: "other"))
        #expect(try read(two.first) == "first")
    }
}
