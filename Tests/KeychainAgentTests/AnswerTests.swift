import KeychainTesting
import Testing

@testable import KeychainAgent
@_spi(Keepers) @testable import PortableKeychain

/// The accesses that an answer of the user allows, and their extent.
@Suite struct AnswerTests {
    /// A program that was refused a group finds nothing there, also along with other groups.
    @Test func aRefusedGroupIsNotUsedAlongWithOthers() throws {
        let stage = try AgentStage(saying: [.says(.always), .says(.always)])
        for group in ["a", "b"] {
            _ = try stage.keychain.withAccessGroups([group]).perform(.add("in " + group))
        }
        let keeper = stage.keeper(["a", "b"])
        #expect(keeper.outcome(.find("in a")) == "of in a")
        #expect(keeper.outcome(.find("in b")) == "of in b")
        // The same connection, whose view of both groups was used before.
        let program = Caller.Program(path: "/usr/bin/git", device: 1, inode: 2)
        try stage.service.served.grants.remember(program, "b", isAllowed: false)
        #expect(keeper.outcome(.find("in a")) == "of in a")
        #expect(keeper.outcome(.find("in b")) == "itemNotFound")
    }

    /// The group to which an update moves items is asked about too.
    @Test func theGroupOfAMoveIsAskedAbout() throws {
        let stage = try AgentStage(saying: Array(repeating: .says(.once), count: 3))
        let keeper = stage.keeper(["a", "b"])
        #expect(keeper.outcome(.add("ann", group: "a")) == "done")
        let moving = ItemChanges(attributes: [.accessGroup: .string("b")])
        var move = ItemRequest.find("ann", group: "a")
        (move.verb, move.returning) = (.update(moving), [])
        #expect(keeper.outcome(move) == "done")
        #expect(stage.asker.questions.map(\.group) == ["a", "b"])
    }

    /// Each question that the user was not asked waits; a new one replaces the oldest.
    @Test func soManyQuestionsWait() throws {
        let stage = try AgentStage()
        let keeper = stage.keeper((0...AgentService.mostWaiting).map { "group-\($0)" })
        for number in 0...AgentService.mostWaiting {
            #expect(
                keeper.outcome(.find("ann", group: "group-\(number)")) == "authenticationRequired"
            )
        }
        let questions = try AgentAdministration(stage.line()).questions()
        #expect(questions.count == AgentService.mostWaiting)
        #expect(questions.first?.group == "group-1")
    }

    /// An answer for one time is for one connection, and for one group.
    @Test func anAnswerForOneTimeIsTakenOnce() throws {
        let stage = try AgentStage()
        #expect(stage.keeper(["app"]).outcome(.add("ann")) == "authenticationRequired")
        let agent = AgentAdministration(stage.line())
        let number = try #require(try agent.questions().first).number
        #expect(try agent.answer(number, .once, passcode: nil) == .running)
        #expect(stage.keeper(["web"]).outcome(.add("ann")) == "authenticationRequired")
        #expect(stage.keeper(["app"]).outcome(.add("ann")) == "done")
        #expect(stage.keeper(["app"]).outcome(.find("ann")) == "authenticationRequired")
    }

    /// A user who declines to prove their presence is left in peace too.
    @Test func whoDeclinesAProofIsLeftInPeace() throws {
        let user = ScriptedAuthenticator(Array(repeating: .canceled, count: 20))
        var configuration = Keychain.Configuration()
        configuration.authenticator = user
        let stage = try AgentStage(.inMemory(configuration), saying: [.says(.once)])
        let keeper = stage.keeper()
        for _ in 0..<10 {
            #expect(throws: KeychainError.self) {
                try keeper.authenticate(.userPresence, in: AuthenticationContext(), reason: "")
            }
        }
        #expect(user.questions.count == QuestionLimit.rules[0].most)
    }
}
