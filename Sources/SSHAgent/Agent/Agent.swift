package import PortableKeychain
internal import SafeText
internal import Synchronization

/// Answers the requests of SSH clients with the keys of a keychain.
///
/// It implements the protocol's operations: listing keys, signing, adding and removing keys, and
/// locking. ``AgentServer`` passes messages to it from any number of threads, so its state is
/// protected by a lock. It does not handle sockets, processes or the wire format.
package final class Agent: Sendable {
    private struct State {
        var added = AddedKeys()
        /// The passphrase that unlocks the agent; `nil` while it is not locked.
        var passphrase: SecretBytes?
        var wrongPassphrases = 0
    }

    private let kept: StoredKeys
    private let authenticator: any Authenticator
    private let confirmsAlways: Bool
    private let now: @Sendable () -> ContinuousClock.Instant
    private let complain: @Sendable (KeychainError) -> Void
    private let pause: @Sendable (Duration) -> Void
    private let state = Mutex(State())
    /// Held while a passphrase is checked, so that many clients cannot guess faster than one.
    private let guessing = Mutex(())

    /// Creates an agent.
    ///
    /// - Parameters:
    ///   - kept: The keys of the keychain.
    ///   - authenticator: Asks the user.
    ///   - confirmsAlways: Whether the user is asked before each use of any key.
    ///   - now: Returns the current time.
    ///   - complain: Receives error messages, which the protocol cannot transmit.
    ///   - pause: Waits after a wrong passphrase.
    package init(
        _ kept: StoredKeys,
        authenticator: any Authenticator,
        confirmsAlways: Bool = false,
        now: @escaping @Sendable () -> ContinuousClock.Instant = { .now },
        complain: @escaping @Sendable (KeychainError) -> Void = { _ in },
        pause: @escaping @Sendable (Duration) -> Void
    ) {
        self.kept = kept
        self.authenticator = authenticator
        self.confirmsAlways = confirmsAlways
        self.now = now
        self.complain = complain
        self.pause = pause
    }

    /// Answers a message; a malformed one is answered with a failure.
    func answer(_ message: [UInt8]) -> AgentReply {
        do throws(SSHRefusal) {
            return answer(try AgentRequest(message))
        } catch {
            return .failure
        }
    }

    /// Answers a request.
    func answer(_ request: AgentRequest) -> AgentReply {
        expire()
        if case .unlock(let passphrase) = request { return unlock(passphrase) }
        if isLocked {
            // As OpenSSH's agent does: a locked one has no keys.
            if case .identities = request { return .identities([]) }
            return .failure
        }
        switch request {
        case .identities: return .identities(identities())
        case .sign(let key, let data, let flags): return sign(data, key, flags)
        case .add(let key, let comment, let constraints): return add(key, comment, constraints)
        case .remove(let blob):
            let keys = keychainKeys()
            return state.withLock { $0.added.remove(blob, among: keys) } ? .success : .failure
        case .removeAll:
            state.withLock { $0.added.removeAll() }
            return .success
        case .lock(let passphrase):
            state.withLock { $0.passphrase = passphrase }
            return .success
        case .unlock: return .failure
        }
    }

    /// Forgets keys whose time is over.
    func expire() { state.withLock { $0.added.expire(at: now()) } }

    private var isLocked: Bool { state.withLock { $0.passphrase != nil } }

    private func identities() -> [AgentIdentity] {
        let keys = keychainKeys()
        return state.withLock { $0.added.keys.map(\.identity) + $0.added.visible(keys) }
    }

    /// The keys of the keychain; empty, with an error message, if they cannot be read.
    private func keychainKeys() -> [AgentIdentity] {
        do throws(KeychainError) {
            return try kept.all()
        } catch {
            complain(error)
            return []
        }
    }

    private func add(
        _ key: KeyMaterial,
        _ comment: String,
        _ constraints: AgentConstraints
    ) -> AgentReply {
        guard let publicKey = SSHPublicKey(key) else { return .failure }
        let added = AddedKeys.AddedKey(
            identity: AgentIdentity(key: publicKey, comment: comment),
            material: key,
            needsConfirmation: constraints.needsConfirmation,
            end: constraints.lifetime.map { now() + .seconds(Int64($0)) }
        )
        return state.withLock { $0.added.add(added) } ? .success : .failure
    }

    private func unlock(_ passphrase: SecretBytes) -> AgentReply {
        guessing.withLock { _ in
            let wrong = state.withLock { state -> Int? in
                guard let expected = state.passphrase else { return 0 }
                if expected.matches(passphrase) {
                    state.passphrase = nil
                    state.wrongPassphrases = 0
                    return nil
                }
                state.wrongPassphrases += 1
                return state.wrongPassphrases
            }
            guard let wrong else { return .success }
            pause(.milliseconds(100 * min(wrong, 100)))
            return .failure
        }
    }
}

extension Agent {
    private func sign(_ data: [UInt8], _ blob: [UInt8], _ flags: UInt32) -> AgentReply {
        do {
            let publicKey = try SSHPublicKey.material(blob)
            guard let key = SSHPublicKey(publicKey), let material = try privateKey(key, publicKey),
                // A client may have locked the agent while the user was asked.
                !isLocked
            else { return .failure }
            return .signature(try SSHSignature.sign(data, with: material, flags: flags))
        } catch let error as KeychainError {
            complain(error)
            return .failure
        } catch {
            return .failure
        }
    }

    /// The private key, after the user has confirmed its use if the key requires that.
    private func privateKey(
        _ key: SSHPublicKey,
        _ publicKey: KeyMaterial
    ) throws(KeychainError) -> KeyMaterial? {
        let (added, shows) = state.withLock { state in
            (state.added.keys.first { $0.identity.key == key }, state.added.shows(key))
        }
        if let added {
            if added.needsConfirmation || confirmsAlways { try confirm(added.identity.comment) }
            return added.material
        }
        guard shows else { return nil }
        let comment = keychainKeys().first { $0.key == key }?.comment
        guard let comment else { return nil }
        if confirmsAlways { try confirm(comment) }
        return try kept.privateHalf(of: publicKey, reason: Self.reason(comment))
    }

    private func confirm(_ comment: String) throws(KeychainError) {
        let question = AuthenticationQuestion(.presence, reason: Self.reason(comment))
        guard case .confirmed = try authenticator.answer(question) else {
            throw KeychainError(.userCanceled)
        }
    }

    private static func reason(_ comment: String) -> String {
        "An ssh program wants to use the key '\(Escaping.escaped(String(comment.prefix(80))))'"
    }
}
