import Foundation
@_spi(Keepers) import KeychainTesting
import Synchronization
import TestRounds
import Testing

@_spi(Keepers) @testable import PortableKeychain

/// The vault keeps every rule of the item semantics, in memory and on disk.
@Suite(.thorough) struct ConformanceTests {
    // Many rules come once for each class: no step is a multiple of the number of classes.
    @Test(arguments: TestRounds.sample(of: ConformanceSuite.rules, every: 3))
    func keepsInMemory(rule: ConformanceRule) {
        let outcome = ConformanceSuite(subject: Subjects.memory).check(rule)
        #expect(outcome.failures.isEmpty, "\(outcome)")
        #expect(outcome != .skipped(rule.needs) || rule.needs.contains(.restarting))
    }

    /// A quick run takes the rules that memory cannot show, and some of the rest.
    @Test(
        arguments: TestRounds.sample(
            of: ConformanceSuite.rules,
            every: 11,
            always: { $0.needs.contains(.restarting) }
        )
    )
    func keepsOnDisk(rule: ConformanceRule) {
        let outcome = ConformanceSuite(subject: Subjects.disk).check(rule)
        #expect(outcome == .checked([]), "\(outcome)")
    }

    /// A keychain on a keeper that offers only requests keeps the rules of requests.
    @Test(arguments: ConformanceSuite.rules)
    func keepsBehindAnotherKeeper(rule: ConformanceRule) {
        let outcome = ConformanceSuite(subject: Subjects.passThrough).check(rule)
        #expect(outcome.failures.isEmpty, "\(outcome)")
    }
}

/// The keychains of this library, as the suite takes them.
private enum Subjects {
    /// Without restarts: the open keys of a keychain in memory end with it.
    static let memory = ConformanceSuite.Subject {
        let clock = FixedClock()
        var configuration = Keychain.Configuration(applicationIdentifier: "app", accessGroups: [])
        configuration.clock = clock.clock
        configuration.passcodeHashing = LockingTests.cheap
        let user = ScriptedAuthenticator()
        configuration.authenticator = user
        let keychain = try Keychain.inMemory(configuration)
        return session(clock, user, restart: nil) { keychain }
    }

    static let passThrough = ConformanceSuite.Subject {
        let behind = try memory.makeSession()
        return ConformanceSuite.Session(
            locking: behind.locking,
            time: behind.time,
            authentication: behind.authentication,
            keeper: { Keychain(keeper: PassThroughKeeper(try behind.keeper($0))) }
        )
    }

    static let disk = ConformanceSuite.Subject {
        let clock = FixedClock()
        let folder = TemporaryFolder()
        var configuration = Keychain.Configuration(
            applicationIdentifier: "app",
            accessGroups: [],
            folder: folder.path
        )
        configuration.clock = clock.clock
        configuration.passcodeHashing = LockingTests.cheap
        configuration.retention = ProcessKeyRetention(clock: clock.clock)
        let user = ScriptedAuthenticator()
        configuration.authenticator = user
        let open = OpenKeychain(try Keychain.create(.standard, configuration: configuration))
        let start = configuration
        let restart: @Sendable () throws -> Void = {
            // The keys in the kernel do not outlive it.
            var configuration = start
            configuration.retention = ProcessKeyRetention(clock: clock.clock)
            open.replace(try Keychain.open(.standard, configuration: configuration))
        }
        return session(clock, user, restart: restart) {
            withExtendedLifetime(folder) { open.keychain }
        }
    }

    private static func session(
        _ clock: FixedClock,
        _ user: ScriptedAuthenticator,
        restart: (@Sendable () throws -> Void)?,
        keychain: @escaping @Sendable () -> Keychain
    ) -> ConformanceSuite.Session {
        ConformanceSuite.Session(
            locking: .init(
                setPasscode: { try keychain().setPasscode(secret("1234")) },
                removePasscode: { try keychain().removePasscode(secret("1234")) },
                lock: { try keychain().lock() },
                unlock: { try keychain().unlock(passcode: secret("1234")) },
                restart: restart
            ),
            time: .init(now: { clock.now }, advance: { clock.advance(by: $0) }),
            authentication: .init(user, passcode: "1234"),
            keeper: { try keychain().withAccessGroups($0).keeper }
        )
    }
}

/// A keychain that can be opened again.
private final class OpenKeychain: Sendable {
    private let current: Mutex<Keychain>

    init(_ keychain: Keychain) { current = Mutex(keychain) }

    var keychain: Keychain { current.withLock { $0 } }

    func replace(_ keychain: Keychain) { current.withLock { $0 = keychain } }
}

/// A folder that goes with its last reference.
private final class TemporaryFolder: Sendable {
    let path = root + "/pk-conformance-\(UUID().uuidString)"

    /// In memory where that is: the rules hold on a disk that syncs at once too, only slower.
    private static let root =
        FileManager.default.isWritableFile(atPath: "/dev/shm")
        ? "/dev/shm" : NSTemporaryDirectory()

    deinit { try? FileManager.default.removeItem(atPath: path) }
}
