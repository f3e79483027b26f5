import Foundation
import Testing

@testable import KeychainAgent
@_spi(Keepers) @testable import PortableKeychain

/// A keychain whose file is removed while an agent serves it.
@Suite final class ReplacedKeychainTests {
    private let folder: String
    private let open: @Sendable () throws(KeychainError) -> Keychain

    init() throws {
        folder = NSTemporaryDirectory() + "/r-" + UUID().uuidString.prefix(8)
        try #require(mkdir(folder, 0o700) == 0)
        var configuration = Keychain.Configuration(folder: folder)
        configuration.accessGroups = ["app"]
        open = { [configuration] () throws(KeychainError) -> Keychain in
            try Keychain.openOrCreate(.standard, configuration: configuration)
        }
    }

    deinit {
        try? remove()
        try? FileManager.default.removeItem(atPath: folder)
    }

    private func remove() throws {
        try Keychain.remove(.standard, configuration: Keychain.Configuration(folder: folder))
    }

    /// Decisions of the user, and consent for the connection, are not about another keychain.
    @Test(arguments: [Consent.always, .once])
    func theNextRequestIsLikeTheFirst(_ consent: Consent) throws {
        let stage = try AgentStage(open(), saying: [.says(consent)], reopen: open)
        let keeper = stage.keeper()
        #expect(keeper.outcome(.add("ann")) == "done")
        #expect(keeper.outcome(.find("ann")) == "of ann")
        try remove()
        let error = #expect(throws: KeychainError.self) { try keeper.perform(.find("ann")) }
        #expect(error?.code == .noSuchKeychain)
        #expect(error?.reason.contains("do this again") == true)
        #expect(keeper.outcome(.find("ann")) == "authenticationRequired")
        stage.asker.reply([.says(.once)])
        #expect(keeper.outcome(.find("ann")) == "itemNotFound")
        #expect(keeper.outcome(.add("bob")) == "done")
        #expect(stage.asker.questions.count == 3)
        #expect(try open().outcome(.find("bob")) == "of bob")
    }

    /// Questions wait on, and consent that was given for the items of the other keychain is gone.
    @Test func answersAreForTheKeychainThatIsThere() throws {
        let stage = try AgentStage(open(), reopen: open)
        let keeper = stage.keeper()
        let agent = AgentAdministration(stage.line())
        #expect(keeper.outcome(.find("ann")) == "authenticationRequired")
        let first = try #require(try agent.questions().first).number
        #expect(try agent.answer(first, .once, passcode: nil) == .running)
        try remove()
        let error = #expect(throws: KeychainError.self) { try agent.status() }
        #expect(error?.code == .noSuchKeychain)
        #expect(try !agent.status().isLocked)
        #expect(keeper.outcome(.find("ann")) == "authenticationRequired")
        let second = try #require(try agent.questions().first).number
        try remove()
        #expect(throws: KeychainError(.noSuchKeychain)) {
            try agent.answer(second, .once, passcode: nil)
        }
        #expect(try agent.answer(second, .once, passcode: nil) == .running)
        #expect(keeper.outcome(.find("ann")) == "itemNotFound")
    }

    /// The error says why it cannot be opened.
    @Test func whatIsNotOpenedIsTriedAgain() throws {
        let stage = try AgentStage(open(), saying: [.says(.once)]) {
            () throws(KeychainError) -> Keychain in throw KeychainError(.unsafePermissions)
        }
        let keeper = stage.keeper()
        #expect(keeper.outcome(.add("ann")) == "done")
        try remove()
        for _ in 0..<2 { #expect(keeper.outcome(.find("ann")) == "unsafePermissions") }
    }
}
