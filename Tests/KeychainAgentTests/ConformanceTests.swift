import Foundation
@_spi(Keepers) import KeychainTesting
import TestRounds
import Testing

@testable import KeychainAgent
@_spi(Keepers) @testable import PortableKeychain

/// The item semantics hold through the agent: client, socket, service and back.
@Suite struct ConformanceTests {
    @Test(arguments: TestRounds.sample(of: ConformanceSuite.rules, every: 5))
    func holdsThroughTheAgent(rule: ConformanceRule) {
        let outcome = ConformanceSuite(subject: Self.subject).check(rule)
        #expect(outcome.failures.isEmpty, "\(outcome)")
        #expect(outcome != .skipped(rule.needs) || rule.needs.contains(.restarting))
    }

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
        // Rules refuse more often in a row than the user of an agent is asked.
        let hours = Moment()
        let service = try AgentService(
            keychain,
            AgentService.Surroundings(
                asker: Generous(),
                now: {
                    hours.pass(.seconds(3600))
                    return hours.now
                }
            )
        )
        let line = AgentLine("the test") {
            let (client, server) = AgentStage.pair()
            Thread.detachNewThread {
                service.serve(server)
                close(server)
            }
            return client
        }
        return ConformanceSuite.Session(
            locking: .init(
                setPasscode: { try keychain.setPasscode(secret("1234")) },
                removePasscode: { try keychain.removePasscode(secret("1234")) },
                lock: { try AgentKeeper(line, groups: AccessGroups([])).lock() },
                unlock: {
                    try AgentKeeper(line, groups: AccessGroups([]))
                        .unlock(passcode: secret("1234"), for: nil)
                }
            ),
            time: .init(now: { clock.now }, advance: { clock.advance(by: $0) }),
            authentication: .init(user, passcode: "1234"),
            keeper: { groups in
                let keeper = AgentKeeper(line, groups: AccessGroups(groups))
                // Rules about silent requests are those of programs that the user allowed.
                _ = keeper.outcome(.find("nobody"))
                return keeper
            }
        )
    }
}
