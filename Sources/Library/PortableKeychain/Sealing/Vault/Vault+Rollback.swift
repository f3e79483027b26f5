internal import SealedStore
internal import Synchronization

/// Noticing that a file is older than it was (vault-format.md §16).
extension Vault {
    private var memory: RollbackMemory? { world.memory.map { RollbackMemory($0, device) } }

    /// The latest state that this vault has seen; `nil` before the first.
    var lastSeen: RollbackMemory.Point? { seen.withLock { $0 } }

    /// Compares the state of a file that was just opened with the remembered one, and remembers it.
    ///
    /// - Parameters:
    ///   - point: The state.
    ///   - keychain: The keychain's identifier in that state.
    ///   - acceptsOlder: Whether an older state is accepted, and remembered.
    /// - Throws: ``KeychainError/Code/rolledBack`` for an older state that is not accepted.
    func compare(
        _ point: RollbackMemory.Point,
        of keychain: [UInt8],
        acceptsOlder: Bool
    ) throws(KeychainError) {
        var (point, keychain) = (point, keychain)
        guard memory != nil || world.counter != nil else { return raise(point) }
        var known = try remembered(keychain)
        while let latest = known.latest, point.isOlder(than: latest) {
            // Since the state was read, another process may have changed the keychain, and said so.
            let state = try Self.translating { try store.readState() }
            let (keys, now) = try Self.keys(state, Keybag(encoded: state.keybag), device)
            point = RollbackMemory.Point(epoch: state.epoch, generation: now.generation)
            guard keys.keybag.keychain != keychain || point.isOlder(than: latest) else { break }
            guard keys.keybag.keychain == keychain else {
                // It has replaced all keys.
                keychain = keys.keybag.keychain
                known = try remembered(keychain)
                continue
            }
            guard acceptsOlder else { throw refusal(of: point, after: known.memory) }
            try world.counter?.accept(point.epoch, of: keychain)
            try memory?.accept(point, of: keychain, at: world.clock.now())
            return raise(point)
        }
        raise(point)
        world.counter?.note(point.epoch, of: keychain)
        guard known.memory != point else { return }
        memory?.note(point, of: keychain, at: world.clock.now())
    }

    /// The refusal of a state that is not the latest one, as far as that is known.
    private func refusal(
        of point: RollbackMemory.Point,
        after remembered: RollbackMemory.Point?
    ) -> KeychainError {
        if let remembered, point.isOlder(than: remembered) { return Self.isOlder }
        return world.counter?.listIsMissing ?? Self.isOlder
    }

    /// The latest state that is known outside the file: by the memory alone, and with the counter of
    /// a token.
    private func remembered(
        _ keychain: [UInt8]
    ) throws(KeychainError) -> (memory: RollbackMemory.Point?, latest: RollbackMemory.Point?) {
        let memory = memory?.record(of: keychain)?.latest
        guard let least = try world.counter?.least(of: keychain) else { return (memory, memory) }
        let epoch = max(least, memory?.epoch ?? 0)
        let generation = memory?.generation ?? 0
        return (memory, RollbackMemory.Point(epoch: epoch, generation: generation))
    }

    /// Remembers a state that this process has written.
    func note(_ point: RollbackMemory.Point, of keychain: [UInt8]) {
        raise(point)
        memory?.note(point, of: keychain, at: world.clock.now())
        world.counter?.note(point.epoch, of: keychain)
    }

    /// Remembers the state that this vault has seen last, although a later one may be known.
    func acceptSeen() {
        guard let point = lastSeen else { return }
        try? memory?.accept(point, of: identifier, at: world.clock.now())
        try? world.counter?.accept(point.epoch, of: identifier)
    }

    /// Remembers that a rotation has ended an identifier, so that no older file can have it.
    func retire(_ keychain: [UInt8]) {
        memory?.note(.end, of: keychain, at: world.clock.now())
    }

    /// Refuses a state that is older than one that this vault has seen before.
    func check(
        _ point: RollbackMemory.Point,
        notBefore known: RollbackMemory.Point?
    ) throws(KeychainError) {
        if let known, point.isOlder(than: known) { throw Self.isOlder }
    }

    private func raise(_ point: RollbackMemory.Point) {
        seen.withLock { seen in
            guard let known = seen else { return seen = point }
            seen = RollbackMemory.Point(
                epoch: max(known.epoch, point.epoch),
                generation: max(known.generation, point.generation)
            )
        }
    }

    private static var isOlder: KeychainError { KeychainError(.rolledBack) }
}
