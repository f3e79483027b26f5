import Foundation
import KeychainTesting
import Testing

@testable import KeychainAgent
@_spi(Keepers) @testable import PortableKeychain

/// The history of items through the agent (agent-protocol.md §13).
@Suite struct AgentHistoryTests {
    private static let allowed = Array(
        repeating: ScriptedConsent.Reply.says(.once),
        count: 20
    )

    // MARK: As in the file

    /// The output for a person who works through the history, one line for each step.
    private func session(_ keychain: Keychain) throws -> [String] {
        var lines: [String] = []
        func note(_ text: String) throws {
            let versions = try keychain.history.versions().map { version in
                let secret = try keychain.history.secret(of: version)?.string() ?? "none"
                let days = version.expires.timeIntervalSince(version.date) / 86400
                return "\(secret) \(version.cause) \(version.isDeleted) \(days) \(version.identity)"
            }
            let change = try keychain.history.lastChange()?.parts.map {
                "\($0.effect) \($0.attributes?[.account] as Any)"
            }
            let secret = try keychain.secret(for: item())?.string() ?? "none"
            lines.append("\(text): \(secret) \(versions) \(change ?? [])")
        }
        func undo() throws -> String? {
            code {
                let change = try #require(try keychain.history.lastChange())
                try keychain.history.undo(change)
            }
        }
        try note("nothing")
        try keychain.set("1", for: item())
        try keychain.set("2", for: item())
        try note("set")
        #expect(try undo() == nil)
        try note("undone")
        try keychain.delete(item())
        try note("deleted")
        try keychain.history.restore(try #require(try keychain.history.deleted().last))
        try note("restored")
        try keychain.history.remove(try keychain.history.versions())
        try note("removed")
        lines.append(try undo() ?? "undone")
        try keychain.set("3", for: item())
        lines.append("\(try keychain.history.purge(item())) \(try keychain.history.purge(item()))")
        try note("purged")
        lines.append(try undo() ?? "undone")
        try keychain.set("4", for: item("b"))
        try keychain.set("5", for: item("b"))
        try keychain.history.removeAll()
        try note("all removed")
        try keychain.history.setPolicy(.kept(for: .seconds(60), versions: 1))
        lines.append("\(try keychain.history.policy)")
        for secret in ["6", "7", "8"] { try keychain.set(secret, for: item()) }
        try note("one version")
        try keychain.history.setPolicy(HistoryPolicy.none)
        try keychain.set("9", for: item())
        try note("off")
        try keychain.history.setPolicy(nil)
        lines.append("\(try keychain.history.policy)")
        return lines
    }

    @Test func isAsInTheFile() throws {
        let stage = try AgentStage(saying: Self.allowed)
        var configuration = Keychain.Configuration(applicationIdentifier: "app")
        configuration.accessGroups = ["app", "*"]
        configuration.history = .kept()
        let local = try session(Keychain.inMemory(configuration))
        #expect(try session(stage.keychain(["app", "*"])) == local)
        #expect(local.count > 12)
    }

    /// Only callers that ask for a history have one.
    @Test func keepsNothingUnlessAsked() throws {
        let stage = try AgentStage(saying: Self.allowed)
        let plain = Keychain(keeper: stage.keeper())
        try plain.set("1", for: item())
        try plain.set("2", for: item())
        #expect(try plain.history.policy == .none)
        #expect(try stage.keychain.verify().historyCount == 0)
        // Over one connection, each keeper is for itself.
        let line = stage.line()
        let caller = Keychain.AgentCaller(AccessGroups(["app"]), keepsHistory: true)
        let keeping = Keychain(keeper: AgentKeeper(line, caller))
        try keeping.set("3", for: item())
        try Keychain(keeper: AgentKeeper(line, groups: AccessGroups(["app"])))
            .set("4", for: item())
        #expect(try keeping.history.versions().count == 1)
        #expect(try keeping.keeping(.none).history.policy == .none)
        #expect(try keeping.withAccessGroups(["app"]).history.policy == .kept())
    }

    // MARK: Who may see what

    @Test func showsNoGroupsOfOthers() throws {
        let stage = try AgentStage(saying: Self.allowed)
        let owner = stage.keychain(["vip"])
        try owner.set("1", for: item())
        try owner.set("2", for: item())
        let other = stage.keychain(["app"])
        #expect(try other.history.versions().isEmpty)
        let version = try #require(try owner.history.versions().first)
        let change = try #require(try owner.history.lastChange())
        #expect(try other.history.lastChange()?.parts.map(\.attributes) == [nil])
        for (body, name) in [
            ({ try other.history.restore(version) }, "itemNotFound"),
            ({ _ = try other.history.secret(of: version) }, "itemNotFound"),
            ({ try other.history.remove([version]) }, "missingEntitlement"),
            ({ try other.history.undo(change) }, "missingEntitlement"),
            ({ try other.history.setPolicy(HistoryPolicy.none) }, "missingEntitlement"),
            ({ try other.history.setPolicy(.kept(for: .seconds(1))) }, "missingEntitlement"),
        ] as [(() throws -> Void, String)] {
            #expect(code(body) == name)
        }
        #expect(try !other.history.purge(item()))
        try other.history.removeAll()
        #expect(try owner.history.versions() == [version])
        // A program in no group sees nothing at all.
        let nobody = stage.keychain([])
        #expect(code { _ = try nobody.history.versions() } == "missingEntitlement")
        #expect(code { _ = try nobody.history.lastChange() } == "missingEntitlement")
        #expect(code { try nobody.history.removeAll() } == "missingEntitlement")
    }

    /// The same questions as for other requests, and none for a sentence after a change.
    @Test func asksForConsent() throws {
        let stage = try AgentStage(saying: [.notNow, .says(.once), .says(.never)])
        let keychain = stage.keychain(["a", "b"])
        #expect(try keychain.history.policy == .kept())
        #expect(keychain.history.lastChangeAtHand() == nil)
        #expect(stage.asker.questions.isEmpty)
        #expect(code { _ = try keychain.history.versions() } == "userCanceled")
        #expect(try keychain.history.versions().isEmpty)
        #expect(stage.asker.questions.map(\.group) == ["a", "a", "b"])
        // A group that was refused is left out, as if the program were not in it.
        let inside = try stage.keychain.withAccessGroups(["a", "b"]).keeping(.kept())
        for group in ["a", "b"] {
            for secret in ["1", "2"] {
                try inside.set(secret, for: GenericPassword(service: "s", accessGroup: group))
            }
        }
        let seen = try keychain.history.versions()
        #expect(seen.map { $0.attributes[.accessGroup] } == [.string("a")])
        let change = try #require(try inside.history.lastChange())
        #expect(code { try keychain.history.undo(change) } == "missingEntitlement")
        // No user is there for the next program.
        let next = stage.keychain(["c"])
        for body in [
            { _ = try next.history.versions() }, { _ = try next.history.lastChange() },
            { try next.history.removeAll() }, { _ = try next.history.purge(item()) },
            { try next.history.undo(change) }, { try next.history.restore(seen[0]) },
            { _ = try next.history.secret(of: seen[0]) },
        ] as [() throws -> Void] { #expect(code(body) == "authenticationRequired") }
    }

    /// A program that may use some items cannot set the policy for all of them.
    @Test func aProgramCannotHaveOthersForget() throws {
        let stage = try AgentStage(saying: Self.allowed)
        let owner = stage.keychain(["vip"])
        try owner.set("1", for: item())
        try owner.set("2", for: item())
        // It asks for the shortest history that there is.
        let caller = Keychain.AgentCaller(AccessGroups(["app"]), keepsHistory: true)
        let other = Keychain(keeper: AgentKeeper(stage.line(), caller))
            .keeping(.kept(for: .seconds(1), versions: 1))
        try other.set("1", for: item())
        #expect(try owner.history.versions().count == 1)
        #expect(try other.history.policy == .kept())
        // A program that may use all items may set it.
        try stage.keychain(["app", "*"]).history.setPolicy(HistoryPolicy.none)
        #expect(try owner.history.versions().isEmpty)
    }

    @Test func aQuestionNamesTheProgram() throws {
        let user = ScriptedAuthenticator([.confirmed])
        var configuration = Keychain.Configuration()
        configuration.authenticator = user
        let stage = try AgentStage(.inMemory(configuration), saying: Self.allowed)
        let keychain = stage.keychain()
        var guarded = item()
        guarded.accessControl = .userPresence()
        try keychain.add("1", for: guarded)
        #expect(try keychain.delete(item()))
        let version = try #require(try keychain.history.versions().first)
        #expect(user.questions.isEmpty)
        let context = AuthenticationContext()
        context.interactionNotAllowed = true
        let silent = keychain.authenticating(with: context)
        #expect(code { _ = try silent.history.secret(of: version) } == "authenticationRequired")
        #expect(try keychain.history.secret(of: version)?.string() == "1")
        let reason = try #require(user.questions.first).reason
        #expect(reason.hasPrefix("/usr/bin/git (process \(getpid()))"), "\(reason)")
    }

    // MARK: Locks

    /// An agent with a locked keychain, which asks a user for its passcode, and a program that has used it before.
    private func locked(
        _ user: ScriptedAuthenticator,
        saying replies: [ScriptedConsent.Reply]
    ) throws -> (stage: AgentStage, keychain: Keychain) {
        var configuration = Keychain.Configuration()
        configuration.authenticator = user
        configuration.unlocksOnDemand = true
        configuration.passcodeHashing = try PasscodeHashing(
            rounds: 1 << 10,
            blockSize: 1,
            parallelism: 1
        )
        let stage = try AgentStage(.inMemory(configuration), saying: replies)
        let keychain = stage.keychain()
        try keychain.set("1", for: item())
        try keychain.set("2", for: item())
        try stage.keychain.setPasscode(secret("1234"))
        try stage.keychain.lock()
        return (stage, keychain)
    }

    /// A user who refused several times is not asked for a passcode either.
    @Test func whoRefusesIsLeftInPeace() throws {
        let user = ScriptedAuthenticator([.secret("1234")])
        let refusals = Array(
            repeating: ScriptedConsent.Reply.notNow,
            count: QuestionLimit.rules[0].most
        )
        let (stage, keychain) = try locked(user, saying: [.says(.once)] + refusals)
        let other = stage.keychain(["web"])
        for _ in refusals { #expect(code { _ = try other.history.versions() } == "userCanceled") }
        #expect(code { _ = try keychain.history.versions() } == "locked")
        #expect(user.questions.isEmpty)
        stage.clock.pass(QuestionLimit.rules[0].peace + .seconds(1))
        #expect(try keychain.history.versions().count == 1)
    }

    @Test func aLockedKeychainIsUnlockedOnDemand() throws {
        let user = ScriptedAuthenticator(Array(repeating: .secret("1234"), count: 3))
        let (_, keychain) = try locked(user, saying: Self.allowed)
        // Not for a sentence.
        #expect(keychain.history.lastChangeAtHand() == nil)
        #expect(user.questions.isEmpty)
        #expect(try keychain.history.versions().count == 1)
        #expect(user.questions.count == 1)
    }

    @Test func isInTheLog() throws {
        let folder = NSTemporaryDirectory() + "/l-" + UUID().uuidString.prefix(8)
        try #require(mkdir(folder, 0o700) == 0)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let log = try AccessLog(folder + "/log", clock: .system)
        let stage = try AgentStage(saying: Self.allowed, log: log)
        let keychain = stage.keychain()
        try keychain.set("1", for: item())
        try keychain.set("2", for: item())
        let version = try #require(try keychain.history.versions().first)
        _ = try keychain.history.secret(of: version)
        try keychain.history.restore(version)
        try keychain.history.undo(try #require(try keychain.history.lastChange()))
        try keychain.history.removeAll()
        try keychain.history.purge(item())
        let gone = RecordedChange(date: Date(), parts: [], id: version.id)
        #expect(code { try keychain.history.undo(gone) } == "notAvailable")
        let words = log.lines(atMost: 99).map { $0.split(separator: "\t")[1...2] }
            .map { $0.joined(separator: " ") }.filter { !$0.hasSuffix("consent") }
        #expect(
            words.drop { !$0.hasSuffix("history") } == [
                "done history", "done read", "done restore", "done history", "done undo",
                "done forget", "done purge", "failed undo",
            ]
        )
        #expect(log.lines(atMost: 99).allSatisfy { $0.contains("\tapp\t") })
    }
}

/// An item of the tests of the history.
func item(_ account: String = "a") -> GenericPassword {
    GenericPassword(service: "s", account: account)
}

/// The name of the code of the error that is thrown; `nil` for none.
func code(_ body: () throws -> Void) -> String? {
    do { try body() } catch let error as KeychainError {
        return error.code.name
    } catch { return "\(error)" }
    return nil
}
