import TestRounds
import Testing

@_spi(Keepers) @testable import PortableKeychain

/// The items that users store with the tool, which programs find by their whole names
/// (item-semantics.md §5.13).
@Suite(.thorough) struct SharedGroupTests {
    let program: Keychain
    let tool: Keychain
    static let item = GenericPassword(service: "api", account: "ci")
    static let site = InternetPassword(server: "example.com", account: "ada")

    init() throws {
        program = try .inMemory(.init(applicationIdentifier: "program"))
        tool = try program.withAccessGroups([AccessGroups.tool, AccessGroups.administrator])
        try tool.set("by hand", for: Self.item)
        try tool.set("by hand", for: Self.site)
    }

    private func groups() throws -> [String] {
        try tool.items(matching: .genericPassword(service: "api")).map { $0.accessGroup ?? "" }
    }

    @Test func findsAnItemByItsWholeName() throws {
        let exact = KeychainQuery.exactly(Self.item)
        #expect(try program.secret(for: Self.item)?.string() == "by hand")
        #expect(try program.secret(for: Self.item)?.string() == "by hand")
        #expect(try program.secret(for: Self.site)?.string() == "by hand")
        #expect(try program.item(for: Self.item)?.accessGroup == AccessGroups.tool)
        #expect(try program.secret(matching: exact)?.string() == "by hand")
        #expect(try program.first(matching: exact)?.secret.string() == "by hand")
        #expect(try program.items(matching: exact).count == 1)
        #expect(try program.contains(exact))
        #expect(try program.secret(for: GenericPassword(service: "api", account: "c")) == nil)
    }

    /// A miss is one search, which sees whether the shared group has a row of this name.
    @Test(arguments: [("api", "ci", true), ("api", "c", false), ("nothing", "ci", false)])
    func goesOnOnlyWhereSomethingIs(_ service: String, _ account: String, _ goesOn: Bool) throws {
        let keeper = try #require(program.keeper as? LocalKeeper)
        let request = ItemRequest(
            .copyMatching,
            itemClass: .genericPassword,
            attributes: [.service: .string(service), .account: .string(account)]
        )
        let plan = try keeper.plan(request)
        var count = 0
        try keeper.vault.search(plan.pattern) { row throws(KeychainError) in
            if try plan.mayMatch(row) { count += 1 }
            return true
        }
        #expect(count == 0)
        #expect(plan.turnToShared() == goesOn)
        #expect(!plan.turnToShared(), "it goes on once")
    }

    /// A caller who lists or deletes "all" means their own items.
    @Test(
        arguments: [
            .all, .genericPassword(service: "api"), .genericPassword(account: "ci"),
            .all.labeled("ci"),
        ] as [KeychainQuery<GenericPassword>]
    )
    func doesNotFindItByLess(query: KeychainQuery<GenericPassword>) throws {
        #expect(try tool.update(matching: .exactly(Self.item)) { $0.label = "ci" } == 1)
        #expect(try program.items(matching: query).isEmpty)
        #expect(try program.update(matching: query) { $0.comment = "x" } == 0)
        #expect(try program.deleteAll(GenericPassword.self) == 0)
        if !query.attributes.isEmpty { #expect(try program.delete(matching: query) == 0) }
        #expect(try tool.item(for: Self.item)?.comment == nil)
    }

    @Test func changesTheItemThatIsThere() throws {
        try program.set("by the program", for: Self.item)
        #expect(try groups() == [AccessGroups.tool])
        #expect(try tool.secret(for: Self.item)?.string() == "by the program")
        try program.transaction { $0.set("together", for: Self.item) }
        #expect(try groups() == [AccessGroups.tool])
        #expect(try program.secret(for: Self.item)?.string() == "together")
        #expect(try program.update(matching: .exactly(Self.item)) { $0.label = "x" } == 1)
        #expect(try program.delete(Self.item))
        #expect(try groups() == [])
        #expect(try !program.delete(Self.item))
    }

    @Test func replacesWhatNobodyHasChanged() throws {
        let entry = try #require(try program.first(matching: .exactly(Self.item)))
        #expect(try entry.replaceSecret(with: "new", in: program))
        #expect(try tool.secret(for: Self.item)?.string() == "new")
        #expect(try program.item(matching: .reference(entry.reference))?.account == "ci")
    }

    /// The program's own item hides the shared one, also for a read that was answered before.
    @Test func comesAfterTheProgramsOwn() throws {
        #expect(try program.secret(for: Self.item)?.string() == "by hand")
        try program.add("own", for: Self.item)
        #expect(try groups().sorted() == [AccessGroups.tool, "program"])
        #expect(try program.secret(for: Self.item)?.string() == "own")
        #expect(try program.items(matching: .exactly(Self.item)).count == 1)
        try program.set("own again", for: Self.item)
        #expect(try program.update(matching: .exactly(Self.item)) { $0.label = "x" } == 1)
        #expect(try program.delete(Self.item))
        #expect(try program.secret(for: Self.item)?.string() == "by hand")
        #expect(try tool.item(for: Self.item)?.label == nil)
    }

    /// A request can name the group: it is a member of it in every other way.
    @Test func canBeNamed() throws {
        var item = GenericPassword(
            service: "api",
            account: "deploy",
            accessGroup: AccessGroups.tool
        )
        try program.add("x", for: item)
        #expect(try tool.secret(for: item)?.string() == "x")
        #expect(
            try program.items(
                matching: .genericPassword(service: "api").inAccessGroup(AccessGroups.tool)
            )
            .count == 2
        )
        item.accessGroup = "another"
        #expect(throws: KeychainError(.missingEntitlement)) { try program.secret(for: item) }
    }

