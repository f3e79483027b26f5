import KeychainTesting
import PortableKeychain
import Testing

@testable import KeychainSecretService

/// The secrets of programs in sandboxes.
@Suite struct PortalTests {
    private static let request = SecretPortal.root + "/request/1_9/t"
    private static let portal = "org.freedesktop.impl.portal.Secret"
    private let bus: FakeBus

    init() throws { bus = try FakeBus() }

    /// Has the portal ask for the secret of a program; returns the name of the call.
    private func retrieve(
        _ program: String,
        _ handle: String = request,
        from sender: String = ":1.9"
    ) throws -> String {
        let reply = try bus.send(
            SecretPortal.root,
            Self.portal,
            "RetrieveSecret",
            [.path(handle), .text(program), .other("h"), .properties([])],
            from: sender,
            isFromPortal: true
        )
        guard case .later(let name) = reply else {
            Issue.record("the reply does not come later")
            return ""
        }
        return name
    }

    /// The response and the secret of a call; `nil` while there is none.
    private func outcome(_ call: String) -> (response: UInt32?, secret: SecretBytes?)? {
        bus.outcomes[call].map { outcome in
            let secret: SecretBytes? = if case .secret(let bytes) = outcome { bytes } else { nil }
            #expect(outcome.values.map(\.signature) == ["u", "a{sv}"])
            return (outcome.values.first?.whole, secret)
        }
    }

    private func secret(_ program: String) throws -> SecretBytes {
        let found = try #require(try outcome(retrieve(program)))
        #expect(found.response == 0)
        return try #require(found.secret)
    }

    private func lock() throws {
        try bus.shelf.keychain().setPasscode(MemoryShelf.passcode)
        try bus.shelf.keychain().lock()
    }

    private func close(_ handle: String = request, from sender: String = ":1.9") throws {
        let interface = "org.freedesktop.impl.portal.Request"
        _ = try bus.call(handle, interface, "Close", from: sender)
    }

    @Test func eachProgramHasASecretOfItsOwnThatStays() throws {
        let first = try secret("org.a.First")
        #expect(first.count == 64)
        #expect(try secret("org.a.First").matches(first))
        #expect(try !secret("org.b.Second").matches(first))
        bus.restart()
        #expect(try secret("org.a.First").matches(first))
        #expect(bus.heard().filter { $0 == "Collection.ItemCreated" }.count == 2)
    }

