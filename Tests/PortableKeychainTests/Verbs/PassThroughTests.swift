@_spi(Keepers) import KeychainTesting
import Testing

@_spi(Keepers) @testable import PortableKeychain

/// A keychain on a keeper that only answers requests.
@Suite struct PassThroughTests {
    private let behind: Keychain
    private let keychain: Keychain

    init() throws {
        behind = try .inMemory(.init(applicationIdentifier: "app", accessGroups: ["team"]))
        keychain = Keychain(keeper: PassThroughKeeper(behind))
    }

    /// The operations that such a keychain cannot do, and a word of the reason.
    private static let missing: [(String, @Sendable (Keychain) throws(KeychainError) -> Void)] = [
        (
            "access groups",
            { keychain throws(KeychainError) in
                _ = try keychain.withAccessGroups(["team"])
            }
        ),
        (
            "authenticate the user",
            { keychain throws(KeychainError) in
                try keychain.authenticate(.userPresence, in: AuthenticationContext())
            }
        ),
        (
            "authenticate the user",
            { keychain throws(KeychainError) in
                try keychain.canAuthenticate([], in: AuthenticationContext())
            }
        ),
        ("locked", { keychain throws(KeychainError) in _ = try keychain.lockState }),
        ("locked", { keychain throws(KeychainError) in _ = try keychain.hasPasscode }),
        ("locked", { keychain throws(KeychainError) in _ = try keychain.access.sharesUnlocking }),
        ("locked", { keychain throws(KeychainError) in try keychain.lock() }),
        ("locked", { keychain throws(KeychainError) in try keychain.lock(after: .seconds(1)) }),
        (
            "locked",
            { keychain throws(KeychainError) in
                try keychain.unlock(passcode: SecretBytes(utf8: "p"))
            }
        ),
        (
            "passcode",
            { keychain throws(KeychainError) in
                try keychain.setPasscode(SecretBytes(utf8: "p"))
            }
        ),
        ("damage", { keychain throws(KeychainError) in _ = try keychain.verify() }),
        ("backed up", { keychain throws(KeychainError) in _ = try keychain.backupContent() }),
        ("restored", { keychain throws(KeychainError) in _ = try keychain.restore([]) }),
        ("changed", { keychain throws(KeychainError) in _ = try keychain.changeMark }),
    ]

    @Test(arguments: missing.indices)
    func saysWhatItCannotDo(index: Int) throws {
        let (word, call) = Self.missing[index]
        let error = #expect(throws: KeychainError(.unimplemented)) { try call(keychain) }
        #expect(error?.reason.contains(word) == true)
        // A managed keeper that implements nothing more than its groups says the same.
        let bare = Keychain(keeper: BareKeeper(behind: behind))
        #expect(throws: KeychainError(.unimplemented)) { try call(bare) }
    }

    @Test func takesTheGroupsOfItsKeeper() throws {
        #expect(behind.accessGroups?.names == ["app", "team"])
        #expect(keychain.accessGroups == nil)
        #expect(keychain.defaultAccessGroup == nil)
        let bare = Keychain(keeper: BareKeeper(behind: behind))
        #expect(bare.defaultAccessGroup == "bare")
    }

