@_spi(Keepers) import KeychainTesting
import TestRounds
import Testing

@_spi(Keepers) @testable import PortableKeychain

/// The item semantics hold through dictionaries: request to dictionary, door, and back.
@Suite struct ConformanceTests {
    @Test(arguments: TestRounds.sample(of: ConformanceSuite.rules, every: 7))
    func holdsThroughDictionaries(rule: ConformanceRule) {
        let outcome = ConformanceSuite(subject: Self.subject).check(rule)
        #expect(outcome.failures.isEmpty, "\(outcome)")
        #expect(outcome != .skipped(rule.needs) || rule.needs.contains(.restarting))
    }

    /// Apple's platforms make no identity of its parts, so the keeper must do without.
    @Test(
        arguments: ConformanceSuite.rules.filter { $0.id.contains("idnt") || $0.section == "6.7" }
    )
    func holdsWithoutIdentityObjects(rule: ConformanceRule) {
        let outcome = ConformanceSuite(subject: Self.subject(makesIdentities: false)).check(rule)
        #expect(outcome.failures.isEmpty, "\(outcome)")
    }

    private static let subject = subject(makesIdentities: true)

    /// Without restarts: the open keys of a keychain in memory end with it.
    private static func subject(makesIdentities: Bool) -> ConformanceSuite.Subject {
        ConformanceSuite.Subject {
            try session(makesIdentities)
        }
    }

    private static func session(_ makesIdentities: Bool) throws -> ConformanceSuite.Session {
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
            keeper: { groups in
                var door = SecItemFunctions.door(
                    on: try keychain.withAccessGroups(groups).keeper
                )
                let makeObject = door.makeObject
                door.makeObject = { object in
                    if case .identity = object, !makesIdentities { return nil }
                    return makeObject(object)
                }
                return SecItemKeeper(door)
            }
        )
    }

    private static func passcode() -> SecretBytes { SecretBytes(text: "1234") }
}
