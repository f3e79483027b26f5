import KeychainTesting
import Testing

@testable import PortableKeychain

/// The item semantics hold through dictionaries: request to dictionary, door, and back.
@Suite struct ConformanceTests {
    @Test(arguments: ConformanceSuite.rules)
    func holdsThroughDictionaries(rule: ConformanceRule) {
        let outcome = ConformanceSuite(subject: Self.subject).check(rule)
        #expect(outcome.failures.isEmpty, "\(outcome)")
    }

    /// Rules on locking are the vault's own; the door adds nothing to them.
    private static let subject = ConformanceSuite.Subject {
        let clock = FixedClock()
        var configuration = Keychain.Configuration(applicationIdentifier: "app", accessGroups: [])
        configuration.clock = clock.clock
        let keychain = try Keychain.inMemory(configuration)
        return ConformanceSuite.Session(
            time: .init(now: { clock.now }, advance: { clock.advance(by: $0) }),
            keeper: { SecItemKeeper(.door(on: keychain.withAccessGroups($0).keeper)) }
        )
    }
}
