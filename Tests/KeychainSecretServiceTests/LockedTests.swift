import KeychainSecretService
import KeychainTesting
import PortableKeychain
import Testing

/// A locked item is never absent: programs would make new secrets over the old ones.
@Suite struct LockedTests {
    private let bus: FakeBus
    private let session: String
    private let path: String

    /// A keychain with one item and a passcode, locked, and a service that was just started.
    init() throws {
        bus = try FakeBus()
        path = try bus.store("s3cret", ["user": "ann", "host": "x"], session: try bus.open())
        try bus.shelf.keychain().setPasscode(MemoryShelf.passcode)
        try bus.shelf.keychain().lock()
        bus.restart()
        session = try bus.open()
    }

    @Test(
        arguments: [
            ([:], true), (["user": "ann"], true), (["user": "ann", "host": "x"], true),
            (["user": "bob"], false), (["user": "ann", "host": "y"], false),
        ] as [(SearchAttributes, Bool)]
    )
    func searchFindsItAsLocked(_ wanted: SearchAttributes, _ finds: Bool) throws {
        let found = try bus.search(wanted)
        #expect(found.unlocked == [])
        #expect(found.locked == (finds ? [path] : []))
        let collection = FakeBus.aliasOfDefault
        let all = try bus.call(collection, "Collection", "SearchItems", [.dictionary(wanted)])
        #expect(all.first?.asPaths == (finds ? [path] : []))
    }

    @Test func itShowsWhatTheProgramAskedFor() throws {
        _ = try bus.search(["user": "ann"])
        _ = try bus.search(["host": "x"], from: ":1.2")
        #expect(try bus.property(path, "Item", "Locked")?.asFlag == true)
        #expect(try bus.property(path, "Item", "Label")?.asText == "")
        #expect(try bus.property(path, "Item", "Attributes")?.asDictionary == ["user": "ann"])
    }

    /// A program that has held the item since it was locked then has its label and all attributes.
    @Test func lockAndUnlockTellOfEachItem() throws {
        _ = try bus.search(["user": "ann"])
        _ = bus.changes()
        let collection = String(path.prefix(upTo: try #require(path.lastIndex(of: "/"))))
        try bus.shelf.keychain().unlock(passcode: MemoryShelf.passcode)
        #expect(try bus.property(path, "Item", "Label")?.asText == "a label")
        let values = path + " Locked Attributes Label Created Modified"
        #expect(bus.changes() == [collection + " Locked", values])
        bus.lockAll()
        #expect(bus.changes() == [collection + " Locked", path + " Locked"])
    }

    @Test func changesAndSecretsAreRefused() throws {
        let calls: [(String, String, String, [BusValue])] = [
            (path, "Item", "GetSecret", [.path(session)]),
            (path, "Item", "SetSecret", [.secret("new", session)]),
            (path, "Item", "Delete", []),
            (
                FakeBus.aliasOfDefault, "Collection", "CreateItem",
                [.list(of: "{sv}", []), .secret("new", session), .flag(true)]
            ),
        ]
        for (path, interface, member, body) in calls {
            let error = #expect(throws: BusFailure.self) {
                try bus.call(path, interface, member, body)
            }
            #expect(error?.name == "org.freedesktop.Secret.Error.IsLocked")
        }
    }

    @Test func answeredPromptUnlocks() throws {
        let prompt = try #require(try bus.unlock([path]))
        #expect(!bus.isAsking, "a program announces a prompt, and then asks for it")
        _ = try bus.call(prompt, "Prompt", "Prompt", [.text("")])
        #expect(bus.isAsking)
        bus.user.reply([.secret("wrong"), .secret("1234")])
        _ = bus.heard()
        bus.answerQuestions()
        #expect(completed() == [false])
        #expect(bus.user.questions.count == 2)
        #expect(bus.heard().last == "Prompt.Completed")
        #expect(try bus.search(["user": "ann"]).unlocked == [path])
        #expect(try bus.read(path, session: session) == "s3cret")
        #expect(try bus.unlock([path]) == nil)
    }

    @Test func declinedPromptLeavesItLocked() throws {
        let prompt = try #require(try bus.unlock([path]))
        _ = try bus.call(prompt, "Prompt", "Prompt", [.text("")])
        bus.user.reply([.canceled])
        bus.answerQuestions()
        #expect(completed() == [true])
        #expect(try bus.search(["user": "ann"]).locked == [path])
        #expect(throws: BusFailure.self) {
            try bus.call(prompt, "Prompt", "Prompt", [.text("")])
        }
    }

    @Test func aPromptEndsOnceAlsoWhenDismissed() throws {
        let prompt = try #require(try bus.unlock([path]))
        _ = try bus.call(prompt, "Prompt", "Prompt", [.text("")])
        _ = try bus.call(prompt, "Prompt", "Dismiss")
        bus.user.reply([.secret("1234")])
        bus.answerQuestions()
        #expect(completed() == [true])
        #expect(try bus.search(["user": "ann"]).locked == [path], "the answer came too late")
        #expect(bus.user.questions.isEmpty)
    }

    @Test func promptsOfProgramsThatLeftAreForgotten() throws {
        let prompt = try #require(try bus.unlock([path]))
        _ = try bus.call(prompt, "Prompt", "Prompt", [.text("")])
        bus.service.clientLeft(":1.1")
        bus.user.reply([.secret("1234")])
        bus.answerQuestions()
        #expect(completed() == [])
        #expect(try bus.search(["user": "ann"]).locked == [path])
    }

