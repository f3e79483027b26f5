internal import PortableKeychain

/// The changes that clients made to the keys of an agent: keys that were added, which are only in
/// the agent's memory, and keys of the keychain that were removed from the agent.
struct AddedKeys {
    /// A key that a client added.
    struct AddedKey {
        let identity: AgentIdentity
        let material: KeyMaterial
        let needsConfirmation: Bool
        /// The time at which it is removed; `nil` for never.
        let end: ContinuousClock.Instant?
    }

    /// Enough for a user, and small enough that no client can exhaust the memory.
    static let most = 256

    private(set) var keys: [AddedKey] = []
    private var forgotten: Set<SSHPublicKey> = []
    private var forgetsKeychain = false

    /// Adds a key, or replaces an existing one.
    ///
    /// - Returns: `false` if the limit is reached.
    mutating func add(_ key: AddedKey) -> Bool {
        if let place = keys.firstIndex(where: { $0.identity.key == key.identity.key }) {
            keys[place] = key
            return true
        }
        guard keys.count < Self.most else { return false }
        keys.append(key)
        return true
    }

    /// Removes an added key, or hides a key of the keychain.
    ///
    /// - Parameters:
    ///   - blob: The public key.
    ///   - kept: The keys of the keychain.
    /// - Returns: Whether there was such a key.
    mutating func remove(_ blob: [UInt8], among kept: [AgentIdentity]) -> Bool {
        let shown = visible(kept).map(\.key)
        guard let key = (keys.map(\.identity.key) + shown).first(where: { $0.blob == blob }) else {
            return false
        }
        keys.removeAll { $0.identity.key == key }
        forgotten.insert(key)
        return true
    }

    /// Removes all added keys, and hides those of the keychain.
    mutating func removeAll() {
        keys = []
        forgetsKeychain = true
    }

    /// Removes keys whose lifetime has ended.
    mutating func expire(at now: ContinuousClock.Instant) {
        keys.removeAll { $0.end.map { $0 <= now } ?? false }
    }

    /// The keys of the keychain that are not hidden and were not added by a client.
    func visible(_ kept: [AgentIdentity]) -> [AgentIdentity] {
        guard !forgetsKeychain else { return [] }
        let added = Set(keys.map(\.identity.key))
        return kept.filter { !forgotten.contains($0.key) && !added.contains($0.key) }
    }

    /// Whether a key of the keychain is not hidden.
    func shows(_ key: SSHPublicKey) -> Bool { !forgetsKeychain && !forgotten.contains(key) }
}
