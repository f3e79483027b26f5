internal import KeychainEssentials
internal import PortableKeychain

/// Lets a device ask to become a member: `invite` on another one, `join` here, and one round on
/// both.
extension SyncedVault {
    /// The number of requests that are read in one round: any writer to the remote can leave more.
    static let maximumRequests = 256

    // MARK: The new device

    /// Asks to join a vault.
    ///
    /// - Parameters:
    ///   - settings: The address of the remote.
    ///   - code: The code of an invite.
    ///   - name: The name of this device for users.
    ///   - engine: The remote.
    /// - Throws: ``SyncProblem/otherVault`` if the code is for another one,
    ///   ``SyncProblem/remoteIsEmpty``, ``SyncProblem/alreadySetUp`` or ``SyncProblem/offline``,
    ///   after which this device waits if the remote may have the request, and else nothing is set up.
    package func join(
        _ settings: VaultSettings,
        with code: InviteCode,
        name: String,
        on engine: any VaultEngine
    ) async throws(SyncProblem) {
        let vault = try await requireVault(of: code, on: engine)
        let (keys, request) = try SyncProblem.catching { () throws(KeychainError) in
            let keys = try DeviceKeys(entropy: entropy)
            let request = try JoinRequest(
                keys.certificate,
                name: name,
                code.secret,
                to: vault,
                entropy: entropy
            )
            return (keys, request.encoded)
        }
        // Before anything is sent: the keys could never be replaced.
        try begin(settings, keys, .invited(to: vault, code.secret, request: request))
        // A person brings it to a member: ``joinRequest()``.
        guard !engine.isMirror else { return }
        switch await write([VaultFileChange(VaultPath.request(keys.id), request)], on: engine) {
        case .written: return
        case .refused:
            try leave()
            // If it can be asked by now, it could not be written to.
            _ = try await shownVault(on: engine)
            throw .offline
        // It may be there, and then the code is for these keys.
        case .unknown: throw .offline
        }
    }

    /// Looks whether this device can ask to join the vault of a remote.
    ///
    /// - Parameters:
    ///   - code: The code of an invite; `nil` for a comparison of numbers.
    ///   - engine: The remote.
    /// - Returns: The vault that the remote shows.
    /// - Throws: ``SyncProblem/alreadySetUp``, ``SyncProblem/remoteIsEmpty``,
    ///   ``SyncProblem/otherVault`` if the code is for another one, or ``SyncProblem/offline``.
    @discardableResult
    package func requireVault(
        of code: InviteCode?,
        on engine: any VaultEngine
    ) async throws(SyncProblem) -> VaultID {
        guard try settings() == nil else { throw .alreadySetUp }
        let vault = try await shownVault(on: engine)
        guard code?.mayBelong(to: vault) ?? true else { throw .otherVault }
        return vault
    }

    /// Stores the first state of a device that is to join, and removes the remains of a stopped
    /// command: the keys and the trust of another vault would be taken for those of this one.
    func begin(
        _ settings: VaultSettings,
        _ keys: DeviceKeys,
        _ joining: Joining,
        _ others: [SyncStateChange] = []
    ) throws(SyncProblem) {
        let rows = [.put(VaultSettings.row, settings.encoded), joining.row] + others
        try SyncProblem.catching { () throws(KeychainError) in
            try store.replaceState(by: keys.rows + rows)
        }
    }

    /// Asks to join a vault, and waits, without a user, until a member has let this device in.
    ///
    /// A request that it made before with the same code is not made again, so that a service can be
    /// restarted.
    ///
    /// - Parameters:
    ///   - settings: The address of the remote.
    ///   - code: The code of an invite.
    ///   - name: The name of this device for users.
    ///   - engine: The remote.
    ///   - time: The longest time that it waits; the remote is asked more and more rarely, at least
    ///     twice a minute.
    ///   - announce: Called once, when the request was made or is there from before: a person has to bring
    ///     it if the remote is a mirror.
    /// - Throws: The same errors as ``join(_:with:name:on:)``, and ``SyncProblem/waiting`` after
    ///   that time.
    package func join(
        _ settings: VaultSettings,
        with code: InviteCode,
        name: String,
        on engine: any VaultEngine,
        within time: Duration,
        announce: @Sendable () -> Void = {}
    ) async throws(SyncProblem) {
        if let present = try self.settings() {
            guard present.remote == settings.remote, try isWaiting(with: code) else {
                throw .alreadySetUp
            }
        }
        let end = ContinuousClock.now + time
        var pause = Duration.milliseconds(250)
        var isAnnounced = false
        while true {
            do throws(SyncProblem) {
                if try self.settings() == nil {
                    try await join(settings, with: code, name: name, on: engine)
                }
                if !isAnnounced { announce() }
                isAnnounced = true
                return try await finishJoining(on: engine)
            } catch {
                switch error {
                case .waiting, .offline, .outdated:
                    guard ContinuousClock.now < end else { throw error }
                default: throw error
                }
            }
            // The last look is at the end.
            let rest = end - ContinuousClock.now
            do { try await QuietClock().sleep(for: min(pause, rest)) } catch { throw .waiting }
            pause = min(pause * 2, .seconds(30))
        }
    }

    private func isWaiting(with code: InviteCode) throws(SyncProblem) -> Bool {
        let state = try state()
        let joining = try SyncProblem.catching { () throws(KeychainError) in try Joining(state) }
        guard case .invited(_, let secret, _) = joining else { return false }
        return secret.bytes.matches(code.secret.bytes)
    }