    /// A program with several groups of its own means the first one where it names one item.
    @Test func isReachedByQueriesOfACallerWithSeveralGroups() throws {
        var configuration = Keychain.Configuration(applicationIdentifier: "a", accessGroups: ["b"])
        let several = try Keychain.inMemory(configuration)
        let tool = try several.withAccessGroups([AccessGroups.tool])
        try tool.set("by hand", for: Self.item)
        #expect(try several.secret(for: Self.item) == nil)
        #expect(try several.secret(matching: .exactly(Self.item))?.string() == "by hand")
        try several.set("own", for: Self.item)
        #expect(try tool.secret(for: Self.item)?.string() == "by hand")
        configuration.sharedGroup = nil
        let alone = try Keychain.inMemory(configuration)
        try alone.withAccessGroups([AccessGroups.tool]).set("by hand", for: Self.item)
        #expect(try alone.secret(matching: .exactly(Self.item)) == nil)
    }

    /// A secret that cannot be read is never absent.
    @Test func isNotAbsentWhileLocked() throws {
        try tool.setPasscode(SecretBytes(utf8: "pass"))
        try tool.lock()
        #expect(throws: KeychainError(.locked)) { try program.secret(for: Self.item) }
        #expect(throws: KeychainError(.locked)) { try program.set("x", for: Self.item) }
    }

    @Test(
        arguments: [
            (["a"], "s", "s"), (["a", "b"], "s", "s"), (["a"], nil, nil), ([], "s", nil),
            (["s"], "s", nil), (["a", "*"], "s", nil), (["a"], "*", nil), (["a"], "", nil),
            (["a"], "com.apple.token", nil), (["a"], "portable-keychain.sync", nil),
            (["a"], "portable-keychain.agent", nil),
        ] as [([String], String?, String?)]
    )
    func isNoneWhereItWouldGiveMore(names: [String], given: String?, shared: String?) {
        #expect(AccessGroups(names, shared: given).shared == shared)
    }

    /// Keys, certificates and identities are named by no account, but by their references.
    @Test func doesNotReachKeys() throws {
        let item = KeyItem(tag: "a", label: "l")
        _ = try tool.keys.generate(.ed25519, for: item)
        let stored = try #require(try tool.first(matching: KeychainQuery<KeyItem>.key(tag: "a")))
        var query = KeychainQuery<KeyItem>.all
        // All that rows of keys are found by.
        for key in ClassSchema.key.lookups { query = query.with(key, stored.item.attributes[key]) }
        #expect(try tool.items(matching: query).count == 1)
        #expect(try program.items(matching: query).isEmpty)
        #expect(try program.keys.first(matching: .key(tag: "a")) == nil)
        #expect(try program.items(matching: .reference(stored.reference)).count == 1)
    }

    /// Items of the shared group that are locked leave the program's own readable, and are not deleted.
    @Test func isPassedOverWhileLocked() throws {
        try program.add("own", for: Self.always)
        try tool.add("by hand", for: Self.sharedAndLocked)
        try tool.setPasscode(SecretBytes(utf8: "pass"))
        try tool.lock()
        #expect(try program.secret(for: Self.always)?.string() == "own")
        #expect(try program.delete(Self.always))
        #expect(throws: KeychainError(.locked)) { try program.secret(for: Self.always) }
        try tool.unlock(passcode: SecretBytes(utf8: "pass"))
        #expect(try program.secret(for: Self.always)?.string() == "by hand")
    }

    static let always = GenericPassword(service: "job", account: "a", accessibility: .always)
    static let sharedAndLocked = GenericPassword(
        service: "job",
        account: "a",
        accessibility: .whenUnlocked
    )
}
