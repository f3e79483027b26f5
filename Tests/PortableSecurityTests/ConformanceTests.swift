import KeychainTesting
import Testing

@testable import PortableKeychain

/// The item semantics hold through dictionaries: request to dictionary, door, and back.
@Suite struct ConformanceTests {
    @Test(arguments: ConformanceSuite.rules)
    func holdsThroughDictionaries(rule: ConformanceRule) {
        let outcome = ConformanceSuite(subject: Self.subject).check(rule)
        #expect(outcome.failures.isEmpty, "\(outcome)")
        #expect(outcome != .skipped(rule.needs) || rule.needs.contains(.restarting))
    }

    /// Without restarts: what a keychain in memory unlocked goes with it.
    private static let subject = ConformanceSuite.Subject {
        let clock = FixedClock()
        var configuration = Keychain.Configuration(applicationIdentifier: "app", accessGroups: [])
        configuration.clock = clock.clock
        configuration.passcodeHashing = try PasscodeHashing(
            rounds: 1 << 10,
            blockSize: 1,
            parallelism: 1
        )
        let user = ScriptedAuthenticator()
        configuration.authenticator = user
        let keychain = try Keychain.inMemory(configuration)
        return ConformanceSuite.Session(
            locking: .init(
                setPasscode: { try keychain.setPasscode(passcode()) },
                removePasscode: { try keychain.removePasscode(passcode()) },
                lock: { try keychain.lock() },
                unlock: { try keychain.unlock(passcode: passcode()) }
            ),
            time: .init(now: { clock.now }, advance: { clock.advance(by: $0) }),
            authentication: .init(user, passcode: "1234"),
            keeper: { SecItemKeeper(.door(on: keychain.withAccessGroups($0).keeper)) }
        )
    }

    private static func passcode() -> SecretBytes { SecretBytes(SecretBuffer(text: "1234")) }
}
