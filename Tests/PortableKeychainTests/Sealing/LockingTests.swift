import Foundation
import Synchronization
import KeychainTesting
import Testing

@_spi(Keepers) @testable import PortableKeychain

/// The items that are open at each time, for one process and for several (item-semantics.md §7.2).
@Suite struct LockingTests {
    // swift-format-ignore: NeverUseForceTry
    static let cheap = try! PasscodeHashing(rounds: 1 << 10, blockSize: 1, parallelism: 1)

    static func item(_ accessibility: Accessibility) -> ItemRequest {
        ItemRequest(
            .add,
            itemClass: .genericPassword,
            attributes: [
                .account: .string(accessibility.rawValue),
                .accessible: .string(accessibility.rawValue),
            ],
            secret: SecretBytes(count: 4) { $0.copyBytes(from: Array("s3cr".utf8)) }
        )
    }

    static func read(_ accessibility: Accessibility, in keychain: Keychain) -> KeychainError.Code? {
        do throws(KeychainError) {
            let answer = try keychain.keeper.perform(
                ItemRequest(
                    .copyMatching,
                    itemClass: .genericPassword,
                    attributes: [.account: .string(accessibility.rawValue)],
                    returning: [.data]
                )
            )
            #expect(answer.items[0].secret?.withUnsafeBytes { Array($0) } == Array("s3cr".utf8))
            return nil
        } catch {
            return error.code
        }
    }

    struct Two {
        let first: Keychain
        let second: Keychain
        let folder: String

        /// Two keychains on one file, as two processes have them.
        init(
            _ retention: @autoclosure () -> any KeyRetention,
            shared: Bool,
            _ clock: KeychainClock = .system
        ) throws {
            folder = NSTemporaryDirectory() + "pk-\(UUID().uuidString)"
            var configuration = Keychain.Configuration(
                applicationIdentifier: "app",
                accessGroups: [],
                folder: folder
            )
            configuration.passcodeHashing = LockingTests.cheap
            configuration.retention = retention()
            configuration.clock = clock
            first = try Keychain.openOrCreate(.standard, configuration: configuration)
            if !shared { configuration.retention = retention() }
            second = try Keychain.open(.standard, configuration: configuration)
        }
    }

    /// Shares keys, and first lets another process act at that moment.
    final class Interrupted: KeyRetention {
        private let kept = ProcessKeyRetention()
        private let interruption = Mutex<(@Sendable () -> Void)?>(nil)

        func interrupt(_ body: @escaping @Sendable () -> Void) {
            interruption.withLock { $0 = body }
        }

        func keep(_ payload: SecretBytes, as name: String, for seconds: UInt32)
            -> RetentionTicket
        {
            let body = interruption.withLock { body in
                defer { body = nil }
                return body
            }
            body?()
            return kept.keep(payload, as: name, for: seconds)
        }

        func find(_ name: String) -> (ticket: RetentionTicket, payload: SecretBytes)? {
            kept.find(name)
        }

        func holds(_ ticket: RetentionTicket) -> Bool { kept.holds(ticket) }

        func drop(_ name: String) { kept.drop(name) }
    }

    private final class Count: Sendable {
        private let value = Mutex(0)

        /// Counts one more.
        func next() -> Int {
            value.withLock { value in
                value += 1
                return value
            }
        }
    }

    /// A hash is slow on purpose, and no caller waits for more of them than needed.
    @Test func hashesNoOftenerThanNeeded() throws {
        let two = try Two(ProcessKeyRetention(), shared: true)
        defer { try? FileManager.default.removeItem(atPath: two.folder) }
        let keychain = two.first
        let context = AuthenticationContext()
        context.setCredential(secret("two"), for: .passcode)
        let steps: [(name: String, hashes: Int, run: () throws -> Void)] = [
            ("set", 1, { try keychain.setPasscode(secret("one")) }),
            ("change", 2, { try keychain.changePasscode(from: secret("one"), to: secret("two")) }),
            ("unlock", 1, { try keychain.unlock(passcode: secret("two")) }),
            ("prove", 1, { try keychain.authenticate(.devicePasscode, in: context, reason: "x") }),
            ("lock", 0, { try keychain.lock() }),
            ("verify", 0, { _ = try keychain.verify() }),
            ("remove", 1, { try keychain.removePasscode(secret("two")) }),
        ]
        for step in steps {
            let hashes = Count()
            try RequestAttendance.$current.withValue(.init { _ = hashes.next() }) {
                try step.run()
            }
            #expect(hashes.next() == step.hashes + 1, "\(step.name)")
        }
    }

