@_spi(Keepers) import KeychainTesting
import Testing

@_spi(Keepers) @testable import PortableKeychain

/// The requests of the verbs to a keeper, one by one.
@Suite struct RequestTests {
    let recorder: RecordingKeeper
    let keychain: Keychain
    private static let group = "app"

    init() throws {
        recorder = RecordingKeeper(
            try Keychain.inMemory(.init(applicationIdentifier: "app", accessGroups: [])).keeper
        )
        keychain = Keychain(keeper: recorder)
    }

    @Test func matchingBecomesOneRequest() throws {
        let matching = KeychainQuery.internetPassword(server: "example.org", port: 443)
            .synchronizable(.any).inAccessGroup("app").labeled("Web").accessible(.always)
            .interaction(.skip).onHostOrSubdomain(of: "org")
        let request = matching.search([.data], limit: .all)
        #expect(request.itemClass == .internetPassword)
        #expect(
            request.attributes == [
                .server: .string("example.org"), .port: .number(443),
                .synchronizable: SynchronizationScope.any.value, .accessGroup: .string("app"),
                .label: .string("Web"), .accessible: .string("dk"),
            ]
        )
        #expect(request.filters == [.hostOrSubdomain("org")])
        #expect(request.interaction == .skip)
        #expect(request.limit == .all)
        #expect(request.returning == [.data])
        #expect(request.persistentReference == nil)
    }

    @Test func identityNamesWhatIsAbsent() {
        let item = InternetPassword(server: "example.org")
        #expect(
            KeychainQuery.exactly(item).request(.delete).attributes == [
                .server: .string("example.org"), .account: .string(""),
                .networkProtocol: .number(0), .port: .number(0), .path: .string(""),
                .authenticationType: .string(""), .securityDomain: .string(""),
                .synchronizable: .number(0),
            ]
        )
    }

    @Test func setUpdatesBeforeItAdds() throws {
        let item = GenericPassword(service: "api", label: "API", accessGroup: Self.group)
        try keychain.set("a", for: item)
        try keychain.set("b", for: item)
        #expect(recorder.requests.map(Self.name) == ["update", "add", "update"])
        guard case .update(let changes) = recorder.requests[0].verb else { return }
        #expect(changes.attributes == [.label: .string("API")])
    }

    /// A keeper that does not say which group is the first finds that out by adding.
    @Test func setAddsBeforeItUpdatesWithoutAGroup() throws {
        let item = GenericPassword(service: "api")
        try keychain.set("a", for: item)
        try keychain.set("b", for: item)
        let names = recorder.requests.map(Self.name)
        #expect(names == ["copyMatching", "add", "copyMatching", "add", "update"])
    }

    @Test func setSurvivesALostRace() throws {
        // Another program deletes the item before the update and adds it before the addition.
        let keeper = FailingKeeper(
            recorder,
            failures: [1: KeychainError(.itemNotFound), 2: KeychainError(.duplicateItem)]
        )
        let item = GenericPassword(service: "api", accessGroup: Self.group)
        try keychain.add("theirs", for: item)
        try Keychain(keeper: keeper).set("ours", for: item)
        #expect(keeper.requestCount == 3)
        let secret = try keychain.secret(matching: .exactly(item))
        let found = secret?.string()
        #expect(found == "ours")
    }

    @Test func setGivesUpInTheEnd() throws {
        let answers = (1...100).map { number in
            (number, KeychainError(number % 2 == 1 ? .itemNotFound : .duplicateItem))
        }
        let keeper = FailingKeeper(
            recorder,
            failures: Dictionary(uniqueKeysWithValues: answers)
        )
        #expect(throws: KeychainError(.duplicateItem)) {
            try Keychain(keeper: keeper)
                .set("a", for: GenericPassword(service: "api", accessGroup: Self.group))
        }
    }

    @Test func whatTheKeychainDecidesIsNotSent() throws {
        let stored = try keychain.add("a", for: GenericPassword(service: "api"))
        try keychain.set("b", for: stored)
        let update = try #require(recorder.requests.last)
        guard case .update(let changes) = update.verb else { return }
        #expect(changes.attributes == [.accessible: .string("ak")])
    }

    private static func name(_ request: ItemRequest) -> String {
        switch request.verb {
        case .add: "add"
        case .copyMatching: "copyMatching"
        case .update: "update"
        case .delete: "delete"
        }
    }
}
