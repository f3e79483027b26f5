@_spi(Keepers) import KeychainTesting
import Testing

@_spi(Keepers) @testable import PortableKeychain

/// The effect of the verbs on a keychain in memory.
@Suite struct VerbTests {
    let keychain: Keychain
    let item = GenericPassword(service: "api", account: "ci", label: "API")

    init() throws {
        keychain = try .inMemory(.init(applicationIdentifier: "app", accessGroups: ["team"]))
    }

    @Test func setAddsAndThenReplaces() throws {
        for text in ["first", "second"] {
            try keychain.set(text, for: item)
            let secret = try keychain.secret(
                matching: .genericPassword(service: "api", account: "ci")
            )
            let found = secret?.string()
            #expect(found == text)
        }
        #expect(try keychain.items(matching: KeychainQuery<GenericPassword>.all).count == 1)
    }

    @Test func setKeepsAttributesItDoesNotName() throws {
        try keychain.set("a", for: item)
        let reference = try keychain.reference(matching: .exactly(item))
        try keychain.set("b", for: GenericPassword(service: "api", account: "ci"))
        #expect(try keychain.item(matching: .exactly(item))?.label == "API")
        #expect(try keychain.reference(matching: .exactly(item)) == reference)
    }

    @Test func setLeavesOtherGroupsAndTheSynchronizedSetAlone() throws {
        var others = [item, item]
        others[0].accessGroup = "team"
        others[1].isSynchronizable = true
        for other in others { try keychain.add("other", for: other) }
        try keychain.set("mine", for: item)
        for other in others {
            let secret = try keychain.secret(matching: .exactly(other))
            let found = secret?.string()
            #expect(found == "other")
        }
        let mine = try keychain.secret(matching: .exactly(item).inAccessGroup("app"))
        let found = mine?.string()
        #expect(found == "mine")
    }