    /// The result of a prompt is the state of the keychain, not the answer.
    @Test func aKeychainThatWasLockedMeanwhileIsNotUnlocked() throws {
        let prompt = try #require(try bus.unlock([path]))
        _ = try bus.call(prompt, "Prompt", "Prompt", [.text("")])
        #expect(throws: BusFailure.self, "twice") {
            try bus.call(prompt, "Prompt", "Prompt", [.text("")])
        }
        bus.user.reply([.secret("1234")])
        bus.answerQuestions { try? bus.shelf.keychain().lock() }
        #expect(completed() == [true])
        let destinations = bus.signals.filter { $0.member == "Completed" }.map(\.destination)
        #expect(destinations == [":1.1"], "nobody else is told")
    }

    /// Programs pass on an error; after a prompt that was dismissed they say nothing.
    @Test func withoutAUserToAskThePromptIsAnError() throws {
        bus.restart(SecretService.Surroundings(canAsk: { false }))
        let prompt = try #require(try bus.unlock([path]))
        for name in ["IsLocked", "NoSuchObject"] {
            let error = #expect(throws: BusFailure.self) {
                try bus.call(prompt, "Prompt", "Prompt", [.text("")])
            }
            #expect(error?.name == "org.freedesktop.Secret.Error." + name)
        }
        let label = BusValue.entry(
            .text("org.freedesktop.Secret.Collection.Label"),
            .variant(.text("work"))
        )
        let body: [BusValue] = [.list(of: "{sv}", [label]), .text("")]
        let reply = try bus.call(FakeBus.root, "Service", "CreateCollection", body)
        let second = try #require(reply.last?.asPath)
        let error = #expect(throws: BusFailure.self) {
            try bus.call(second, "Prompt", "Prompt", [.text("")])
        }
        #expect(error?.message.contains("keychainctl create") == true)
        #expect(!bus.isAsking && completed() == [])
    }

    @Test func withoutAUserToAskAKeychainThatWasUnlockedMeanwhileIsOpen() throws {
        bus.restart(SecretService.Surroundings(canAsk: { false }))
        let prompt = try #require(try bus.unlock([path]))
        try bus.shelf.keychain().unlock(passcode: MemoryShelf.passcode)
        _ = try bus.call(prompt, "Prompt", "Prompt", [.text("")])
        bus.answerQuestions()
        #expect(completed() == [false])
        #expect(bus.user.questions.isEmpty)
    }

    @Test func oneAnswerServesSeveralPrompts() throws {
        let first = try #require(try bus.unlock([path]))
        let second = try #require(try bus.unlock([path], from: ":1.2"))
        _ = try bus.call(first, "Prompt", "Prompt", [.text("")])
        #expect(throws: BusFailure.self, "another program's prompt") {
            try bus.call(second, "Prompt", "Prompt", [.text("")])
        }
        _ = try bus.call(second, "Prompt", "Prompt", [.text("")], from: ":1.2")
        #expect(bus.questionCount == 1, "one after the other")
        bus.user.reply([.secret("1234")])
        bus.answerQuestions()
        #expect(completed() == [false, false])
        #expect(bus.user.questions.count == 1)
    }

    @Test func lockingIsForAllAndAskedOfTheCollection() throws {
        try bus.shelf.keychain().unlock(passcode: MemoryShelf.passcode)
        #expect(try bus.search([:]).unlocked == [path])
        let reply = try bus.call(FakeBus.root, "Service", "Lock", [.list(of: "o", [.path(path)])])
        #expect(reply.first?.asPaths == [path])
        #expect(try bus.shelf.keychain().lockState == .locked)
        #expect(try bus.search([:]).locked == [path])
    }

    @Test func withoutAPasscodeNothingLocks() throws {
        try bus.shelf.keychain().unlock(passcode: MemoryShelf.passcode)
        try bus.shelf.keychain().removePasscode(MemoryShelf.passcode)
        let reply = try bus.call(FakeBus.root, "Service", "Lock", [.list(of: "o", [.path(path)])])
        #expect(reply.first?.asPaths == [])
        #expect(try bus.search([:]).unlocked == [path])
    }

    @Test(arguments: [[], ["/"], ["/org/freedesktop/secrets/collection/none/x"]])
    func unlockingNothingAsksNobody(_ paths: [String]) throws {
        #expect(try bus.unlock(paths) == nil)
    }

    @Test func newCollectionGetsAPasscode() throws {
        let reply = try bus.call(
            FakeBus.root,
            "Service",
            "CreateCollection",
            [
                .list(
                    of: "{sv}",
                    [
                        .entry(
                            .text("org.freedesktop.Secret.Collection.Label"),
                            .variant(.text("my/work"))
                        )
                    ]
                ), .text(""),
            ]
        )
        let prompt = try #require(reply.last?.asPath)
        _ = try bus.call(prompt, "Prompt", "Prompt", [.text("")])
        bus.user.reply([.secret("abcd")])
        bus.answerQuestions()
        #expect(completed() == [false])
        #expect(try bus.shelf.keychain("my-work").hasPasscode)
    }

    /// The results of the completed prompts: whether they were dismissed.
    private func completed() -> [Bool] {
        bus.signals.filter { $0.member == "Completed" }.compactMap { $0.body.first?.asFlag }
    }
}
