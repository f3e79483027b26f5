import Foundation
import Synchronization
import TestPrograms
import Testing

@_spi(Keepers) @testable import PortableKeychain

/// Questions before a security key waits for its touch.
@Suite struct SecurityKeyTouchTests {
    /// Answers each question with one answer.
    private final class User: Authenticator {
        /// `nil` for a user who declines.
        let answer: AuthenticationAnswer?
        let questions = Mutex<[AuthenticationQuestion]>([])

        init(_ answer: AuthenticationAnswer?) { self.answer = answer }

        func answer(
            _ question: AuthenticationQuestion
        ) throws(KeychainError) -> AuthenticationAnswer {
            questions.withLock { $0.append(question) }
            guard let answer else { throw KeychainError(.userCanceled) }
            return answer
        }
    }

    /// Runs code with a helper that lists some security keys, notes each request for a secret in a
    /// file, and answers it with bytes of 7.
    private func withKeys(
        _ count: Int,
        failing failure: FIDO2Failure? = nil,
        _ body: (SecurityKeys, _ isAskedForSecrets: () -> Bool) throws -> Void
    ) throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "touch-\(UUID())")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let path = folder.appending(path: "helper").path
        let devices = FIDO2Answer.devices(
            (0..<count).map { FIDO2Device(name: "\($0)", product: "", abilities: nil) }
        )
        let secret = SecretBytes([UInt8](repeating: 7, count: 32))
        let answer = failure.map { FIDO2Answer.failed($0) } ?? .derived(0, secret: secret)
        try TestProgram.write(
            path,
            """
            kind=$(head -c 6 | od -An -tu1 | tr -d ' ' | tail -c 2)
            if [ "$kind" = 1 ]; then
                printf '\(Self.frame(devices))'
            else
                touch \(path).asked
                printf '\(Self.frame(answer))'
            fi
            """
        )
        try body(SecurityKeys(helper: HelperProgram(path: path))) {
            FileManager.default.fileExists(atPath: path + ".asked")
        }
    }

    private static func frame(_ answer: FIDO2Answer) -> String {
        let message = answer.encoded.withUnsafeBytes { Array($0) }
        return ([0, 0, 0, UInt8(message.count)] + message).map { byte in
            "\\" + String("00\(String(byte, radix: 8))".suffix(3))
        }.joined()
    }

    /// The slots of a keychain with a security key, and with a passcode if that is wanted.
    private func locked(passcode: Bool) throws -> [AccessSlot] {
        let keychain = try Keychain.inMemory()
        let secret = SecretBytes([UInt8](repeating: 7, count: 32))
        let salt = [UInt8](repeating: 3, count: 32)
        let candidate = FIDO2Candidate(credential: [1], salt: salt, requiresPIN: false)
        try keychain.access.change(
            .add(
                NewAccessSlot(
                    .securityKey,
                    secret: secret,
                    parameters: candidate.parameters,
                    salt: salt
                )
            ),
            proof: .device
        )
        guard passcode else { return try keychain.access.slots() }
        let slot = try #require(try keychain.access.slots().first { $0.kind == .securityKey })
        try keychain.access.change(
            .passcode(SecretBytes(utf8: "passcode")),
            proof: .slot(slot.identifier, secret: secret)
        )
        return try keychain.access.slots()
    }

    /// The error of a touch that is the only way in.
    private func error(_ touch: SecurityKeyTouch) throws -> KeychainError? {
        let slots = try locked(passcode: false)
        return #expect(throws: KeychainError.self) {
            try touch.proof(of: slots, for: Self.question)
        }
    }

    private static let question = AuthenticationQuestion(.passcode, reason: "to test")

    @Test func aConfirmedTouchIsAProof() throws {
        try withKeys(1) { keys, isAskedForSecrets throws in
            let user = User(.confirmed)
            let touch = SecurityKeyTouch(user, .question(to: user), keys: keys)
            let proof = try touch.proof(of: locked(passcode: false), for: Self.question)
            #expect(proof != nil)
            let asked = user.questions.withLock { $0 }
            #expect(asked.map(\.kind) == [.presence])
            #expect(asked.map(\.reason) == ["to test"])
            #expect(
                asked.first?.sentence.contains("then touch the security key that blinks") == true
            )
            #expect(isAskedForSecrets())
        }
    }

    /// A user that has nothing to touch is not asked to touch it.
    @Test func nothingIsAskedWithoutASecurityKey() throws {
        try withKeys(0) { keys, isAskedForSecrets throws in
            let user = User(.confirmed)
            let touch = SecurityKeyTouch(user, .question(to: user), keys: keys)
            let proof = try touch.proof(of: locked(passcode: true), for: Self.question)
            #expect(proof == nil)
            let error = try self.error(touch)
            #expect(error?.code == .notAvailable)
            #expect(error?.reason.contains("No security key is connected") == true)
            #expect(user.questions.withLock { $0 }.isEmpty && !isAskedForSecrets())
        }
    }

    /// An authenticator that answers with a text has not shown what to touch.
    @Test func anythingElseThanYesIsNoConsent() throws {
        try withKeys(1) { keys, isAskedForSecrets throws in
            let user = User(.secret(SecretBytes(utf8: "y")))
            let touch = SecurityKeyTouch(user, .question(to: user), keys: keys)
            let proof = try touch.proof(of: locked(passcode: true), for: Self.question)
            #expect(proof == nil)
            let error = try self.error(touch)
            #expect(error?.code == .authenticationRequired)
            #expect(!isAskedForSecrets())
        }
    }

    /// An authenticator that shows questions only says with one why the touch failed.
    @Test func aDialogSaysWhyTheTouchFailed() throws {
        try withKeys(1, failing: FIDO2Failure(.noTouch)) { keys, _ throws in
            let user = User(.confirmed)
            let touch = SecurityKeyTouch(user, .question(to: user), keys: keys)
            let proof = try touch.proof(of: locked(passcode: true), for: Self.question)
            #expect(proof == nil)
            let asked = user.questions.withLock { $0 }
            #expect(asked.map(\.subject) == [.touch, .otherWay])
            #expect(asked.last?.reason == FIDO2Failure(.noTouch).error.reason)
            // Without a passcode the error says it.
            let error = try self.error(touch)
            #expect(error?.reason == FIDO2Failure(.noTouch).error.reason)
            #expect(user.questions.withLock { $0.count } == 3)
        }
    }

    /// A user who declines the touch is asked for the passcode at once.
    @Test func whoDeclinesIsNotToldWhy() throws {
        try withKeys(1) { keys, isAskedForSecrets throws in
            let user = User(nil)
            let touch = SecurityKeyTouch(user, .question(to: user), keys: keys)
            let proof = try touch.proof(of: locked(passcode: true), for: Self.question)
            #expect(proof == nil)
            #expect(user.questions.withLock { $0.map(\.subject) } == [.touch])
            #expect(!isAskedForSecrets())
        }
    }
}
