internal import SealedStore
internal import Synchronization

/// A sealed store with the keys that are open: the rules see plain rows, the store sealed ones.
///
/// Keys live here and in ``KeySet`` only. Before each request they are compared with what other
/// processes of the user did: a lock, another passcode, an unlock.
package final class Vault: Sendable {
    /// What the vault takes from outside.
    package struct World: Sendable {
        var clock: KeychainClock
        var entropy: KeychainEntropy
        var retention: any KeyRetention

        /// Makes a world.
        package init(
            clock: KeychainClock = .system,
            entropy: KeychainEntropy = .system,
            retention: any KeyRetention = KernelKeyRetention()
        ) {
            self.clock = clock
            self.entropy = entropy
            self.retention = retention
        }
    }

    let store: SealedStore
    let world: World
    let device: DeviceKey
    let open: Mutex<OpenKeys>
    let trustsAbsence = Atomic(false)

    /// The open keys with what ends them.
    struct OpenKeys {
        var keys: KeySet
        /// Stands for the shared keys that end with the next lock anywhere; `nil`: not shared.
        var ticket: RetentionTicket?
        /// When the keys that need an unlocked keychain are to be dropped, on the clock.
        var deadline: Double?
    }

    private init(store: SealedStore, keys: KeySet, device: DeviceKey, world: World) {
        self.store = store
        self.world = world
        self.device = device
        open = Mutex(OpenKeys(keys: keys))
    }

    /// Makes a new, empty store without a passcode: in a file, or in memory for `nil`.
    static func create(
        _ path: String?,
        device: DeviceKey,
        world: World,
        options: SealedStore.Options = .init()
    ) throws(KeychainError) -> Vault {
        let keybag = try Keybag.new(device: device, entropy: world.entropy)
        let encoded = keybag.encoded()
        let keys = try KeySet(keybag: keybag, epoch: 1, device: device)
        var state = StoredState(epoch: 1, keybag: encoded, digest: [])
        state.digest = try keys.digests.seal(
            VaultState(),
            of: state,
            keychain: keybag.keychain,
            entropy: world.entropy
        )
        let store = try translating {
            try SealedStore.create(
                path.map { .file($0) } ?? .memory,
                state: state,
                options: options
            )
        }
        return Vault(store: store, keys: keys, device: device, world: world)
    }

    /// Opens a store with the device key.
    static func open(
        _ path: String,
        device: DeviceKey,
        world: World,
        options: SealedStore.Options = .init()
    ) throws(KeychainError) -> Vault {
        let (store, state) = try translating {
            let store = try SealedStore.open(path, options: options)
            return (store, try store.readState())
        }
        let keys = try keys(state, device)
        return Vault(store: store, keys: keys, device: device, world: world)
    }

    /// Removes a store's files and the keys that are kept for it.
    static func remove(_ path: String, world: World) throws(KeychainError) {
        let state = try translating {
            let store = try SealedStore.open(path)
            defer { store.close() }
            return try store.readState()
        }
        let keybag = try Keybag(encoded: state.keybag)
        try translating { try SealedStore.remove(path) }
        SharedKeys.dropAll(of: keybag, from: world.retention)
    }

    /// Opens what the device opens, and checks that the state belongs to the keybag.
    private static func keys(_ state: StoredState, _ device: DeviceKey) throws(KeychainError)
        -> KeySet
    {
        let keybag = try Keybag(encoded: state.keybag)
        let keys = try KeySet(keybag: keybag, epoch: state.epoch, device: device)
        _ = try keys.digests.open(state, keychain: keybag.keychain)
        return keys
    }

    /// The keys that are open now.
    func currentKeys() -> KeySet {
        open.withLock { open in
            if open.keys.keybag.hasPasscode { synchronize(&open) }
            return open.keys
        }
    }

    /// Replaces keys that were made at another epoch of the store.
    func reload(_ state: StoredState) throws(KeychainError) -> KeySet {
        let fresh = try Self.keys(state, device)
        return open.withLock { open in
            let old = open.keys
            // Another thread was faster, and may have unlocked since.
            guard old.epoch != fresh.epoch else {
                if old.keybag.hasPasscode { synchronize(&open) }
                return open.keys
            }
            open = OpenKeys(keys: fresh)
            guard fresh.keybag.hasPasscode else { return fresh }
            // What outlives a lock stays; what was open without any passcode does not.
            if old.keybag.hasPasscode {
                open.keys = fresh.adding(old.shareable(.afterFirstUnlock))
            }
            synchronize(&open)
            return open.keys
        }
    }

    /// Follows what other processes did: drops keys that were locked or ran out, takes over keys
    /// that were unlocked.
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
            let (keys, deadline) = SharedKeys.decode(payload, availability)
        else { return }
        if let deadline, world.clock.now() >= deadline { return }
        open.keys = open.keys.adding(keys)
        guard availability == .whenUnlocked, open.keys.isUnlocked else { return }
        open.ticket = ticket
        open.deadline = deadline
    }

    /// Runs calls into the store and translates their errors; ours pass through it unchanged.
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
