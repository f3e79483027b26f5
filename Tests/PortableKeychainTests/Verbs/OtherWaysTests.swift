@_spi(Keepers) import PortableKeychain
import Synchronization
import Testing

/// An authenticator that opens keychains in another way than by a passcode.
@Suite struct OtherWaysTests {
    /// Has the secret of a security key, and answers no question.
    private final class Key: Authenticator {
        static let secret = SecretBytes([UInt8](repeating: 5, count: 32))
        let secret: SecretBytes?
        let touches = Mutex(0)
        let questions = Mutex<[AuthenticationQuestion.Kind]>([])

        init(_ secret: SecretBytes? = Key.secret) { self.secret = secret }

        func answer(
            _ question: AuthenticationQuestion
        ) throws(KeychainError) -> AuthenticationAnswer {
            questions.withLock { $0.append(question.kind) }
            return .secret(SecretBytes(utf8: "passcode"))
        }

        func proof(
            of slots: [AccessSlot],
            for question: AuthenticationQuestion
        ) throws(KeychainError) -> AccessProof? {
            guard let secret, let slot = slots.first(where: { $0.kind == .securityKey }) else {
                return nil
            }
            touches.withLock { $0 += 1 }
            return .slot(slot.identifier, secret: secret)
        }
    }

    private static let item = GenericPassword(service: "api", account: "ci")

    /// A keychain with a security key, and with a passcode if that is wanted.
    private func keychain(_ key: Key, passcode: Bool) throws -> Keychain {
        var configuration = Keychain.Configuration()
        configuration.authenticator = key
        configuration.unlocksOnDemand = true
        configuration.passcodeHashing = try PasscodeHashing(
            rounds: 1 << 10,
            blockSize: 8,
            parallelism: 1
        )
        let keychain = try Keychain.inMemory(configuration)
        try keychain.access.change(
            .add(NewAccessSlot(.securityKey, secret: Key.secret)),
            proof: .device
        )
        if passcode {
            let slot = try #require(try keychain.access.slots().last)
            try keychain.access.change(
                .passcode(SecretBytes(utf8: "passcode")),
                proof: .slot(slot.identifier, secret: Key.secret)
            )
        }
        var guarded = Self.item
        guarded.accessControl = .userPresence()
        try keychain.set("s3cret", for: guarded)
        return keychain
    }

    /// The reason why the item cannot be read; `nil` if it can.
    private func refusal(_ keychain: Keychain) -> KeychainError.Code? {
        do throws(KeychainError) {
            _ = try keychain.secret(for: Self.item)
            return nil
        } catch {
            return error.code
        }
    }

    /// An item that requires the user's presence opens, and the user is not asked for a passcode.
    @Test(arguments: [false, true]) func provesThePresence(passcode: Bool) throws {
        let key = Key()
        let keychain = try keychain(key, passcode: passcode)
        #expect(try keychain.secret(for: Self.item)?.string() == "s3cret")
        #expect(key.touches.withLock { $0 } == 1)
        #expect(key.questions.withLock { $0 }.isEmpty)
    }

    /// A locked keychain is unlocked.
    @Test(arguments: [false, true]) func unlocksOnDemand(passcode: Bool) throws {
        let key = Key()
        let keychain = try keychain(key, passcode: passcode)
        try keychain.lock()
        #expect(try keychain.lockState == .locked)
        #expect(try keychain.secret(for: Self.item)?.string() == "s3cret")
        #expect(try keychain.lockState == .unlocked)
        #expect(key.questions.withLock { $0 }.isEmpty)
    }

    /// Without its own way, the passcode is asked for; without a passcode, there is no question.
    @Test func asksForThePasscodeOtherwise() throws {
        let key = Key(nil)
        let withPasscode = try keychain(key, passcode: true)
        try withPasscode.lock()
        #expect(try withPasscode.secret(for: Self.item)?.string() == "s3cret")
        #expect(key.questions.withLock { $0 } == [.passcode, .passcode])
        let without = try keychain(Key(nil), passcode: false)
        #expect(refusal(without) == .authenticationRequired)
        try without.lock()
        #expect(refusal(without) == .locked)
    }

    /// A wrong secret opens nothing.
    @Test func refusesAWrongSecret() throws {
        let keychain = try keychain(
            Key(SecretBytes([UInt8](repeating: 6, count: 32))),
            passcode: false
        )
        #expect(refusal(keychain) == .authenticationFailed)
        try keychain.lock()
        #expect(refusal(keychain) == .authenticationFailed)
    }
}
