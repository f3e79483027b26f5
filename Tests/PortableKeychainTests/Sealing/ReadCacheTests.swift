import Foundation
import KeychainTesting
import Testing

@_spi(Keepers) @testable import PortableKeychain

/// The memory of reads ends with a lock, and with every change (``ReadCache``).
@Suite struct ReadCacheTests {
    private let two: LockingTests.Two
    private static let item = GenericPassword(service: "service", account: "account")
    private static let query = KeychainQuery.genericPassword(
        service: "service",
        account: "account"
    )
    private static let missing = KeychainQuery.genericPassword(service: "absent", account: "a")

    init() throws {
        two = try LockingTests.Two(NoKeyRetention(), shared: false)
        try two.first.add("first", for: Self.item)
    }

    private enum Known: Equatable {
        case secret(String)
        case absent, nothing
    }

    /// The answer of the first keychain's cache.
    private func known(_ query: KeychainQuery<GenericPassword> = Self.query, limit: Int = 2) throws
        -> Known
    {
        let keeper = try #require(two.first.keeper as? LocalKeeper)
        let request = try #require(keeper.cacheable(Self.request(query, limit: limit)))
        switch try keeper.cached(request) {
        case .found(let secret): return .secret(try #require(secret.string()))
        case .absent: return .absent
        case .unknown: return .nothing
        }
    }

    private static func request(
        _ query: KeychainQuery<GenericPassword> = query,
        limit: Int = 2,
        interaction: UserInteraction = .allowed
    ) -> ItemRequest {
        ItemRequest(
            .copyMatching,
            itemClass: .genericPassword,
            attributes: query.attributes,
            limit: .atMost(limit),
            returning: [.data],
            interaction: interaction
        )
    }

    /// Reads often enough to be remembered.
    private func read(
        _ query: KeychainQuery<GenericPassword> = Self.query,
        in keychain: Keychain? = nil
    ) throws -> String? {
        var answers: Set<String?> = []
        for _ in 0..<4 {
            answers.insert(try (keychain ?? two.first).secret(matching: query)?.string())
        }
        #expect(answers.count == 1)
        return answers.first ?? nil
    }

    /// Misses often enough to be remembered, with other accounts too.
    private func miss() throws {
        for number in 0..<4 {
            for account in ["a", "\(number)"] {
                let query = KeychainQuery.genericPassword(service: "absent", account: account)
                #expect(try two.first.secret(matching: query)?.string() == nil)
            }
        }
    }

    /// A row is copied when it is read again, and answers from then on.
    @Test func remembersWhatIsReadAgain() throws {
        for expected in [.nothing, .secret("first"), .secret("first")] as [Known] {
            #expect(try two.first.secret(matching: Self.query)?.string() == "first")
            #expect(try known() == expected)
        }
    }

    enum Change: CaseIterable { case update, delete, add, rotate }

    /// Another keychain on the same file, as another process has it, changes something.
    @Test(arguments: Change.allCases) func noticesEveryChange(_ change: Change) throws {
        #expect(try read() == "first")
        try miss()
        #expect(try known() == .secret("first"))
        #expect(try known(Self.missing) == .absent)
        switch change {
        case .update: try two.second.set("second", for: Self.item)
        case .delete: try two.second.delete(Self.item)
        case .add: try two.second.add("new", for: GenericPassword(service: "absent", account: "a"))
        case .rotate: try two.second.access.rotate([.device])
        }
        #expect(try known() == .nothing)
        #expect(try known(Self.missing) == .nothing)
        let expected: String? =
            switch change {
            case .update: "second"
            case .delete: nil
            default: "first"
            }
        #expect(try read() == expected)
        #expect(try read(Self.missing) == (change == .add ? "new" : nil))
        #expect(try known() == expected.map { .secret($0) } ?? .nothing)
        #expect(try known(Self.missing) == (change == .add ? .secret("new") : .absent))
    }

    /// A row is not kept if something was committed during its search.
    @Test func noticesChangesDuringASearch() throws {
        #expect(try two.first.secret(matching: Self.query) != nil)
        let second = two.second
        let attendance = RequestAttendance(
            before: {},
            checkpoint: { () throws(KeychainError) in
                // The change is another process's request, which no server attends.
                #expect(throws: Never.self) {
                    try RequestAttendance.$current.withValue(nil) {
                        try second.set("second", for: Self.item)
                    }
                }
            }
        )
        let secret = try RequestAttendance.$current.withValue(attendance) {
            try two.first.secret(matching: Self.query)?.string()
        }
        #expect(secret == "first")
        #expect(try known() == .nothing)
        #expect(try two.first.secret(matching: Self.query)?.string() == "second")
        #expect(try known() == .secret("second"))
    }

    @Test func forgetsWhenItLocks() throws {
        try two.first.setPasscode(SecretBytes(utf8: "1234"))
        #expect(try read() == "first")
        try miss()
        #expect(try known() == .secret("first"))
        try two.first.lock()
        #expect(try known() == .nothing)
        #expect(try known(Self.missing) == .nothing)
        #expect(throws: KeychainError.self) { try two.first.secret(matching: Self.query) }
        try two.first.unlock(passcode: SecretBytes(utf8: "1234"))
        #expect(try known() == .nothing)
        #expect(try read() == "first")
    }

    @Test func forgetsWhenAnotherProcessLocks() throws {
        try two.first.setPasscode(SecretBytes(utf8: "1234"))
        #expect(try read() == "first")
        try miss()
        #expect(try known(Self.missing) == .absent)
        try two.second.unlock(passcode: SecretBytes(utf8: "1234"))
        try two.second.lock()
        #expect(try known() == .nothing)
        #expect(try known(Self.missing) == .nothing)
        #expect(throws: KeychainError.self) { try two.first.secret(matching: Self.query) }
    }