    /// A change of passcode does not hold the writers' lock while it hashes, and starts again when
    /// another one came first.
    @Test func hashesOutsideOfTheTransaction() throws {
        let two = try Two(ProcessKeyRetention(), shared: true)
        defer { try? FileManager.default.removeItem(atPath: two.folder) }
        let (first, second) = (two.first, two.second)
        try first.setPasscode(secret("one"))
        let hashes = Count()
        let meanwhile: @Sendable () -> Void = {
            let number = hashes.next()
            RequestAttendance.$current.withValue(nil) {
                // Another process writes during every hash, and changes the passcode in the second.
                #expect(throws: Never.self) {
                    _ = try second.keeper.perform(
                        ItemRequest(
                            .add,
                            itemClass: .genericPassword,
                            attributes: [.account: .string("\(number)")],
                            secret: secret("s")
                        )
                    )
                    guard number == 2 else { return }
                    try second.changePasscode(from: secret("one"), to: secret("two"))
                }
            }
        }
        RequestAttendance.$current.withValue(.init(before: meanwhile)) {
            #expect(throws: KeychainError(.authenticationFailed)) {
                try first.changePasscode(from: secret("one"), to: secret("three"))
            }
        }
        #expect(hashes.next() == 4)
        try first.lock()
        try first.unlock(passcode: secret("two"))
    }

    /// A change of an item with a password of its own does not hold the writers' lock either.
    @Test func hashesPasswordsOfItemsOutsideOfTheTransaction() throws {
        let two = try Two(ProcessKeyRetention(), shared: true)
        defer { try? FileManager.default.removeItem(atPath: two.folder) }
        let context = AuthenticationContext()
        context.setCredential(secret("own"), for: .applicationPassword)
        let (first, second) = (two.first.authenticating(with: context), two.second)
        let guarded = try AccessControl(.whenUnlocked, constraints: .applicationPassword)
        let search: ItemAttributes = [.service: .string("guarded")]
        var addition = ItemRequest(.add, itemClass: .genericPassword, secret: secret("1"))
        addition.attributes = search
        addition.attributes[.accessControl] = .accessControl(guarded)
        let change = ItemChanges(attributes: [.label: .string("new")], secret: secret("2"))
        let requests = [
            (addition, 1),
            // Opened and sealed again.
            (ItemRequest(.update(change), itemClass: .genericPassword, attributes: search), 2),
            (ItemRequest(.delete, itemClass: .genericPassword, attributes: search), 0),
        ]
        for (request, count) in requests {
            let hashes = Count()
            let meanwhile: @Sendable () -> Void = {
                _ = hashes.next()
                #expect(throws: Never.self) {
                    _ = try second.keeper.perform(
                        ItemRequest(
                            .add,
                            itemClass: .genericPassword,
                            attributes: [.account: .string("\(UInt64.random(in: 0 ... .max))")]
                        )
                    )
                }
            }
            try RequestAttendance.$current.withValue(.init(before: meanwhile)) {
                _ = try first.perform(request)
            }
            #expect(hashes.next() == count + 1)
        }
    }

    @Test func aLockDuringAChangeOfPasscodeHolds() throws {
        let retention = Interrupted()
        let two = try Two(retention, shared: true)
        defer { try? FileManager.default.removeItem(atPath: two.folder) }
        try two.first.setPasscode(secret("open sesame"))
        let second = two.second
        retention.interrupt { #expect(throws: Never.self) { try second.lock() } }
        try two.first.changePasscode(
            from: secret("open sesame"),
            to: secret("sesame open")
        )
        for keychain in [two.first, two.second] { #expect(try keychain.lockState == .locked) }
    }

    @Test(arguments: [true, false])
    func lockingReachesAllProcesses(shared: Bool) throws {
        let two = try Two(shared ? ProcessKeyRetention() : NoKeyRetention(), shared: shared)
        defer { try? FileManager.default.removeItem(atPath: two.folder) }
        #expect(throws: KeychainError.self) { try two.first.lock() }
        try two.first.setPasscode(secret("open sesame"))
        for accessibility in Accessibility.allCases {
            _ = try two.first.keeper.perform(Self.item(accessibility))
            #expect(Self.read(accessibility, in: two.first) == nil)
        }
        // Items that another process may read before it unlocked for itself.
        for accessibility in Accessibility.allCases {
            let always = [.always, .alwaysThisDeviceOnly].contains(accessibility)
            #expect(
                Self.read(accessibility, in: two.second)
                    == (shared || always ? nil : .locked)
            )
        }
        try two.second.unlock(passcode: secret("open sesame"))
        #expect(Self.read(.whenUnlocked, in: two.second) == nil)
        try two.first.lock()
        for keychain in [two.first, two.second] {
            #expect(try keychain.lockState == .locked)
            for accessibility in Accessibility.allCases {
                let closed = ProtectionClass(accessibility).availability == .whenUnlocked
                #expect(
                    Self.read(accessibility, in: keychain)
                        == (closed ? .locked : nil),
                    "\(accessibility)"
                )
            }
        }
        #expect(throws: KeychainError(.authenticationFailed)) {
            try two.first.unlock(passcode: secret("wrong"))
        }
        try two.first.unlock(passcode: secret("open sesame"))
        #expect(Self.read(.whenUnlocked, in: two.first) == nil)
        #expect(try two.first.verify().problems == [])
        try two.first.removePasscode(secret("open sesame"))
        #expect(Self.read(.whenUnlocked, in: two.second) == nil)
        #expect(Self.read(.whenPasscodeSetThisDeviceOnly, in: two.second) == .itemNotFound)
        #expect(try two.second.verify().problems == [])
    }

    /// A time can be set, moved and taken away while the keychain is open, and opens nothing.
    @Test func locksAfterATimeThatIsSetLater() throws {
        let clock = FixedClock()
        let two = try Two(ProcessKeyRetention(clock: clock.clock), shared: true, clock.clock)
        defer { try? FileManager.default.removeItem(atPath: two.folder) }
        #expect(throws: KeychainError(.noPasscode)) { try two.first.lock(after: .seconds(60)) }
        try two.first.setPasscode(secret("one"))
        let steps: [(set: Duration?, passed: Double, state: LockState)] = [
            (.seconds(60), 59, .unlocked), (.seconds(60), 59, .unlocked), (nil, 600, .unlocked),
            (.seconds(60), 61, .locked), (nil, 0, .locked), (.seconds(60), 0, .locked),
        ]
        for step in steps {
            try two.first.lock(after: step.set)
            clock.advance(by: step.passed)
            for keychain in [two.first, two.second] {
                #expect(try keychain.lockState == step.state, "\(step)")
            }
        }
    }

    /// A time that is set while the keychain is locked keeps no keys for longer.
    @Test func aTimeThatIsSetLaterKeepsNoKeysOfALockedKeychain() throws {
        let retention = ProcessKeyRetention()
        let two = try Two(retention, shared: true)
        defer { try? FileManager.default.removeItem(atPath: two.folder) }
        try two.first.setPasscode(secret("one"))
        try two.first.lock()
        let keybag = try #require(two.first.vault).freshKeys().keybag
        let name = SharedKeys.name(keybag, .afterFirstUnlock)
        let before = try #require(retention.find(name)).ticket
        try two.first.lock(after: .seconds(60))
        #expect(retention.find(name)?.ticket == before)
        #expect(retention.find(SharedKeys.name(keybag, .whenUnlocked)) == nil)
    }

    /// The keys of a keychain that is used through the agent alone never reach other processes.
    @Test func keepsTheKeysOfAnExclusiveKeychainInside() throws {
        let (all, inside) = (ProcessKeyRetention(), ProcessKeyRetention())
        var fixture = AccessFixture()
        defer { fixture.remove() }
        (fixture.configuration.retention, fixture.configuration.exclusiveRetention) = (all, inside)
        let keychain = try Keychain.openOrCreate(configuration: fixture.configuration)
        try keychain.setPasscode(secret("one"))
        let keybag = try #require(keychain.vault).freshKeys().keybag
        let names = [.whenUnlocked, .afterFirstUnlock].map { SharedKeys.name(keybag, $0) }
        func isKept(_ retention: ProcessKeyRetention) -> [Bool] {
            names.map { retention.find($0) != nil }
        }
        try keychain.unlock(passcode: secret("one"))
        #expect(isKept(all) == [true, true])
        #expect(isKept(inside) == [false, false])
        try keychain.setExclusive(true)
        try keychain.unlock(passcode: secret("one"))
        #expect(isKept(all) == [false, false])
        #expect(isKept(inside) == [true, true])
    }

    @Test func aLockWhileATimeIsSetHolds() throws {
        let retention = Interrupted()
        let two = try Two(retention, shared: true)
        defer { try? FileManager.default.removeItem(atPath: two.folder) }
        try two.first.setPasscode(secret("one"))
        let second = two.second
        retention.interrupt { #expect(throws: Never.self) { try second.lock() } }
        try two.first.lock(after: .seconds(60))
        for keychain in [two.first, two.second] { #expect(try keychain.lockState == .locked) }
    }

    /// Another passcode neither opens locked keys, nor changes the time of the next lock.
    @Test func anotherPasscodeChangesNoLock() throws {
        let clock = FixedClock()
        let two = try Two(ProcessKeyRetention(clock: clock.clock), shared: true, clock.clock)
        defer { try? FileManager.default.removeItem(atPath: two.folder) }
        try two.first.setPasscode(secret("one"))
        for accessibility in [Accessibility.whenUnlocked, .afterFirstUnlock] {
            _ = try two.first.keeper.perform(Self.item(accessibility))
        }
        try two.first.lock()
        try two.first.changePasscode(
            from: secret("one"),
            to: secret("two")
        )
        for keychain in [two.first, two.second] {
            #expect(try keychain.lockState == .locked)
            #expect(Self.read(.whenUnlocked, in: keychain) == .locked)
            #expect(Self.read(.afterFirstUnlock, in: keychain) == nil)
        }
        try two.first.unlock(passcode: secret("two"), for: .seconds(60))
        clock.advance(by: 20)
        try two.second.changePasscode(
            from: secret("two"),
            to: secret("three")
        )
        for (passed, state) in [(39.0, LockState.unlocked), (2, .locked)] {
            clock.advance(by: passed)
            for keychain in [two.first, two.second] { #expect(try keychain.lockState == state) }
        }
    }
}

func secret(_ text: String) -> SecretBytes {
    SecretBytes(count: text.utf8.count) { $0.copyBytes(from: text.utf8) }
}