    @Test func storesOnceAndReplacesThenWithoutReadingSecrets() throws {
        let recorder = RecordingKeeper(behind)
        let keychain = Keychain(keeper: recorder)
        let item = GenericPassword(service: "api")
        for secret in ["1", "2"] {
            try keychain.set(secret, for: item)
            #expect(
                try behind.secret(matching: .genericPassword(service: "api"))?.string() == secret
            )
        }
        try keychain.transaction { $0.set("3", for: item) }
        #expect(try behind.secret(matching: .genericPassword(service: "api"))?.string() == "3")
        let verbs = recorder.requests.map { "\($0.verb)".prefix { $0 != "(" } }
        #expect(verbs.filter { $0 != "copyMatching" } == ["add", "add", "update", "add", "update"])
        // Only how many items there are is looked at.
        let searches = recorder.requests.filter {
            if case .copyMatching = $0.verb { true } else { false }
        }
        #expect(searches.count == 3)
        #expect(searches.allSatisfy { $0.returning == .persistentReference })
    }

    /// The other request is made where the first finds the other state, in both orders.
    @Test(arguments: [true, false])
    func triesTheAlternative(addsFirst: Bool) throws {
        for keychain in [keychain, behind] {
            for (secret, isThere) in [("1", false), ("2", true)] {
                let payload = SecretBytes(utf8: secret)
                let name: ItemAttributes = [.service: .string("s"), .account: .string("a")]
                let update = ItemRequest(
                    .update(ItemChanges(secret: payload)),
                    itemClass: .genericPassword,
                    attributes: name
                )
                let add = ItemRequest(
                    .add,
                    itemClass: .genericPassword,
                    attributes: name,
                    secret: payload
                )
                #expect(try keychain.contains(.genericPassword(service: "s")) == isThere)
                _ =
                    try addsFirst
                    ? keychain.perform(add, or: update) : keychain.perform(update, or: add)
                #expect(
                    try keychain.secret(matching: .genericPassword(service: "s"))?.string()
                        == secret
                )
            }
            try keychain.deleteAll(GenericPassword.self)
        }
    }

    @Test func carriesWhatTheUserProvedToAnyKeeper() throws {
        let recorder = RecordingKeeper(behind)
        let context = AuthenticationContext()
        let keychain = Keychain(keeper: recorder).authenticating(with: context)
        try keychain.set("1", for: GenericPassword(service: "api"))
        _ = try keychain.secret(matching: .genericPassword(service: "api"))
        #expect(recorder.requests.count == 3)
        #expect(recorder.requests.allSatisfy { $0.authentication === context })
        let own = AuthenticationContext()
        _ = try keychain.perform(
            ItemRequest(.copyMatching, itemClass: .genericPassword, authentication: own)
        )
        #expect(recorder.requests.last?.authentication === own)
    }

    /// An item without a group is the one in the first group, if the keeper says which that is.
    @Test func changesNoItemOfAnotherGroup() throws {
        let item = GenericPassword(service: "api", account: "ci")
        var inTeam = item
        inTeam.accessGroup = "team"
        try behind.add("own", for: item)
        try behind.add("team's", for: inTeam)
        let changes: [@Sendable (Keychain) throws -> Void] = [
            { try $0.set("new", for: item) }, { try $0.delete(item) },
            { try $0.transaction { $0.set("new", for: item) } },
        ]
        for change in changes {
            let error = #expect(throws: KeychainError(.ambiguous)) { try change(keychain) }
            #expect(error?.reason.contains("access group") == true)
            #expect(try behind.secret(for: item)?.string() == "own")
            #expect(try behind.secret(for: inTeam)?.string() == "team's")
        }
        // The refused commands work once the item names its group.
        try keychain.set("new", for: inTeam)
        #expect(try behind.secret(for: inTeam)?.string() == "new")
        #expect(try behind.secret(for: item)?.string() == "own")
        #expect(try keychain.delete(inTeam))
        try keychain.set("new", for: item)
        #expect(try behind.secret(for: item)?.string() == "new")
        #expect(try keychain.delete(item))
        #expect(try !keychain.delete(item))
        // An item that only another group has is left alone by an addition.
        try behind.add("team's", for: inTeam)
        try keychain.set("own", for: item)
        #expect(try behind.secret(for: inTeam)?.string() == "team's")
        try keychain.transaction { $0.set("own again", for: GenericPassword(service: "other")) }
        #expect(try behind.secret(for: GenericPassword(service: "other"))?.string() == "own again")
    }

    /// A keychain on a keychain is that keychain, with all that it offers.
    @Test func aKeychainOnAKeychainIsThatKeychain() throws {
        let again = Keychain(keeper: behind)
        #expect(try again.lockState == .unlocked)
        #expect(again.defaultAccessGroup == "app")
    }
}

/// A managed keeper that knows only its groups.
private struct BareKeeper: ManagedKeeper {
    let behind: Keychain

    var accessGroups: AccessGroups { AccessGroups([AccessGroups.administrator, "bare"]) }

    func perform(_ request: ItemRequest) throws(KeychainError) -> ItemAnswer {
        try behind.perform(request)
    }
}
