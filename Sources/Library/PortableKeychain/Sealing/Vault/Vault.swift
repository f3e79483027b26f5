internal import SealedStore
internal import Synchronization

/// A sealed store together with the keys that are open: it turns the plain rows of the rules into
/// sealed rows of the store, and back.
///
/// Each ``Keychain`` that was opened has one. It knows nothing about requests or attributes
/// (``LocalKeeper`` does), and nothing about SQL (``SealedStore`` does). A class, because all
/// copies of a ``Keychain`` share its keys; they are behind a mutex, so any thread may use it.
///
/// Open keys are stored only here, in a ``KeySet``. Before each request they are updated to the
/// changes of the user's other processes: a lock, an unlock, or a new passcode.
package final class Vault: Sendable {
    /// The time, randomness and key retention that a vault uses, and how long it stays unlocked.
    package struct World: Sendable {
        var clock: KeychainClock
        var entropy: KeychainEntropy
        var retention: any KeyRetention
        /// The time for which a keychain is unlocked by default, in seconds.
        var unlockTime: UInt32
        /// The place where the agent keeps the keys of exclusive keychains; `nil` in other
        /// processes.
        ///
        /// Keys that it keeps are found and dropped by ``retention``.
        var exclusiveRetention: (any KeyRetention)?
        /// The folder of the memory against roll-back; `nil` for none.
        var memory: String?
        /// The counter of the token that sealed the device key; `nil` for none.
        var counter: RollbackCounter?

        /// Makes a world.
        package init(
            clock: KeychainClock = .system,
            entropy: KeychainEntropy = .system,
            retention: any KeyRetention = KernelKeyRetention(),
            unlockTime: UInt32 = 12 * 60 * 60,
            exclusiveRetention: (any KeyRetention)? = nil,
            memory: String? = nil
        ) {
            self.clock = clock
            self.entropy = entropy
            self.retention = retention
            self.unlockTime = unlockTime
            self.exclusiveRetention = exclusiveRetention
            self.memory = memory
        }
    }

    let store: SealedStore
    let world: World
    let device: DeviceKey
    let open: Mutex<OpenKeys>
    let trustsAbsence = Atomic(false)
    /// See ``lastSeen``.
    let seen = Mutex<RollbackMemory.Point?>(nil)

    /// The open keys, and the conditions that end them.
    struct OpenKeys {
        var keys: KeySet
        /// The ticket of the keys that are shared with other processes; `nil` if they are not
        /// shared.
        ///
        /// When it is no longer valid, another process has locked.
        var ticket: RetentionTicket?
        /// The time on the clock at which the keys that need an unlocked keychain are dropped;
        /// `nil` if they are not open, or open without a passcode.
        var deadline: Double?
        /// Whether they were opened for this process alone.
        var isAlone = false
    }

    init(store: SealedStore, keys: KeySet, device: DeviceKey, world: World) {
        self.store = store
        self.world = world
        self.device = device
        open = Mutex(OpenKeys(keys: keys))
    }

    /// Opens a store with the device key that it names.
    ///
    /// - Parameters:
    ///   - path: The file.
    ///   - world: The world.
    ///   - acceptsOlder: Whether a file that is older than the one last used here is accepted, and
    ///     from now on taken for the present one.
    ///   - options: Options for tests.
    ///   - finding: Finds a device key by its identifier, and the counter of the token that sealed it.
    /// - Returns: The vault.
    /// - Throws: ``KeychainError/Code/rolledBack`` for an older file that is not accepted, and any
    ///   error of finding the key.
    static func open(
        _ path: String,
        world: World,
        acceptsOlder: Bool = false,
        options: SealedStore.Options = .init(),
        finding: ([UInt8]) throws(KeychainError) -> DeviceKey.Found
    ) throws(KeychainError) -> Vault {
        let (store, state) = try translating {
            let store = try SealedStore.open(path, options: options)
            return (store, try store.readState())
        }
        let keybag = try Keybag(encoded: state.keybag)
        let found: DeviceKey.Found
        do throws(KeychainError) {
            found = try finding(keybag.deviceKeyID)
        } catch {
            try checkLog(of: store, state, keybag, finding)
            throw error
        }
        let device = found.key
        if let before = store.stateBeforeLog {
            let keys = try? KeySet(keybag: keybag, epoch: state.epoch, device: device)
            try checkLog(of: store, from: before, to: state, keys?.digests, device)
        }
        let (keys, vaultState) = try keys(state, keybag, device)
        let vault = Vault(
            store: store,
            keys: keys,
            device: device,
            world: world.counting(by: found.counter)
        )
        let point = RollbackMemory.Point(epoch: state.epoch, generation: vaultState.generation)
        try vault.compare(point, of: keybag.keychain, acceptsOlder: acceptsOlder)
        return vault
    }

    /// Opens a store with a device key.
    static func open(
        _ path: String,
        device: DeviceKey,
        world: World,
        options: SealedStore.Options = .init()
    ) throws(KeychainError) -> Vault {
        try open(path, world: world, options: options) { _ in (device, nil) }
    }

    /// Removes a store's files and its shared keys.
    static func remove(_ path: String, world: World) throws(KeychainError) {
        let state = try translating {
            let store = try SealedStore.open(path)
            defer { store.close() }
            return try store.readState()
        }
        let keybag = try Keybag(encoded: state.keybag)
        try translating { try SealedStore.remove(path) }
        world.memory.map { RollbackMemory.forget(keybag.keychain, in: $0) }
        // Without the file they open nothing, and the kernel drops them when their time has passed.
        try? SharedKeys.dropAll(of: keybag, from: world.retention)
    }

    /// Opens the keys that the device key opens, and checks that the state belongs to the keybag.
    static func keys(
        _ state: StoredState,
        _ keybag: Keybag,
        _ device: DeviceKey
    ) throws(KeychainError) -> (KeySet, VaultState) {
        let keys = try KeySet(keybag: keybag, epoch: state.epoch, device: device)
        return (keys, try keys.digests.open(state, keychain: keybag.keychain))
    }

    /// The keys that are open now, after following other processes.
    func currentKeys() throws(KeychainError) -> KeySet {
        // Before the mutex, which another thread may have held at a fork.
        try checkProcess()
        return open.withLock { open in
            if open.keys.canBeLocked { synchronize(&open) }
            return open.keys
        }
    }

    /// The keychain's identifier as of the last request; a rotation changes it.
    var identifier: [UInt8] { open.withLock { $0.keys.keybag.keychain } }

    /// Refuses a vault that was opened before this process was forked.
    func checkProcess() throws(KeychainError) {
        try Self.translating { try store.checkProcess() }
    }

    /// Replaces the keys after the store's epoch changed.
    func reload(_ state: StoredState) throws(KeychainError) -> KeySet {
        let (fresh, _) = try Self.keys(state, Keybag(encoded: state.keybag), device)
        let present = identifier
        guard
            fresh.keybag.keychain == present
                || device.isSuccessor(fresh.keybag.keychain, of: present)
        else {
            throw KeychainError(
                .noSuchKeychain,
                reason: """
                    Another keychain has taken the place of the one that was opened. Open it again.
                    """
            )
        }
        return open.withLock { open in
            let old = open.keys
            // Another thread has replaced them already, and may have unlocked since.
            guard old.epoch != fresh.epoch else {
                if old.keybag.canBeLocked { synchronize(&open) }
                return open.keys
            }
            open = OpenKeys(keys: fresh)
            guard fresh.keybag.canBeLocked else { return fresh }
            // Keys that stay open during a lock are kept, but not keys that were open only because
            // there was no passcode.
            if old.keybag.canBeLocked {
                open.keys = fresh.adding(old.shareable(.afterFirstUnlock))
            }
            synchronize(&open)
            return open.keys
        }
    }

    /// Follows other processes: drops keys that were locked or have expired, and adopts keys that
    /// were unlocked.
    private func synchronize(_ open: inout OpenKeys) {
        if open.keys.isUnlocked {
            let expired = open.deadline.map { world.clock.now() >= $0 } ?? false
            let dropped = open.ticket.map { !world.retention.holds($0) } ?? false
            guard expired || dropped else { return }
            open = OpenKeys(keys: open.keys.locking())
        }
        adopt(.whenUnlocked, &open)
        if !open.keys.isPastFirstUnlock { adopt(.afterFirstUnlock, &open) }
    }

    private func adopt(_ availability: ProtectionClass.Availability, _ open: inout OpenKeys) {
        let name = SharedKeys.name(open.keys.keybag, availability)
        guard let (ticket, payload) = world.retention.find(name),
            let (keys, epoch, deadline) = SharedKeys.decode(payload, availability),
            world.clock.now() < deadline
        else { return }
        // A lock starts a new epoch, also where it cannot reach the entry.
        guard availability == .afterFirstUnlock || epoch == open.keys.epoch else { return }
        open.keys = open.keys.adding(keys)
        guard availability == .whenUnlocked, open.keys.isUnlocked else { return }
        open.ticket = ticket
        open.deadline = deadline
    }

    /// Calls the store and translates its errors; a ``KeychainError`` of the body is thrown
    /// unchanged.
    static func translating<R>(_ body: () throws -> R) throws(KeychainError) -> R {
        do {
            return try body()
        } catch let error as KeychainError {
            throw error
        } catch let error as StoreError {
            throw KeychainError(error)
        } catch {
            throw KeychainError(.internalError)
        }
    }
}
