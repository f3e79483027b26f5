import KeychainTesting
@_spi(Keepers) import PortableKeychain
import Synchronization
import Testing

@testable import KeychainSecretService

/// Keychains are locked when their user leaves, and opened again where that needs no person.
@Suite struct LeavingTests {
    /// A chip that needs no PIN, and the user's setting.
    private final class Machine: Sendable {
        static let secret = SecretBytes([UInt8](repeating: 7, count: 32))
        let locksWithScreen = Mutex(true)
        let opened = Mutex(0)

        var surroundings: SecretService.Surroundings {
            SecretService.Surroundings(
                locksWithScreen: { self.locksWithScreen.withLock { $0 } },
                reopen: { keychain in
                    self.opened.withLock { $0 += 1 }
                    guard
                        let slot = try? keychain.access.slots().first(where: { $0.kind == .token })
                    else { return }
                    try? keychain.access.unlock(
                        .slot(slot.identifier, secret: Self.secret),
                        for: nil
                    )
                }
            )
        }
    }

    private let machine = Machine()
    private let shelf: MemoryShelf
    private let service: SecretService

    /// The keychain `default`, which a chip opens, and `other`, which a passcode alone opens.
    init() throws {
        shelf = MemoryShelf(ScriptedAuthenticator())
        for name in ["default", "other"] {
            try shelf.keychain(name).setPasscode(MemoryShelf.passcode)
        }
        try shelf.keychain().access.change(
            .add(NewAccessSlot(.token, secret: Machine.secret, parameters: [1])),
            proof: .passcode(MemoryShelf.passcode)
        )
        service = SecretService(
            shelf.shelf,
            authenticator: ScriptedAuthenticator(),
            machine.surroundings
        )
    }

    private var states: [LockState] {
        get throws { try ["default", "other"].map { try shelf.keychain($0).lockState } }
    }

    /// Follows an event, and does the work that it leads to, if that is wanted.
    @discardableResult
    private func follow(_ event: SessionEvent, meanwhile: () -> Void = {}) -> [BusSignal] {
        let answer = service.follow(event)
        #expect(answer.question == nil, "nobody is asked")
        guard let work = answer.background else { return answer.signals }
        let outcome = work.work()
        meanwhile()
        return answer.signals + service.finish(work.prompt, outcome).signals
    }

    private func changes(_ signals: [BusSignal]) -> [String] {
        signals.filter { $0.member == "CollectionChanged" }.compactMap { $0.body.first?.path }
    }

    @Test(arguments: [
        (SessionEvent.screenLocked, true, true), (.screenLocked, false, false),
        (.sleep, true, true), (.sleep, false, true), (.end, false, true),
        (.screenUnlocked, true, false),
    ])
    func locks(_ event: SessionEvent, _ withScreen: Bool, _ locks: Bool) throws {
        machine.locksWithScreen.withLock { $0 = withScreen }
        follow(event)
        #expect(try states == (locks ? [.locked, .locked] : [.unlocked, .unlocked]))
    }

    @Test(arguments: [SessionEvent.screenLocked, .sleep])
    func opensWhatNeedsNoPerson(_ event: SessionEvent) throws {
        follow(event)
        let signals = follow(.screenUnlocked)
        #expect(try states == [.unlocked, .locked])
        #expect(changes(signals) == [SecretPath.collection("default").text])
        #expect(machine.opened.withLock { $0 } == 1)
        // Only once: what the user locks later stays locked.
        try shelf.keychain().lock()
        follow(.screenUnlocked)
        #expect(try states == [.locked, .locked])
    }

    /// A keychain that its user has locked stays locked.
    @Test func opensOnlyWhatTheLockHasLocked() throws {
        try shelf.keychain().lock()
        follow(.screenLocked)
        follow(.screenUnlocked)
        #expect(try states == [.locked, .locked])
        #expect(machine.opened.withLock { $0 } == 0)
    }

    @Test func locksAgainWhatWasOpenedForAUserWhoLeft() throws {
        follow(.screenLocked)
        follow(.screenUnlocked) { follow(.screenLocked) }
        #expect(try states == [.locked, .locked])
        // And opens it at the next return.
        follow(.screenUnlocked)
        #expect(try states == [.unlocked, .locked])
    }

    /// Nothing is opened for a user who left before the chip was asked.
    @Test func asksNoChipForAUserWhoLeft() throws {
        follow(.screenLocked)
        let work = try #require(service.follow(.screenUnlocked).background)
        follow(.screenLocked)
        _ = service.finish(work.prompt, work.work())
        #expect(machine.opened.withLock { $0 } == 0)
        #expect(try states == [.locked, .locked])
    }

    /// The process stays to open what it has locked.
    @Test func isNotIdleWhileAChipHasToOpenSomething() throws {
        follow(.screenLocked)
        #expect(!service.isIdle)
        let work = try #require(service.follow(.screenUnlocked).background)
        #expect(!service.isIdle)
        _ = service.finish(work.prompt, work.work())
        try shelf.keychain().lock()
        _ = service.lockAll()
        #expect(service.isIdle)
    }

    /// Another program may have opened the keychain while the screen was locked, as one does at a login.
    @Test func noticesWhatOthersHaveOpened() throws {
        follow(.screenLocked)
        try shelf.keychain("other").unlock(passcode: MemoryShelf.passcode)
        let signals = follow(.screenUnlocked)
        let paths = ["default", "other"].map { SecretPath.collection($0).text }
        #expect(changes(signals).sorted() == paths)
        #expect(try states == [.unlocked, .unlocked])
    }
}
