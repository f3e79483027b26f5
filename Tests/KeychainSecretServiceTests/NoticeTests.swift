import KeychainTesting
@_spi(Keepers) import PortableKeychain
import Synchronization
import Testing

@testable import KeychainSecretService

/// The messages about what happened without a question.
@Suite struct NoticeTests {
    /// A service with an unlocked keychain that a program has looked at.
    private struct Stage {
        let shelf = MemoryShelf(ScriptedAuthenticator([.canceled]))
        let service: SecretService

        init(_ choice: DesktopNotice.Choice) throws {
            let surroundings = SecretService.Surroundings(
                reopen: { keychain in try? keychain.unlock(passcode: MemoryShelf.passcode) },
                notices: { choice }
            )
            let user = ScriptedAuthenticator([.canceled])
            service = SecretService(shelf.shelf, authenticator: user, surroundings)
            try shelf.keychain().setPasscode(MemoryShelf.passcode)
            try shelf.keychain().access.change(
                .add(
                    NewAccessSlot(
                        .token,
                        secret: SecretBytes([UInt8](repeating: 7, count: 32)),
                        parameters: [1]
                    )
                ),
                proof: .passcode(MemoryShelf.passcode)
            )
            _ = look()
        }

        /// A program looks at the keychain.
        func look() -> BusAnswer {
            let body = [BusValue.texts(["user": "ann"])]
            return call(FakeBus.root, "Service", "SearchItems", body)
        }

        func call(
            _ path: String,
            _ interface: String,
            _ member: String,
            _ body: [BusValue]
        ) -> BusAnswer {
            service.answer(
                BusCall(
                    sender: ":1.1",
                    path: path,
                    interface: "org.freedesktop.Secret." + interface,
                    member: member,
                    body: body
                )
            )
        }

        /// Has a question asked, which has no answer yet.
        func ask() throws -> PromptQuestion {
            let paths = BusValue.list(of: "o", [.path(FakeBus.aliasOfDefault)])
            let reply = try call(FakeBus.root, "Service", "Unlock", [paths]).reply.get()
            guard case .values(let values) = reply, let path = values.last?.asPath else {
                throw KeychainError(.internalError)
            }
            return try #require(call(path, "Prompt", "Prompt", [.text("")]).question)
        }
    }

    @Test(arguments: [
        (DesktopNotice.locked("a", .sleep), [false, false, true]),
        (.opened("a"), [false, false, true]), (.ended("a"), [false, true, true]),
        (.waiting, [false, true, true]),
    ])
    func areThoseThatTheUserWants(_ notice: DesktopNotice, _ shown: [Bool]) {
        #expect([DesktopNotice.Choice.no, .yes, .all].map(notice.isShown) == shown)
    }

    @Test(arguments: [SessionEvent.screenLocked, .sleep, .end])
    func tellWhatTheSessionLocks(_ event: SessionEvent) throws {
        let stage = try Stage(.all)
        #expect(stage.service.follow(event).notices == [.locked("default", event)])
        #expect(stage.service.follow(event).notices.isEmpty, "it is locked already")
        #expect(try Stage(.yes).service.follow(event).notices.isEmpty)
    }

    @Test func tellWhatTheChipOpens() throws {
        let stage = try Stage(.all)
        _ = stage.service.follow(.screenLocked)
        let work = try #require(stage.service.follow(.screenUnlocked).background)
        let answer = stage.service.finish(work.prompt, work.work())
        #expect(answer.notices == [.opened("default")])
    }

    /// A keychain that was locked by others, such as by its time, is found at the next call, once.
    @Test func tellWhatOthersHaveLocked() throws {
        let stage = try Stage(.yes)
        try stage.shelf.keychain().lock()
        #expect(stage.look().notices == [.ended("default")])
        #expect(stage.look().notices.isEmpty)
        let quiet = try Stage(.no)
        try quiet.shelf.keychain().lock()
        #expect(quiet.look().notices.isEmpty)
    }

    @Test func remindOfAQuestion() throws {
        let stage = try Stage(.yes)
        #expect(stage.service.remind().notices.isEmpty, "nothing is asked")
        try stage.shelf.keychain().lock()
        let question = try stage.ask()
        #expect(stage.service.remind().notices == [.waiting])
        // The screen hides it; at the return of the user, it comes at once.
        _ = stage.service.follow(.screenLocked)
        #expect(stage.service.remind().notices.isEmpty)
        #expect(stage.service.follow(.screenUnlocked).notices == [.waiting])
        _ = stage.service.finish(question.prompt, .dismissed)
        #expect(stage.service.remind().notices.isEmpty)
        #expect(stage.service.follow(.screenUnlocked).notices.isEmpty)
    }

    /// The user is not reminded of the question of a program that has left.
    @Test func forgetTheQuestionOfAProgramThatLeft() throws {
        let stage = try Stage(.yes)
        try stage.shelf.keychain().lock()
        _ = try stage.ask()
        stage.service.clientLeft(":1.1")
        #expect(stage.service.remind().notices.isEmpty)
    }

    @Test func areShortAndHarmless() {
        let name = "<b>a</b>\"\n\u{202E}" + String(repeating: "x", count: 100)
        for notice in [DesktopNotice.locked(name, .end), .opened(name), .ended(name)] {
            #expect(notice.title.unicodeScalars.count < 80)
            #expect(!notice.title.unicodeScalars.contains { UnsafeCharacters.contains($0) })
            // Only the text is read as markup, and has no name.
            #expect(!notice.text.contains("x") && !notice.text.contains("<"))
        }
    }
}