    /// The form of gnome-keyring, which finds the item where its portal would.
    @Test func theItemIsAsGnomeKeyringMakesIt() throws {
        _ = try secret("org.a.First")
        let wanted: SearchAttributes = [
            "app_id": "org.a.First", "xdg:schema": "org.freedesktop.portal.Secret",
        ]
        let path = try #require(try bus.search(["app_id": "org.a.First"]).unlocked.first)
        #expect(try bus.property(path, "Item", "Attributes")?.asDictionary == wanted)
        #expect(
            try bus.property(path, "Item", "Label")?.asText == "Application key for org.a.First"
        )
    }

    /// An item that is there is never replaced: all that the program has encrypted would be lost.
    @Test(
        arguments: [
            ([[("xdg:schema", "org.freedesktop.portal.Secret")]], 0),
            ([[]], 0), ([[("xdg:schema", "org.freedesktop.Secret.Generic")]], 0),
            ([[], [("xdg:schema", "org.freedesktop.portal.Secret")]], 1),
            ([[("xdg:schema", "org.freedesktop.portal.Secret"), ("more", "x")]], 0),
            ([[("xdg:schema", "org.another.Program")]], nil),
        ] as [([[(String, String)]], Int?)]
    )
    func whatWasImportedIsFound(_ items: [[(String, String)]], _ expected: Int?) throws {
        let foreign = items.enumerated().map { number, attributes in
            ForeignItem(
                label: "x",
                attributes: SearchAttributes([("app_id", "org.a.First")] + attributes),
                secret: SecretBytes(utf8: "old \(number)"),
                contentType: ""
            )
        }
        #expect(try bus.service.take(foreign).new == items.count)
        for _ in 0..<2 {
            let found = try secret("org.a.First")
            if let expected { #expect(found.matches(SecretBytes(utf8: "old \(expected)"))) }
            #expect((found.count == 64) == (expected == nil))
        }
        let count = try bus.search(["app_id": "org.a.First"]).unlocked.count
        #expect(count == items.count + (expected == nil ? 1 : 0))
    }

    @Test func anItemWithoutASecretIsNotReplaced() throws {
        let empty = ForeignItem(
            label: "x",
            attributes: ["app_id": "org.a.First"],
            secret: SecretBytes([UInt8]()),
            contentType: ""
        )
        #expect(try bus.service.take([empty]).new == 1)
        #expect(try outcome(retrieve("org.a.First"))?.response == 2)
        #expect(try bus.search([:]).unlocked.count == 1)
    }

    @Test(
        arguments: [
            ("org.a.First", true), ("snap.firefox", true), ("firefox-esr_1", true),
            (String(repeating: "a", count: 255), true), (String(repeating: "a", count: 256), false),
            ("", false), ("org.a.First\n", false), ("a b", false), ("a/b", false),
            ("a\u{202E}b", false), ("\u{E9}", false), ("a\"b", false), ("a%b", false),
        ]
    )
    func identifiersAreOfPlainLetters(_ program: String, _ isOne: Bool) throws {
        #expect(try outcome(retrieve(program))?.response == (isOne ? 0 : 2))
        #expect(try bus.search([:]).unlocked.count == (isOne ? 1 : 0))
    }

    @Test func othersThanThePortalAreRefused() throws {
        let body: [BusValue] = [
            .path(Self.request), .text("org.a.First"), .other("h"), .properties([]),
        ]
        let error = #expect(throws: BusFailure.self) {
            try bus.call(SecretPortal.root, Self.portal, "RetrieveSecret", body)
        }
        #expect(error?.name == "org.freedesktop.DBus.Error.AccessDenied")
        #expect(try bus.search([:]).unlocked.isEmpty)
    }

    @Test func theObjectDescribesItself() throws {
        let properties = "org.freedesktop.DBus.Properties"
        let body: [BusValue] = [.text(Self.portal), .text("version")]
        let reply = try bus.call(SecretPortal.root, properties, "Get", body)
        #expect(reply.first?.inner?.whole == 1)
        let all = try bus.call(SecretPortal.root, properties, "GetAll", [.text(Self.portal)])
        #expect(all.first?.properties?["version"]?.whole == 1)
        let introspection = "org.freedesktop.DBus.Introspectable"
        for (path, word) in [(SecretPortal.root, "RetrieveSecret"), (Self.request, "Close")] {
            let text = try bus.call(path, introspection, "Introspect").first?.asText
            #expect(text?.contains("\"\(word)\"") == true)
        }
        for (path, member) in [(SecretPortal.root, "Close"), (Self.request, "RetrieveSecret")] {
            #expect(throws: BusFailure.self) { try bus.call(path, Self.portal, member) }
        }
    }

    @Test func aLockedKeychainAsksAndNamesTheProgram() throws {
        let first = try secret("org.a.First")
        try lock()
        let call = try retrieve("org.a.First")
        #expect(outcome(call) == nil && bus.isAsking)
        #expect(!bus.service.isIdle)
        bus.user.reply([.secret("1234")])
        bus.answerQuestions()
        #expect(outcome(call)?.response == 0)
        #expect(outcome(call)?.secret?.matches(first) == true)
        #expect(
            bus.user.questions.map(\.reason) == ["The program org.a.First asks for its secret."]
        )
        #expect(!bus.signals.contains { $0.member == "Completed" }, "there is no prompt to see")
    }

    /// Of two requests of a new program one makes the item, and one dialog serves them and the Secret Service.
    @Test func severalRequestsAreOneQuestionAndOneItem() throws {
        _ = try secret("org.b.Second")
        try lock()
        let path = try #require(try bus.search([:]).locked.first)
        let calls = try [
            retrieve("org.a.First"), retrieve("org.a.First"), retrieve("org.b.Second"),
        ]
        let prompt = try #require(try bus.unlock([path]))
        _ = try bus.call(prompt, "Prompt", "Prompt", [.text("")])
        #expect(bus.questionCount == 1)
        bus.user.reply([.secret("1234")])
        bus.answerQuestions()
        #expect(bus.user.questions.count == 1)
        #expect(calls.map { outcome($0)?.response } == [0, 0, 0])
        let secrets = calls.compactMap { outcome($0)?.secret }
        #expect(secrets[0].matches(secrets[1]) && !secrets[0].matches(secrets[2]))
        #expect(try bus.search(["app_id": "org.a.First"]).unlocked.count == 1)
    }

    @Test func aDeclinedQuestionIsCanceledAndAnImpossibleOneFails() throws {
        try lock()
        let declined = try retrieve("org.a.First")
        bus.user.reply([.canceled])
        bus.answerQuestions()
        #expect(outcome(declined)?.response == 1)
        let impossible: [[ScriptedAuthenticator.Reply]] = [
            [.absent], [.secret("1"), .secret("2"), .secret("3")],
        ]
        for replies in impossible {
            let call = try retrieve("org.a.First")
            bus.user.reply(replies)
            bus.answerQuestions()
            #expect(outcome(call)?.response == 2)
        }
        let stopped = try retrieve("org.a.First")
        bus.dismissPrompts()
        #expect(outcome(stopped)?.response == 2)
        #expect(try bus.search([:]).locked.isEmpty, "nothing is stored")
    }

    /// A question counts whose keychain was unlocked by another one meanwhile.
    @Test func anUnlockedKeychainNeedsNoAnswer() throws {
        try lock()
        let call = try retrieve("org.a.First")
        bus.user.reply([.canceled])
        bus.answerQuestions {
            try? bus.shelf.keychain().unlock(passcode: MemoryShelf.passcode)
        }
        #expect(outcome(call)?.response == 0)
        try bus.shelf.keychain().lock()
        let locked = try retrieve("org.a.First")
        bus.user.reply([.secret("1234")])
        bus.answerQuestions { try? bus.shelf.keychain().lock() }
        #expect(outcome(locked)?.response == 2)
    }

    @Test func aRequestIsWithdrawnByThePortalAlone() throws {
        try lock()
        let asked = try retrieve("org.a.First")
        let waiting = try retrieve("org.b.Second", SecretPortal.root + "/request/1_9/u")
        #expect(throws: BusFailure.self, "another program") { try close(from: ":1.8") }
        #expect(throws: BusFailure.self, "another request") {
            try close(SecretPortal.root + "/request/1_9/v")
        }
        #expect(outcome(asked) == nil)
        try close()
        #expect(outcome(asked)?.response == 2)
        #expect(outcome(waiting) == nil)
        #expect(throws: BusFailure.self, "for the second time") { try close() }
        bus.user.reply([.secret("1234")])
        bus.answerQuestions()
        #expect(outcome(waiting)?.response == 0)
        #expect(try bus.search(["app_id": "org.a.First"]).unlocked.isEmpty)
    }

    @Test func thePortalLeaves() throws {
        try lock()
        let call = try retrieve("org.a.First")
        bus.service.clientLeft(":1.9")
        bus.answerQuestions()
        #expect(outcome(call) == nil && bus.user.questions.isEmpty)
        #expect(bus.service.isIdle)
    }

    /// A program that asks again and again leaves room for others.
    @Test func oneProgramDoesNotTakeAllQuestions() throws {
        try lock()
        for _ in 0..<PortalRequest.mostWaiting {
            #expect(try outcome(retrieve("org.a.First")) == nil)
        }
        #expect(try outcome(retrieve("org.a.First"))?.response == 2)
        #expect(try outcome(retrieve("org.b.Second")) == nil)
    }

    @Test func aDamagedKeychainFails() throws {
        try bus.shelf.damage("default")
        #expect(try outcome(retrieve("org.a.First"))?.response == 2)
    }
}
