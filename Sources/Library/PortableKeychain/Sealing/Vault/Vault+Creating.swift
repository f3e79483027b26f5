internal import SealedStore

extension Vault {
    /// Creates a store without a passcode, in a file, or in memory for `nil`.
    ///
    /// - Parameters:
    ///   - path: The file.
    ///   - device: The device key.
    ///   - world: The world.
    ///   - options: Options for tests.
    ///   - filling: Stores the first rows; if it fails, nothing was created.
    /// - Returns: The vault.
    /// - Throws: Any error of the store, or of `filling`.
    static func create(
        _ path: String?,
        device: DeviceKey,
        world: World,
        options: SealedStore.Options = .init(),
        filling: (Vault) throws(KeychainError) -> Void = { _ in }
    ) throws(KeychainError) -> Vault {
        let keybag = try Keybag.new(device: device, entropy: world.entropy)
        let encoded = keybag.encoded()
        let keys = try KeySet(keybag: keybag, epoch: 1, device: device)
        var first = StoredState(epoch: 1, keybag: encoded, digest: [])
        first.digest = try keys.digests.seal(
            VaultState(),
            of: first,
            keychain: keybag.keychain,
            entropy: world.entropy
        )
        var draftWorld = world
        // There is nothing to remember before there is a file.
        (draftWorld.memory, draftWorld.counter) = (nil, nil)
        var failure: KeychainError?
        let store: SealedStore
        do throws(KeychainError) {
            store = try translating {
                try SealedStore.create(
                    path.map { .file($0) } ?? .memory,
                    state: first,
                    options: options
                ) { store in
                    let draft = Vault(store: store, keys: keys, device: device, world: draftWorld)
                    do throws(KeychainError) { try filling(draft) } catch { failure = error }
                    return failure == nil
                }
            }
        } catch {
            throw failure ?? error
        }
        let state = try translating { try store.readState() }
        let vault = Vault(store: store, keys: keys, device: device, world: world)
        let generation = try keys.digests.open(state, keychain: keybag.keychain).generation
        let point = RollbackMemory.Point(epoch: state.epoch, generation: generation)
        vault.note(point, of: keybag.keychain)
        return vault
    }
}
