import Foundation
import KeychainTesting
import TestRounds
import Testing

@testable import KeychainAgent
@_spi(Keepers) @testable import PortableKeychain

/// The access groups that a program may use, and the times when the user is asked.
@Suite struct ConsentTests {
    @Test(arguments: [
        // The user's answer, the results of two reads of one program, and of one read of the next
        // program; the number of questions to the user.
        ([ScriptedConsent.Reply.says(.once)], ["of ann", "of ann", "authenticationRequired"], 2),
        ([.says(.once), .says(.once)], ["of ann", "of ann", "of ann"], 2),
        ([.says(.always)], ["of ann", "of ann", "of ann"], 1),
        (
            [.says(.never)], ["missingEntitlement", "missingEntitlement", "missingEntitlement"], 1
        ),
        ([.notNow, .says(.always)], ["userCanceled", "of ann", "of ann"], 2),
        (
            [], ["authenticationRequired", "authenticationRequired", "authenticationRequired"], 3
        ),
    ])
    func asksOnce(_ replies: [ScriptedConsent.Reply], _ answers: [String], _ count: Int) throws {
        let stage = try AgentStage(saying: replies)
        _ = try stage.keychain.withAccessGroups(["app"]).perform(.add("ann"))
        let first = stage.keeper()
        let found = [
            first.outcome(.find("ann")), first.outcome(.find("ann")),
            stage.keeper().outcome(.find("ann")),
        ]
        #expect(found == answers)
        #expect(stage.asker.questions.count == count)
    }

    @Test func saysWhoAsksForWhat() throws {
        let stage = try AgentStage(saying: [.notNow])
        _ = stage.keeper(["group.a\u{1B}[2J"]).outcome(.find("ann"))
        let text = try #require(stage.asker.questions.first).text
        #expect(text.hasPrefix("/usr/bin/git (process \(getpid()))"))
        #expect(text.contains(#"the items of 'group.a\u{1b}[2J'"#))
        // The dialog adds what started it.
        #expect(stage.asker.programs == [AskingProgram(process: getpid(), name: "/usr/bin/git")])
        #expect(!text.contains("ann"), "a question has no names of items")
    }

    /// The access groups that a request concerns.
    @Test func asksForTheGroupsOfARequest() throws {
        let stage = try AgentStage(saying: [.says(.once), .says(.never), .says(.once)])
        let keeper = stage.keeper(["a", "b", "c"])
        #expect(keeper.outcome(.add("ann")) == "done")
        #expect(stage.asker.questions.map(\.group) == ["a"])
        #expect(keeper.outcome(.add("bob", group: "b")) == "missingEntitlement")
        // The groups that are left; the one that was refused is left out.
        #expect(keeper.outcome(.find("ann")) == "of ann")
        #expect(stage.asker.questions.map(\.group) == ["a", "b", "c"])
    }

    @Test func aRefusalIsRememberedForTheProgram() throws {
        let stage = try AgentStage(saying: [.says(.never), .says(.once)])
        _ = try stage.keychain.withAccessGroups(["b"]).perform(.add("ann"))
        #expect(stage.keeper(["a"]).outcome(.add("bob")) == "missingEntitlement")
        // As if the program were not in the group.
        #expect(stage.keeper(["a", "b"]).outcome(.find("ann")) == "of ann")
        #expect(stage.keeper(["a", "b"]).outcome(.add("bob")) == "missingEntitlement")
        #expect(try stage.service.served.grants.revoke(path: "/usr/bin/git", group: "a") == 1)
        #expect(stage.keeper(["a"]).outcome(.add("bob")) == "authenticationRequired")
    }