    /// Whether files are on the remote that were to be written.
    enum WriteOutcome { case written, refused, unknown }

    /// Writes files that are not a part of the log.
    func write(
        _ files: [VaultFileChange],
        on engine: any VaultEngine
    ) async -> WriteOutcome {
        var failure = WriteOutcome.refused
        for _ in 0..<8 {
            let outcome = try? await SyncProblem.asking { () async throws(EngineFailure) in
                let snapshot = try await engine.snapshot()
                let found = try await engine.read(files.map(\.path), of: snapshot)
                guard files.contains(where: { found[$0.path] != $0.bytes }) else {
                    return CommitOutcome.committed
                }
                return await engine.commit(files, onto: snapshot)
            }
            guard let outcome else { return failure }
            switch outcome {
            case .committed: return .written
            case .refused: break
            case .unknown: failure = .unknown
            }
        }
        return failure
    }

    /// Looks whether a member has let this device in.
    ///
    /// - Parameters:
    ///   - engine: The remote.
    ///   - sendsAgain: Whether a request is sent again that the remote does not have, and a refusal
    ///     ends the joining; if not, nothing is changed.
    /// - Throws: ``SyncProblem/waiting`` if not; ``SyncProblem/codeEnded(_:)`` if the code is no
    ///   longer accepted, after which nothing is set up; ``SyncProblem/offline`` if the request is
    ///   not on the remote and cannot be sent, ``SyncProblem/remoteIsEmpty`` or
    ///   ``SyncProblem/otherVault`` if the vault is gone.
    func finishJoining(
        on engine: any VaultEngine,
        sendingAgain sendsAgain: Bool = true
    ) async throws(SyncProblem) {
        let state = try state()
        let (joining, keys) = try SyncProblem.catching { () throws(KeychainError) in
            (try Joining(state), try DeviceKeys(state))
        }
        guard let joining else { return }
        guard let keys else { throw .notSetUp }
        switch joining {
        case .invited(let vault, let secret, let request):
            let files = try await joiningFiles(of: keys.id, on: engine)
            guard let answer = files.answer else {
                // A member removes it only in the commit that has the answer.
                guard files.request == nil else { throw .waiting }
                // No member would ever answer on a remote that has lost the vault.
                guard try await shownVault(on: engine) == vault else { throw .otherVault }
                if sendsAgain, !engine.isMirror {
                    try await require(.init(VaultPath.request(keys.id), request), on: engine)
                }
                throw .waiting
            }
            let expected = VaultProof.answer(secret, to: keys.id, of: vault)
            guard VaultProof.matches(answer, expected) else {
                guard let end = EndedInvite.end(in: answer, secret, to: keys.id, of: vault) else {
                    throw .otherVault
                }
                if sendsAgain {
                    // No member will ever let these keys in.
                    try leave()
                    await withdraw(keys.id, on: engine)
                }
                throw .codeEnded(end)
            }
            try keep(VaultLog.rows(joining: vault) + [Joining.finished])
        case .compared(let vault, let confirmation):
            try await finishComparing(
                vault,
                confirmation,
                keys,
                on: engine,
                sendingAgain: sendsAgain
            )
        case .recovering: try await finishRecovering(on: engine)
        }
    }

    /// The fate of a request that was to be taken back.
    package enum Withdrawal: Sendable {
        /// No member will let this device in, and the code is as it was.
        case withdrawn
        /// A member had let this device in already.
        case admitted
        /// It may still be on the remote, or with a person who brings it there.
        case unknown
    }

    /// Takes back the request of a device that is about to leave before it was let in.
    ///
    /// A member would let in a device that has lost its keys, and the code would be used up.
    ///
    /// - Parameter engine: The remote; `nil` if it cannot be asked.
    /// - Returns: The fate of the request; `nil` if there is none with a code, or it was refused.
    package func withdrawRequest(on engine: (any VaultEngine)?) async -> Withdrawal? {
        guard let state = try? state(), let keys = try? DeviceKeys(state),
            case .invited(let vault, let secret, _)? = try? Joining(state)
        else { return nil }
        // A person has decided that the remote is not to be asked.
        guard let engine, !engine.isMirror, (try? settings())?.isPaused == false else {
            return .unknown
        }
        let removal = VaultFileChange(VaultPath.request(keys.id), nil)
        guard await write([removal], on: engine) == .written,
            // A member removes the request in the commit that has the answer.
            let files = try? await joiningFiles(of: keys.id, on: engine)
        else { return .unknown }
        guard let answer = files.answer else { return .withdrawn }
        let expected = VaultProof.answer(secret, to: keys.id, of: vault)
        return VaultProof.matches(answer, expected) ? .admitted : nil
    }

    /// The files by which a device that wants to join and a member speak.
    func joiningFiles(
        of device: DeviceID,
        on engine: any VaultEngine
    ) async throws(SyncProblem) -> (request: [UInt8]?, answer: [UInt8]?) {
        let (request, answer) = (VaultPath.request(device), VaultPath.answer(device))
        let files = try await SyncProblem.asking { () async throws(EngineFailure) in
            let snapshot = try await engine.snapshot()
            return try await engine.read([request, answer], of: snapshot)
        }
        return (files[request], files[answer])
    }
}
