@_spi(Keepers) import KeychainTesting
import Testing

@_spi(Keepers) @testable import PortableKeychain

/// Several changes on a keeper without transactions: those that are undone, and those that are not
/// even begun, without asking the user.
@Suite struct CompensationTests {
    private let user = ScriptedAuthenticator([.secret("1234"), .secret("1234")])
    private let behind: Keychain
    private let keychain: Keychain
    private let guarded: GenericPassword

    init() throws {
        var configuration = Keychain.Configuration(applicationIdentifier: "app")
        configuration.passcodeHashing = LockingTests.cheap
        configuration.authenticator = user
        behind = try .inMemory(configuration)
        try behind.setPasscode(SecretBytes(utf8: "1234"))
        keychain = Keychain(keeper: PassThroughKeeper(behind))
        var item = GenericPassword(service: "s", account: "guarded")
        item.accessControl = .userPresence()
        guarded = item
        try behind.add("s3cret", for: item)
        try behind.add("other", for: GenericPassword(service: "s", account: "free"))
    }

    private func query(_ account: String) -> KeychainQuery<GenericPassword> {
        .genericPassword(service: "s", account: account)
    }

    /// A change that could not be undone without the user is refused before anything is changed.
    @Test(arguments: ["delete", "secret", "protection"])
    func refusesWhatItCouldNotRestore(change: String) throws {
        #expect(throws: KeychainError(.authenticationRequired)) {
            try keychain.transaction { changes throws(KeychainError) in
                try changes.delete(matching: query("free"))
                switch change {
                case "delete": try changes.delete(matching: query("guarded"))
                case "secret":
                    try changes.update(matching: query("guarded")) { $0.setSecret("new") }
                default:
                    try changes.update(matching: query("guarded")) {
                        $0.accessControl = AccessControl(.whenUnlocked)
                    }
                }
                changes.set("last", for: GenericPassword(service: "last"))
            }
        }
        #expect(user.questions.isEmpty)
        #expect(try behind.items(matching: KeychainQuery<GenericPassword>.all).count == 2)
        #expect(try behind.secret(matching: query("free"))?.string() == "other")
        #expect(try behind.secret(matching: query("guarded"))?.string() == "s3cret")
    }

    /// An item whose protection is not known could be restored without it.
    @Test func refusesWhatItCouldNotProtectAgain() throws {
        let context = AuthenticationContext()
        context.setCredential(SecretBytes(utf8: "1234"), for: .passcode)
        let vague = Keychain(keeper: VagueKeeper(keeper: PassThroughKeeper(behind)))
        let error = #expect(throws: KeychainError.self) {
            try vague.authenticating(with: context).transaction { changes throws(KeychainError) in
                try changes.delete(matching: query("guarded"))
                changes.set("last", for: GenericPassword(service: "last"))
            }
        }
        #expect(error?.code == .authenticationRequired)
        #expect(error?.reason.contains("Change it separately") == true)
        #expect(try behind.items(matching: KeychainQuery<GenericPassword>.all).count == 2)
    }

    /// The item is restored as it was, with its access control, if the request has the proofs.
    @Test func restoresWithTheProofsOfTheRequest() throws {
        let context = AuthenticationContext()
        context.setCredential(SecretBytes(utf8: "1234"), for: .passcode)
        #expect(throws: KeychainError(.duplicateItem)) {
            try keychain.authenticating(with: context).transaction {
                changes throws(KeychainError) in
                try changes.delete(matching: query("guarded"))
                changes.add("duplicate", for: GenericPassword(service: "s", account: "free"))
            }
        }
        #expect(user.questions.isEmpty)
        let item = try behind.items(matching: query("guarded")).first
        #expect(item?.accessControl == guarded.accessControl)
        #expect(try behind.secret(matching: query("guarded"))?.string() == "s3cret")
        // The two searches of the test itself ask.
        #expect(user.questions.count == 2)
    }

    /// An attribute is changed and restored without the secret, which is not needed for it.
    @Test func restoresOnlyWhatIsChanged() throws {
        let recorder = RecordingKeeper(behind)
        _ = try behind.update(matching: query("free")) { $0.label = "old" }
        #expect(throws: KeychainError(.duplicateItem)) {
            try Keychain(keeper: recorder).transaction { changes throws(KeychainError) in
                try changes.update(matching: query("free")) { $0.label = "new" }
                changes.add("duplicate", for: GenericPassword(service: "s", account: "free"))
            }
        }
        #expect(recorder.requests.allSatisfy { !$0.returning.contains(.data) })
        guard case .update(let changes) = recorder.requests.last?.verb else {
            Issue.record("nothing was restored")
            return
        }
        #expect(changes.secret == nil)
        #expect(changes.attributes.map { $0.key } == [.label])
        #expect(try behind.items(matching: query("free")).first?.label == "old")
        #expect(try behind.secret(matching: query("free"))?.string() == "other")
    }

    /// A replacement stands alone, because a replaced item could not be restored.
    @Test func replacesOnlyAlone() throws {
        let name: ItemAttributes = [.service: .string("s"), .account: .string("free")]
        func request(_ verb: ItemRequest.Verb, _ secret: String? = nil) -> ItemRequest {
            ItemRequest(
                verb,
                itemClass: .genericPassword,
                attributes: name,
                secret: secret.map { SecretBytes(utf8: $0) }
            )
        }
        let replacement = ItemStep(request(.add, "new"), replacing: request(.delete))
        let update = request(.update(ItemChanges(secret: SecretBytes(utf8: "x"))))
        for keychain in [keychain, behind] {
            for steps in [
                [replacement, ItemStep(request(.delete))],
                [ItemStep(request(.delete)), replacement],
                [ItemStep(update, replacing: request(.delete))],
            ] {
                #expect(throws: KeychainError(.invalidParameter)) {
                    try keychain.performTogether(steps)
                }
            }
            _ = try keychain.performTogether([replacement])
            #expect(try behind.secret(matching: query("free"))?.string() == "new")
            // Where there is nothing to replace, it is an addition.
            _ = try behind.perform(request(.delete))
            _ = try keychain.performTogether([replacement])
            #expect(try behind.secret(matching: query("free"))?.string() == "new")
        }
    }

    /// The old or the new value is there, whichever request fails; then the replacement can be
    /// repeated, and leaves nothing else.
    @Test(arguments: 1...5) func losesNoValueThatItReplaces(failing number: Int) throws {
        func request(_ verb: ItemRequest.Verb, _ secret: String? = nil) -> ItemRequest {
            ItemRequest(
                verb,
                itemClass: .genericPassword,
                attributes: [.service: .string("s"), .account: .string("free")],
                secret: secret.map { SecretBytes(utf8: $0) }
            )
        }
        let replacement = ItemStep(request(.add, "new"), replacing: request(.delete))
        let keeper = FailingKeeper(behind, failing: number, with: KeychainError(.diskFull))
        // The last failure is that of removing the copy.
        if number == 5 {
            _ = try keeper.performTogether([replacement])
        } else {
            #expect(throws: KeychainError(.diskFull)) {
                try keeper.performTogether([replacement])
            }
        }
        let values = try ["free", "free (new value)"].map {
            try behind.secret(matching: query($0))?.string()
        }
        let expected: [[String?]] = [
            ["other", nil], ["other", nil], ["other", nil], [nil, "new"], ["new", "new"],
        ]
        #expect(values == expected[number - 1])
        _ = try keychain.performTogether([replacement])
        #expect(try behind.secret(matching: query("free"))?.string() == "new")
        #expect(try !behind.contains(query("free (new value)")) || number == 4)
    }

    /// Without an account, there is no other place for the new value.
    @Test func replacesOnlyPasswords() throws {
        let name: ItemAttributes = [.label: .string("l")]
        let replacement = ItemStep(
            ItemRequest(.add, itemClass: .key, attributes: name),
            replacing: ItemRequest(.delete, itemClass: .key, attributes: name)
        )
        for keychain in [keychain, behind] {
            #expect(throws: KeychainError(.invalidParameter)) {
                try keychain.performTogether([replacement])
            }
        }
    }

    /// Whether several groups have the item is looked up without a question.
    @Test func asksNobodyWhichGroupIsMeant() throws {
        #expect(try keychain.delete(guarded))
        try keychain.set("n3w", for: guarded)
        #expect(user.questions.isEmpty)
        #expect(try behind.secret(for: guarded)?.string() == "n3w")
    }
}

/// A keeper that does not tell which proofs its items require, as Apple's keychain does not.
private struct VagueKeeper: ItemKeeper {
    let keeper: any ItemKeeper

    func perform(_ request: ItemRequest) throws(KeychainError) -> ItemAnswer {
        var answer = try keeper.perform(request)
        for index in answer.items.indices { answer.items[index].hasUnreadableAccessControl = true }
        return answer
    }
}