    @Test func decisionsAreKeptInTheKeychain() throws {
        let stage = try AgentStage(saying: [.says(.always)])
        #expect(stage.keeper().outcome(.add("ann")) == "done")
        let next = try AgentStage(stage.keychain)
        #expect(next.keeper().outcome(.find("ann")) == "of ann")
        #expect(
            next.service.served.grants.grants == [
                Grant(path: "/usr/bin/git", group: "app", isAllowed: true)
            ]
        )
        // Another file at the same path is another program.
        let changed = try AgentStage(
            stage.keychain,
            as: .trusted.with { $0.inode = 3 }
        )
        #expect(changed.keeper().outcome(.find("ann")) == "authenticationRequired")
    }

    /// Scripts are asked for each time: the name of an interpreter says nothing.
    @Test func nothingIsRememberedForScripts() throws {
        let stage = try AgentStage(
            saying: [.says(.always), .says(.always)],
            as: .trusted.with { $0.path = "/usr/bin/python3.11" }
        )
        #expect(stage.keeper().outcome(.add("ann")) == "done")
        #expect(stage.keeper().outcome(.find("ann")) == "of ann")
        #expect(stage.asker.questions.allSatisfy { !$0.canBeRemembered })
        #expect(stage.service.served.grants.grants.isEmpty)
    }

    /// The agent's own data are in groups that no client has.
    @Test(arguments: [
        AccessGroups.agent, AccessGroups.exclusive, AccessGroups.securityKeys,
        AccessGroups.refusedLogins,
    ])
    func clientsDoNotSeeInternalGroups(_ group: String) throws {
        let stage = try AgentStage(saying: [.says(.once)])
        _ = try stage.keychain.withAccessGroups([group]).perform(.add("mark"))
        #expect(stage.keeper([group]).outcome(.find("mark")) == "missingEntitlement")
        #expect(stage.keeper(["app", group]).outcome(.find("mark")) == "missingEntitlement")
        #expect(stage.asker.questions.isEmpty)
    }

    /// All items are not the agent's own: its decisions, or the mark of an exclusive keychain.
    @Test(arguments: [
        AccessGroups.agent, AccessGroups.exclusive, AccessGroups.securityKeys,
        AccessGroups.refusedLogins,
    ])
    func allItemsDoNotIncludeInternalGroups(_ group: String) throws {
        let stage = try AgentStage(saying: Array(repeating: .says(.once), count: 40))
        let inside = try stage.keychain.withAccessGroups([group])
        _ = try inside.perform(.add("mark"))
        _ = try stage.keychain.withAccessGroups(["app"]).perform(.add("ann"))
        var search = ItemRequest.find("mark")
        search.returning = [.persistentReference]
        let reference = try #require(try inside.perform(search).items.first?.persistentReference)
        let keeper = stage.keeper([AccessGroups.administrator])
        let moving = ItemChanges(attributes: [.accessGroup: .string(group)])
        for (request, answer) in [
            (ItemRequest.add("bob", group: group), "missingEntitlement"),
            (.find("mark", group: group), "missingEntitlement"),
            (.find("mark"), "itemNotFound"),
            (ItemRequest(.copyMatching, persistentReference: reference), "itemNotFound"),
            (ItemRequest(.delete, persistentReference: reference), "itemNotFound"),
            (ItemRequest(.update(moving), itemClass: .genericPassword), "missingEntitlement"),
            (ItemRequest(.delete, itemClass: .genericPassword), "done"),
        ] { #expect(keeper.outcome(request) == answer, "\(request.verb)") }
        #expect(inside.outcome(.find("mark")) == "of mark")
        #expect(
            keeper.outcome(.find("ann")) == "itemNotFound",
            "all items were deleted but that one"
        )
    }

    /// The program's text cannot replace the agent's text about the program.
    @Test func aQuestionNamesTheProgramFirst() throws {
        let user = ScriptedAuthenticator([.confirmed])
        var configuration = Keychain.Configuration()
        configuration.authenticator = user
        let stage = try AgentStage(.inMemory(configuration), saying: [.says(.once)])
        let lie = String(repeating: "Type your \"password\".\n", count: 50_000)
        let context = AuthenticationContext()
        context.cancelTitle = lie
        try stage.keeper().authenticate(.userPresence, in: context, reason: lie)
        let question = try #require(user.questions.first)
        let start =
            "/usr/bin/git (process \(getpid())) asks for it and says: \"Type your 'password'"
        #expect(question.reason.hasPrefix(start))
        #expect(question.reason.count < start.count + 120)
        #expect(question.reason.filter { $0 == "\"" }.count == 2)
        #expect(!question.reason.contains("\n"))
        #expect(question.cancelTitle?.count == 30)
    }

    @Test func silentRequestsAskNobody() throws {
        let stage = try AgentStage(saying: [.says(.always)])
        var request = ItemRequest.find("ann")
        request.interaction = .forbidden
        #expect(stage.keeper().outcome(request) == "authenticationRequired")
        #expect(stage.asker.questions.isEmpty)
    }

    @Test func whoRefusesIsLeftInPeace() throws {
        let stage = try AgentStage(saying: Array(repeating: .notNow, count: 20))
        let keeper = stage.keeper()
        for _ in 0..<10 { _ = keeper.outcome(.find("ann")) }
        #expect(stage.asker.questions.count == QuestionLimit.rules[0].most)
        stage.clock.pass(QuestionLimit.rules[0].peace + .seconds(1))
        #expect(keeper.outcome(.find("ann")) == "userCanceled")
    }

    @Test func aQuestionWaitsForATerminal() throws {
        let stage = try AgentStage()
        let keeper = stage.keeper()
        #expect(keeper.outcome(.add("ann")) == "authenticationRequired")
        #expect(keeper.outcome(.add("ann")) == "authenticationRequired")
        let agent = AgentAdministration(stage.line())
        let question = try #require(try agent.questions().first)
        #expect(try agent.questions().count == 1, "the same question is not kept twice")
        #expect(question.group == "app" && question.canBeRemembered)
        #expect(throws: KeychainError(.invalidParameter)) {
            try agent.answer(question.number + 1, .always, passcode: nil)
        }
        #expect(try agent.answer(question.number, .always, passcode: nil) == .remembered)
        #expect(keeper.outcome(.add("ann")) == "done")
        #expect(try agent.status().questions == 0)
        #expect(try agent.grants() == [Grant(path: "/usr/bin/git", group: "app", isAllowed: true)])
        #expect(try agent.revoke(path: nil, group: "app") == 1)
        #expect(try agent.grants().isEmpty)
    }

    /// The error names a command, which works: an answer that is remembered needs no process.
    @Test(arguments: [ProcessFacts.Executable.trusted, nil])
    func whatHelpsAfterAProgramHasEnded(_ executable: ProcessFacts.Executable?) throws {
        let stage = try AgentStage(as: executable, hasEnded: true)
        let keeper = stage.keeper()
        #expect(keeper.outcome(.add("ann")) == "authenticationRequired")
        let agent = AgentAdministration(stage.line())
        let question = try #require(try agent.questions().first)
        let error = #expect(throws: KeychainError.self) {
            try agent.answer(question.number, .once, passcode: nil)
        }
        #expect(error?.code == .notAvailable)
        let command = "Run 'keychainctl agent answer \(question.number) always', or run"
        #expect(error?.reason.contains(command) == question.canBeRemembered)
        if question.canBeRemembered {
            #expect(try agent.answer(question.number, .always, passcode: nil) == .remembered)
            #expect(keeper.outcome(.add("ann")) == "done")
        } else {
            #expect(try agent.questions().isEmpty, "nobody is left who could take an answer")
        }
    }

    /// A program cannot allow itself an operation for which a passcode is needed that it does not
    /// know.
    @Test func aPasscodeShowsThatAPersonAnswers() throws {
        var configuration = Keychain.Configuration()
        configuration.passcodeHashing = try PasscodeHashing(
            rounds: 1 << 10,
            blockSize: 1,
            parallelism: 1
        )
        let stage = try AgentStage(.inMemory(configuration))
        try stage.keychain.setPasscode(secret("1234"))
        let keeper = stage.keeper()
        #expect(keeper.outcome(.add("ann")) == "authenticationRequired")
        let agent = AgentAdministration(stage.line())
        let number = try #require(try agent.questions().first).number
        for wrong in [nil, "12345"] {
            #expect(throws: KeychainError.self) {
                try agent.answer(number, .always, passcode: wrong.map(secret))
            }
        }
        #expect(keeper.outcome(.add("ann")) == "authenticationRequired")
        let last = try #require(try agent.questions().first).number
        #expect(try agent.answer(last, .once, passcode: secret("1234")) == .running)
        #expect(keeper.outcome(.add("ann")) == "done")
        #expect(try agent.grants().isEmpty)
    }

    @Test func allItemsAreAGroupOfTheirOwn() throws {
        let stage = try AgentStage(saying: [.notNow, .says(.once)])
        for group in ["app", "web"] {
            _ = try stage.keychain.withAccessGroups([group]).perform(.add("ann"))
        }
        let keeper = stage.keeper(["*"])
        #expect(keeper.outcome(.find("ann", group: "app")) == "userCanceled")
        #expect(keeper.outcome(.find("ann", group: "app")) == "of ann")
        // A program that may use all items is not asked about some of them.
        #expect(keeper.outcome(.find("ann", group: "web")) == "of ann")
        #expect(stage.asker.questions.map(\.group) == ["*", "*"])
        #expect(try #require(stage.asker.questions.first).text.contains("all items"))
    }

    /// A person is not asked for a program that left while others were asked.
    @Test func whoHasHungUpIsNotAskedFor() throws {
        let folder = NSTemporaryDirectory() + "/hung-" + UUID().uuidString.prefix(8)
        try #require(mkdir(folder, 0o700) == 0)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let log = try AccessLog(folder + "/log", clock: .system)
        let stage = try AgentStage(saying: [.says(.once), .says(.once)], log: log)
        let (client, server) = AgentStage.pair()
        let served = DispatchSemaphore(value: 0)
        Thread.detachNewThread {
            stage.service.serve(server)
            close(server)
            served.signal()
        }
        let requests = DispatchSemaphore(value: 0)
        // The connection of the program is closed below: here is another descriptor of it.
        let line = AgentLine("the test") { dup(client) }
        try stage.service.surroundings.attention.hold { () throws(KeychainError) in
            Thread.detachNewThread {
                _ = AgentKeeper(line, groups: AccessGroups(["app"])).outcome(.find("ann"))
                requests.signal()
            }
            // It waits for its turn.
            let isAsking = { log.lines(atMost: 9).contains { $0.contains("\tasked\t") } }
            waits { isAsking() }
            #expect(isAsking())
            shutdown(client, Int32(SHUT_RDWR))
        }
        #expect(served.wait(timeout: .now() + 30) == .success)
        #expect(requests.wait(timeout: .now() + 30) == .success)
        close(client)
        #expect(stage.asker.questions.isEmpty)
    }
}