    @Test func remembersWhatIsAbsent() throws {
        #expect(try known(Self.missing) == .nothing)
        try miss()
        #expect(try known(Self.missing) == .absent)
        #expect(try known(.genericPassword(service: "absent", account: "never asked")) == .absent)
        #expect(try read() == "first")
    }

    /// A service that has no such account has others.
    @Test func keepsAServiceApartFromItsAccounts() throws {
        let pair = KeychainQuery.genericPassword(service: "service", account: "none")
        #expect(try read(pair) == nil)
        #expect(try known(pair) == .nothing)
        #expect(try read() == "first")
    }

    /// Texts that look the same and differ in their bytes are two names.
    @Test func keepsUnicodeFormsApart() throws {
        let (composed, decomposed) = ("caf\u{e9}", "cafe\u{301}")
        try two.first.add("e", for: GenericPassword(service: decomposed, account: "a"))
        for service in [composed, decomposed, composed] {
            let query = KeychainQuery.genericPassword(service: service, account: "a")
            let isStored = service.utf8.count > 5
            #expect(try read(query) == (isStored ? "e" : nil))
        }
        let names = [composed, decomposed].map {
            ReadCache.Name(text: $0, hash: 0, key: .service, itemClass: .genericPassword)
        }
        #expect(names[0] == names[0])
        #expect(names[0] != names[1])
        // An import compares the hashes of values alone.
        let hashes = [composed, decomposed].map { AttributeValue.string($0).hashValue }
        #expect(hashes[0] != hashes[1])
    }

    /// A request that the rules refuse is refused, although nothing has its service.
    @Test func refusesWhatIsWrongAlthoughItIsAbsent() throws {
        try miss()
        #expect(try known(Self.missing) == .absent)
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
        #expect(try read() == "first")
        let other = Self.query.labeled("none")
        for _ in 0..<3 { #expect(try two.first.secret(matching: other) == nil) }
        try two.first.add("again", for: GenericPassword(service: "service", account: "other"))
        #expect(try read() == "first")
    }

    /// The items of other groups are not those of the caller.
    @Test func keepsGroupsApart() throws {
        #expect(try read() == "first")
        let other = try two.first.withAccessGroups(["another"])
        #expect(try read(in: other) == nil)
        try other.add("of another", for: Self.item)
        #expect(try read(in: other) == "of another")
        #expect(try read() == "first")
    }

    /// The first of two items is not the only one.
    @Test func keepsTheFirstApartFromTheOnlyOne() throws {
        let groups = try two.first.withAccessGroups(["app", "another"])
        var second = Self.item
        second.accessGroup = "another"
        try groups.add("second", for: second)
        let keeper = try #require(groups.keeper as? LocalKeeper)
        for _ in 0..<4 {
            for (limit, expected) in [(1, ["first"]), (2, ["first", "second"])] {
                let answer = try keeper.perform(Self.request(limit: limit))
                let secrets = answer.items.map { $0.secret?.string() }
                #expect(secrets == expected)
            }
        }
    }

    /// A request that skips items with conditions finds others than one that asks the user.
    @Test func keepsNothingOfARequestThatSkips() throws {
        let keeper = try #require(two.first.keeper as? LocalKeeper)
        for interaction in [.allowed, .forbidden, .skip] as [UserInteraction] {
            let request = Self.request(interaction: interaction)
            #expect((keeper.cacheable(request) == nil) == (interaction == .skip))
        }
    }

    /// An item that demands a proof demands it each time.
    @Test func keepsNothingThatDemandsAProof() throws {
        let passcode = SecretBytes(utf8: "1234")
        try two.first.setPasscode(passcode)
        var guarded = GenericPassword(service: "guarded", account: "a")
        guarded.accessControl = try AccessControl(.whenUnlocked, constraints: .userPresence)
        try two.first.add("s3cret", for: guarded)
        let context = AuthenticationContext()
        context.setCredential(passcode, for: .passcode)
        var request = Self.request(.genericPassword(service: "guarded", account: "a"))
        request.authentication = context
        for _ in 0..<4 {
            #expect(try two.first.perform(request).items.first?.secret?.string() == "s3cret")
        }
        request.authentication = nil
        request.interaction = .forbidden
        let unproven = request
        #expect(throws: KeychainError.self) { try two.first.perform(unproven) }
    }

    @Test(arguments: [(ReadCache.lengthLimit / 2, true), (ReadCache.lengthLimit, false)])
    func keepsNothingLong(_ length: Int, _ isKept: Bool) throws {
        let long = String(repeating: "x", count: length)
        try two.first.set(long, for: Self.item)
        #expect(try read() == long)
        #expect(try known() == (isKept ? .secret(long) : .nothing))
    }

    @Test func keepsNothingInMemory() throws {
        let keychain = try Keychain.inMemory(.init(applicationIdentifier: "app", accessGroups: []))
        try keychain.add("first", for: Self.item)
        #expect(try read(in: keychain) == "first")
        try keychain.set("second", for: Self.item)
        #expect(try read(in: keychain) == "second")
    }

    /// More requests and names than places, so that they displace each other.
    @Test func answersWhenPlacesAreShared() throws {
        let count = 3 * ReadCache.places
        for number in 0..<count where number % 2 == 0 {
            try two.first.add("\(number)", for: GenericPassword(service: "\(number)", account: "a"))
        }
        for _ in 0..<2 {
            for number in 0..<count {
                let query = KeychainQuery.genericPassword(service: "\(number)", account: "a")
                #expect(try read(query) == (number % 2 == 0 ? "\(number)" : nil))
            }
        }
    }
}
