import ForeignCrypto
import PortableKeychain
import Testing

@testable import KeychainBrowser
@testable import SafeText

/// Locked keychains, and storms of questions.
@Suite(.enabled(if: MessageBox.isPresent, "needs libsodium.so.23 (libsodium23)"))
struct LockingTests {
    private static let page = ["url": "https://example.com"]

    private static func lockedStage(typing typed: [String] = []) throws -> BrowserStage {
        let stage = try BrowserStage(passcode: "1234", typing: typed)
        try stage.store("secret")
        try stage.keychain.lock()
        return stage
    }

    /// Only what a person did in the browser asks for the passcode.
    @Test func asksForThePasscodeOnDemand() throws {
        let stage = try Self.lockedStage(typing: ["1234"])
        for action in ["get-databasehash", "test-associate", "get-logins", "set-login"] {
            #expect(stage.addOn.ask(action, Self.page).fault == "1")
        }
        #expect(stage.user.questions.isEmpty)
        let answer = stage.addOn.ask("get-databasehash", triggersUnlock: true)
        #expect(answer.message?["hash"].string == stage.service.hash)
        #expect(stage.user.questions == ["passcode"])
        #expect(stage.fill("https://example.com/") == "ann secret")
    }

    /// A storm of requests asks once; later, the user may try again.
    @Test func asksOnceForAStorm() throws {
        let stage = try Self.lockedStage()
        for _ in 0..<20 {
            #expect(stage.addOn.ask("get-logins", Self.page, triggersUnlock: true).fault == "1")
        }
        #expect(stage.user.questions.count == 1)
        stage.wait(.seconds(11))
        #expect(stage.addOn.ask("get-logins", Self.page, triggersUnlock: true).fault == "1")
        #expect(stage.user.questions.count == 2)
    }

    /// A program without the key of the session cannot have the user asked.
    @Test func asksForNobodyElse() throws {
        let stage = try Self.lockedStage(typing: ["1234"])
        let answer = stage.addOn.send([
            ("action", .string("get-databasehash")), ("clientID", .string("client")),
            ("triggerUnlock", .string("true")),
        ])
        #expect(answer.first?["errorCode"].string == "4")
        #expect(stage.user.questions.isEmpty)
    }

    /// The extension gets a message when the keychain is locked and unlocked, by itself or by others.
    @Test func tellsOfLocks() throws {
        let stage = try BrowserStage(passcode: "1234")
        #expect(stage.service.signals().isEmpty)
        let answer = stage.addOn.ask("lock-database")
        #expect(answer.message != nil && answer.signals == ["database-locked"])
        #expect(try stage.keychain.lockState == .locked)
        #expect(stage.service.signals().isEmpty)
        try stage.keychain.unlock(passcode: SecretBytes(utf8: "1234"))
        let signal = stage.service.signals().map { String(decoding: $0, as: UTF8.self) }
        #expect(signal == [#"{"action":"database-unlocked"}"#])
        try stage.keychain.lock()
        #expect(stage.addOn.ask("get-logins", Self.page).signals == ["database-locked"])
    }

    /// A browser that was not connected gets no message.
    @Test func tellsNobodyElse() throws {
        let stage = try BrowserStage(passcode: "1234", isConnected: false)
        stage.addOn.exchangeKeys()
        #expect(stage.addOn.ask("get-databasehash").message != nil)
        try stage.keychain.lock()
        #expect(stage.service.signals().isEmpty)
    }

    /// A keychain without a passcode cannot be locked: an error, and nothing else.
    @Test func cannotLockWithoutAPasscode() throws {
        let stage = try BrowserStage()
        let answer = stage.addOn.ask("lock-database")
        #expect(answer.fault == "0" && answer.signals.isEmpty)
    }

    /// Different questions, each refused, end in silence for a while.
    @Test func leavesTheUserInPeace() throws {
        let stage = try BrowserStage(saying: Array(repeating: .no, count: 40))
        try stage.store("secret")
        for number in 0..<30 { #expect(stage.fill("https://\(number).example.com/") == "15") }
        #expect(stage.user.questions.count == QuestionRest.most)
        stage.wait(.seconds(61))
        #expect(stage.fill("https://new.example.com/") == "15")
        #expect(stage.user.questions.count == QuestionRest.most)
        stage.wait(.seconds(300))
        #expect(stage.fill("https://new.example.com/") == "15")
        #expect(stage.user.questions.count == QuestionRest.most + 1)
    }
}
