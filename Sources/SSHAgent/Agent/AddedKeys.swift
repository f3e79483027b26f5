internal import PortableKeychain

/// What programs told an agent about its keys: those it was given, which live in its memory alone,
/// and those of the keychain that it was to forget.
struct AddedKeys {
    /// A key that a program gave.
    struct AddedKey {
        let identity: AgentIdentity
        let material: KeyMaterial
        let needsConfirmation: Bool
        /// When it is forgotten.
        let end: ContinuousClock.Instant?
    }

    /// So many are enough for a person, and no program fills the memory.
    static let most = 256

    private(set) var keys: [AddedKey] = []
    private var forgotten: Set<SSHPublicKey> = []
    private var forgetsKeychain = false

    /// Takes a key, in the place of an older one.
    ///
    /// - Returns: Whether there was room.
    mutating func add(_ key: AddedKey) -> Bool {
        if let place = keys.firstIndex(where: { $0.identity.key == key.identity.key }) {
            keys[place] = key
            return true
        }
        guard keys.count < Self.most else { return false }
        keys.append(key)
        return true
    }

    /// Forgets a key, in the keychain or not.
    ///
    /// - Parameters:
    ///   - blob: Which one.
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

    /// Forgets all keys.
    mutating func removeAll() {
        keys = []
        forgetsKeychain = true
    }

    /// Forgets keys whose time is over.
    mutating func expire(at now: ContinuousClock.Instant) {
        keys.removeAll { $0.end.map { $0 <= now } ?? false }
    }

    /// The keys of the keychain that were not to be forgotten and that nobody added.
    func visible(_ kept: [AgentIdentity]) -> [AgentIdentity] {
        guard !forgetsKeychain else { return [] }
        let added = Set(keys.map(\.identity.key))
        return kept.filter { !forgotten.contains($0.key) && !added.contains($0.key) }
    }

    /// Whether a key of the keychain may be used.
    func shows(_ key: SSHPublicKey) -> Bool { !forgetsKeychain && !forgotten.contains(key) }
}
