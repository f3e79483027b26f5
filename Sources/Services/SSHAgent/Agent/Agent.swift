package import PortableKeychain
internal import SafeText
internal import Synchronization

/// Answers the requests of SSH clients with the keys of a keychain.
///
/// It implements the protocol's operations: listing keys, signing, adding and removing keys, and
/// locking. ``AgentServer`` passes messages to it from any number of threads, so its state is
/// protected by a lock. It does not handle sockets, processes or the wire format.
package final class Agent: Sendable {
    struct State {
        var added = AddedKeys()
        /// The passphrase that unlocks the agent; `nil` while it is not locked.
        var passphrase: SecretBytes?
        var wrongPassphrases = 0
        /// The number of clients that wait for the user.
        var questions = 0
        /// The time when the user last declined to unlock the keychain.
        var declined: ContinuousClock.Instant?
    }

    /// The rules that an agent applies to all keys alike.
    package struct Rules: Sendable {
        /// Whether the user is asked before each use of any key.
        package var confirmsAlways: Bool
        /// Whether other hosts may use any key when the agent is forwarded to them.
        package var forwardsAlways: Bool

        package init(confirmsAlways: Bool = false, forwardsAlways: Bool = false) {
            (self.confirmsAlways, self.forwardsAlways) = (confirmsAlways, forwardsAlways)
        }
    }

    /// The number of clients that may wait for the user; further ones are refused, so that they do not take
    /// the places of clients that can be served at once.
    static let mostQuestions = 16

    /// After the user has declined to unlock the keychain, no client makes the agent ask again for
    /// this time: a program that fetches every few seconds would open one dialog after the other.
    static let peace = Duration.seconds(60)

    let kept: StoredKeys
    let authenticator: any Authenticator
    private let rules: Rules
    private let hostName: @Sendable ([UInt8]) -> String?
    let now: @Sendable () -> ContinuousClock.Instant
    private let complain: @Sendable (KeychainError) -> Void
    private let pause: @Sendable (Duration) -> Void
    let state = Mutex(State())
    /// Held while a passphrase is checked, so that many clients cannot guess faster than one.
    private let guessing = Mutex(())
    /// Held while the user is asked, so that only one question is shown at a time.
    let attention = Mutex(())

    /// Creates an agent.
    ///
    /// - Parameters:
    ///   - kept: The keys of the keychain.
    ///   - authenticator: Asks the user.
    ///   - rules: The rules for all keys.
    ///   - hostName: Returns the name of a host by its public key, for questions.
    ///   - now: Returns the current time.
    ///   - complain: Receives error messages, which the protocol cannot transmit.
    ///   - pause: Waits after a wrong passphrase.
    package init(
        _ kept: StoredKeys,
        authenticator: any Authenticator,
        rules: Rules = Rules(),
        hostName: @escaping @Sendable ([UInt8]) -> String? = { _ in nil },
        now: @escaping @Sendable () -> ContinuousClock.Instant = { .now },
        complain: @escaping @Sendable (KeychainError) -> Void = { _ in },
        pause: @escaping @Sendable (Duration) -> Void
    ) {
        self.kept = kept
        self.authenticator = authenticator
        self.rules = rules
        self.hostName = hostName
        self.now = now
        self.complain = complain
        self.pause = pause
    }

    /// Answers a message; a malformed one is answered with a failure.
    func answer(_ message: [UInt8], for client: AgentClient) -> AgentReply {
        do throws(SSHRefusal) {
            return answer(try AgentRequest(message), for: client)
        } catch {
            // ssh-add says only that the agent refused.
            if error == .condition {
                complain(
                    KeychainError(
                        .unimplemented,
                        reason: """
                            A key was not added, because this agent cannot limit it to hosts or \
                            programs (ssh-add -h). Use 'ssh-add -c' to be asked before each use.
                            """
                    )
                )
            }
            return .failure
        }
    }

    private func answer(_ request: AgentRequest, for client: AgentClient) -> AgentReply {
        expire()
        guard !isRestricted(client) || !request.changesAgent else { return .failure }
        if case .unlock(let passphrase) = request { return unlock(passphrase) }
        // The statement stays true while the agent is locked.
        if case .bind(let binding) = request { return client.bind(binding) ? .success : .failure }
        if isLocked {
            // As OpenSSH's agent does: a locked one has no keys.
            if case .identities = request { return .identities([]) }
            return .failure
        }
        switch request {
        case .identities: return .identities(identities(for: client))
        case .sign(let key, let data, let flags): return sign(data, key, flags, for: client)
        case .add(let key, let comment, let constraints): return add(key, comment, constraints)
        case .remove(let blob):
            let keys = keychainKeys(for: nil)
            return state.withLock { $0.added.remove(blob, among: keys) } ? .success : .failure
        case .removeAll:
            state.withLock { $0.added.removeAll() }
            return .success
        case .lock(let passphrase):
            state.withLock { $0.passphrase = passphrase }
            return .success
        case .unlock, .bind: return .failure
        }
    }

    /// Forgets keys whose lifetime has ended.
    func expire() { state.withLock { $0.added.expire(at: now()) } }

    /// Whether it has keys with a limited lifetime.
    var hasLifetimes: Bool { state.withLock { $0.added.keys.contains { $0.end != nil } } }

    private var isLocked: Bool { state.withLock { $0.passphrase != nil } }

    /// Whether other hosts send the requests of a client, and not every key is for them.
    private func isRestricted(_ client: AgentClient) -> Bool {
        client.isForwarded && !rules.forwardsAlways
    }

    private func identities(for client: AgentClient) -> [AgentIdentity] {
        let isRestricted = isRestricted(client)
        let keys = keychainKeys(isForwarded: isRestricted, for: client)
        return state.withLock { state in
            (isRestricted ? [] : state.added.keys.map(\.identity)) + state.added.visible(keys)
        }
    }

    /// The keys of the keychain; empty, with an error message, if they cannot be read.
    ///
    /// - Parameters:
    ///   - isForwarded: Whether only keys that other hosts may use are wanted.
    ///   - client: The client for which a locked keychain may be unlocked.
    /// - Returns: The keys.
    private func keychainKeys(
        isForwarded: Bool = false,
        for client: AgentClient?
    ) -> [AgentIdentity] {
        do throws(KeychainError) {
            return try unlocking(for: client) { () throws(KeychainError) in
                try kept.all(isForwarded: isForwarded)
            }
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
    private func sign(
        _ data: [UInt8],
        _ blob: [UInt8],
        _ flags: UInt32,
        for client: AgentClient
    ) -> AgentReply {
        do {
            let publicKey = try SSHPublicKey.material(blob)
            guard let key = SSHPublicKey(publicKey), key.blob == blob else { return .failure }
            let purpose = try SigningPurpose(data, by: key, flags: flags)
            guard client.allows(purpose),
                let material = try privateKey(key, publicKey, purpose, client),
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
        _ publicKey: KeyMaterial,
        _ purpose: SigningPurpose,
        _ client: AgentClient
    ) throws(KeychainError) -> KeyMaterial? {
        let (added, shows) = state.withLock { state in
            (state.added.keys.first { $0.identity.key == key }, state.added.shows(key))
        }
        func reason(_ comment: String) -> String {
            AgentQuestion(client: client, purpose: purpose, comment: comment, hostName: hostName)
                .text
        }
        if let added {
            guard !isRestricted(client) else { return nil }
            if added.needsConfirmation || rules.confirmsAlways {
                try confirm(reason(added.identity.comment), client)
            }
            return added.material
        }
        guard shows,
            let found = try unlocking(
                for: client,
                { () throws(KeychainError) in try kept.find(publicKey) }
            ),
            found.use == .forwarded || !isRestricted(client)
        else { return nil }
        let text = reason(AgentIdentity(key: key, comment: found.comment).comment)
        if rules.confirmsAlways { try confirm(text, client) }
        if let material = found.material { return material }
        return try asking(for: client) { () throws(KeychainError) in
            try kept.privateHalf(of: publicKey, found.use, reason: text)
        }
    }
}