    /// An access control without rules contains only the condition under which an item can be read.
    @Test(arguments: [Accessibility.afterFirstUnlock, .alwaysThisDeviceOnly, .whenUnlocked])
    func keepsTheAccessibilityOfAnAccessControlWithoutRules(accessibility: Accessibility) throws {
        var item = GenericPassword(service: "plain")
        item.accessControl = AccessControl(accessibility)
        try keychain.add("1", for: item)
        let query = KeychainQuery<GenericPassword>.genericPassword(service: "plain")
        #expect(try keychain.items(matching: query).first?.accessibility == accessibility)
        item.accessControl = AccessControl(.whenUnlockedThisDeviceOnly)
        try keychain.set("2", for: item)
        #expect(
            try keychain.items(matching: query).first?.accessibility == .whenUnlockedThisDeviceOnly
        )
    }

    @Test func addRefusesASecondItem() throws {
        let stored = try keychain.add("a", for: item)
        #expect(stored.accessGroup == "app")
        #expect(stored.creationDate != nil)
        #expect(throws: KeychainError(.duplicateItem)) { try keychain.add("b", for: item) }
    }

    @Test func absentIsNilAndNothingElse() throws {
        let absent = KeychainQuery.genericPassword(service: "absent")
        let secret = try keychain.secret(matching: absent)
        let isAbsent = secret == nil
        #expect(isAbsent)
        #expect(try keychain.item(matching: absent) == nil)
        #expect(try keychain.reference(matching: absent) == nil)
        #expect(try keychain.items(matching: absent).isEmpty)
        #expect(try keychain.entries(matching: absent).isEmpty)
        #expect(try !keychain.contains(absent))
        #expect(try keychain.update(matching: absent) { $0.label = "x" } == 0)
        #expect(try keychain.delete(matching: absent) == 0)
    }

    @Test func failuresAreNotAbsence() throws {
        let broken = Keychain(
            keeper: FailingKeeper(
                keychain.keeper,
                failures: [
                    1: KeychainError(.interactionNotAllowed), 2: KeychainError(.corrupt),
                ]
            )
        )
        for code in [KeychainError.Code.interactionNotAllowed, .corrupt] {
            let error = #expect(throws: KeychainError.self) {
                _ = try broken.secret(matching: .exactly(item))
            }
            #expect(error?.code == code)
            #expect(error?.operation == .find)
        }
    }

    @Test func aReadItemCanBeStoredAgain() throws {
        var guarded = item
        guarded.accessControl = try AccessControl(.whenUnlocked, constraints: [])
        for original in [item, guarded] {
            try keychain.add("a", for: original)
            let read = try #require(try keychain.item(matching: .exactly(original)))
            try keychain.delete(matching: .exactly(original))
            let again = try keychain.add("a", for: read)
            #expect(again.accessibility == .whenUnlocked)
            #expect(again.label == "API")
            try keychain.delete(matching: .exactly(original))
        }
    }

    @Test func updateChangesWhatItNames() throws {
        try keychain.add("a", for: item)
        let count = try keychain.update(matching: .genericPassword(service: "api")) {
            $0.comment = "rotated"
            $0.setSecret([1, 2] as [UInt8])
        }
        #expect(count == 1)
        let entry = try #require(try keychain.entries(matching: .exactly(item)).first)
        #expect(entry.item.comment == "rotated")
        #expect(entry.item.label == "API")
        let secret = entry.secret.data()
        #expect(Array(secret) == [1, 2])
    }

    @Test func deletingAllMustBeSaid() throws {
        try keychain.add("a", for: item)
        var synchronized = item
        synchronized.isSynchronizable = true
        try keychain.add("b", for: synchronized)
        for matching in [
            KeychainQuery<GenericPassword>.all, .genericPassword().inAccessGroup("app"),
        ] {
            #expect(throws: KeychainError(.invalidParameter)) {
                try keychain.delete(matching: matching)
            }
        }
        #expect(try keychain.deleteAll(GenericPassword.self) == 2)
    }

    @Test func referencesOutliveChanges() throws {
        try keychain.add("a", for: item)
        let reference = try #require(try keychain.reference(matching: .exactly(item)))
        #expect(try keychain.update(matching: .reference(reference)) { $0.account = "cd" } == 1)
        let kept = try #require(PersistentReference<GenericPassword>(reference.bytes))
        #expect(try keychain.item(matching: .reference(kept))?.account == "cd")
        let isOther = PersistentReference<InternetPassword>(reference.bytes) == nil
        #expect(isOther)
        #expect(try keychain.delete(matching: .reference(kept)) == 1)
    }

    @Test func limitsCount() throws {
        for account in ["a", "b", "c"] {
            try keychain.add(account, for: GenericPassword(service: "s", account: account))
        }
        let matching = KeychainQuery.genericPassword(service: "s")
        #expect(try keychain.items(matching: matching, limit: 2).map(\.account) == ["a", "b"])
        #expect(try keychain.items(matching: matching).map(\.account) == ["a", "b", "c"])
        #expect(try keychain.items(matching: matching, limit: 1).map(\.account) == ["a"])
    }

    @Test func internetPasswordsComeBackAsTheyWent() throws {
        var mail = InternetPassword(
            server: "mail.example.org",
            account: "me",
            networkProtocol: .imaps,
            port: 993,
            path: "/inbox",
            label: "Mail"
        )
        mail.authenticationType = .httpDigest
        mail.securityDomain = "realm"
        mail.creator = 7
        mail.isInvisible = true
        mail.attributes[.alias] = .string("unnamed here")
        try keychain.add("a", for: mail)
        let read = try #require(
            try keychain.item(
                matching: .internetPassword(port: 993).onHostOrSubdomain(of: "example.org")
            )
        )
        for (key, value) in mail.attributes { #expect(read.attributes[key] == value) }
        #expect(read.networkProtocol == .imaps)
        #expect(read.authenticationType == .httpDigest)
    }
}
