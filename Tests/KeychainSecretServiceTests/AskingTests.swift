import Foundation
import KeychainTesting
@_spi(Keepers) import PortableKeychain
import Synchronization
import Testing

@testable import KeychainSecretService

/// The program that a question of the Secret Service names.
@Suite struct AskingTests {
    /// Notes who asks, and declines.
    private final class User: Authenticator {
        let asked = Mutex<[(program: AskingProgram?, question: AuthenticationQuestion)]>([])

        func answer(
            _ question: AuthenticationQuestion
        ) throws(KeychainError) -> AuthenticationAnswer {
            asked.withLock { $0.append((AskingProgram.current, question)) }
            throw KeychainError(.userCanceled)
        }
    }

    private let user = User()
    private let service: SecretService

    init() throws {
        let shelf = MemoryShelf(user)
        try shelf.keychain().setPasscode(MemoryShelf.passcode)
        try shelf.keychain().lock()
        service = SecretService(shelf.shelf, authenticator: user)
    }

    /// Makes a call, and does the work of its question.
    @discardableResult
    private func call(
        _ path: String,
        _ interface: String,
        _ member: String,
        _ body: [BusValue],
        process: Int32? = nil
    ) throws -> [BusValue] {
        let call = BusCall(
            sender: ":1.1",
            path: path,
            interface: interface,
            member: member,
            body: body,
            isFromPortal: path == SecretPortal.root,
            process: process
        )
        let answer = service.answer(call)
        if let question = answer.question {
            _ = service.finish(question.prompt, question.work())
        }
        return if case .values(let values) = try answer.reply.get() { values } else { [] }
    }

    private func prompt(window: String = "", process: Int32?) throws -> AskingProgram? {
        let secrets = "org.freedesktop.Secret."
        let paths = BusValue.list(of: "o", [.path(FakeBus.aliasOfDefault)])
        let reply = try call(FakeBus.root, secrets + "Service", "Unlock", [paths])
        let prompt = try #require(reply.last?.asPath)
        try call(prompt, secrets + "Prompt", "Prompt", [.text(window)], process: process)
        return try #require(user.asked.withLock { $0.last }).program
    }

    @Test func isTheProcessThatHasTheUserAsked() throws {
        let program = try #require(try prompt(process: getpid()))
        #expect(program == .own)
        #expect(AskingProgram.current == nil)
        let question = try #require(user.asked.withLock { $0.last }).question
        #expect(question.kind == .passcode && question.reason.isEmpty)
    }

    /// Not this process, which would look as if the keychain itself asked.
    @Test func isSomeProgramIfTheBusDoesNotSayWhich() throws {
        let program = try #require(try prompt(process: nil))
        #expect(program == AskingProgram(named: "A program of the desktop"))
    }

    @Test(
        arguments: [
            ("", nil), ("29360131", 29_360_131), ("0x1c00003", 29_360_131),
            ("x11:1c00003", 29_360_131), ("wayland:abc", nil), ("-1", nil), ("99999999999", nil),
            ("7 -root", nil),
        ] as [(String, UInt32?)]
    )
    func namesItsWindow(_ handle: String, _ window: UInt32?) throws {
        #expect(try prompt(window: handle, process: getpid())?.window == window)
    }

    /// The portal asks in the place of a program in a sandbox, and is not named itself.
    @Test func isTheProgramThatThePortalNames() throws {
        let body: [BusValue] = [
            .path(SecretPortal.root + "/request/1_9/t"), .text("org.a.Program"), .other("h"),
            .properties([]),
        ]
        try call(
            SecretPortal.root,
            "org.freedesktop.impl.portal.Secret",
            "RetrieveSecret",
            body,
            process: getpid()
        )
        let asked = try #require(user.asked.withLock { $0.last })
        #expect(asked.program == AskingProgram(named: "The program org.a.Program"))
        #expect(asked.question.reason == "The program org.a.Program asks for its secret.")
    }

    /// The name of a new keychain is the program's, and stands in quotation marks.
    @Test func asksForThePasscodeOfANewKeychainByItsName() throws {
        let secrets = "org.freedesktop.Secret."
        let body: [BusValue] = [
            .properties([(secrets + "Collection.Label", .text("Mine"))]), .text(""),
        ]
        let reply = try call(FakeBus.root, secrets + "Service", "CreateCollection", body)
        let path = try #require(reply.last?.asPath)
        try call(path, secrets + "Prompt", "Prompt", [.text("")], process: getpid())
        let question = try #require(user.asked.withLock { $0.last }).question
        #expect(question.sentence == "Passcode for the new keychain 'Mine'")
    }
}
