internal import KeychainEssentials
internal import PortableKeychain

/// How another device becomes a member: `invite` here, `join` there, and one round on both.
extension SyncedVault {
    /// The number of requests that are looked at in one round: anybody who can write to the remote
    /// can leave more.
    static let maximumRequests = 256

    // MARK: The new device

    /// Asks to join a vault.
    ///
    /// - Parameters:
    ///   - settings: Where it is.
    ///   - code: The code of an invite.
    ///   - name: What people call this device.
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
        guard try self.settings() == nil else { throw .alreadySetUp }
        let vault = try await shownVault(on: engine)
        guard code.mayBelong(to: vault) else { throw .otherVault }
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

    /// Stores what a device begins with that is to join, and removes what a command left that was
    /// stopped: the keys and the trust of another vault would be taken for those of this one.
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

    /// Asks to join a vault, and waits until a member has let this device in, with nobody there.
    ///
    /// What it asked before with the same code is not asked again, so that a service can be started
    /// anew.
    ///
    /// - Parameters:
    ///   - settings: Where it is.
    ///   - code: The code of an invite.
    ///   - name: What people call this device.
    ///   - engine: The remote.
    ///   - time: How long it waits; the remote is asked more and more rarely, at least twice a
    ///     minute.
    /// - Throws: As ``join(_:with:name:on:)``, and ``SyncProblem/waiting`` after that time.
    package func join(
        _ settings: VaultSettings,
        with code: InviteCode,
        name: String,
        on engine: any VaultEngine,
        within time: Duration
    ) async throws(SyncProblem) {
        if let present = try self.settings() {
            guard present.remote == settings.remote, try isWaiting(with: code) else {
                throw .alreadySetUp
            }
        }
        let end = ContinuousClock.now + time
        var pause = Duration.milliseconds(250)
        while true {
            do throws(SyncProblem) {
                if try self.settings() == nil {
                    try await join(settings, with: code, name: name, on: engine)
                }
                return try await finishJoining(on: engine)
            } catch {
                switch error {
                case .waiting, .offline: guard ContinuousClock.now < end else { throw error }
                default: throw error
                }
            }
            // The last look is at the end.
            let rest = end - ContinuousClock.now
            do { try await Task.sleep(for: min(pause, rest)) } catch { throw .waiting }
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

    /// Writes files that are no part of the log.
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
    ///   - sendsAgain: Whether a request is sent again that the remote does not have.
    /// - Throws: ``SyncProblem/waiting`` if not; ``SyncProblem/codeEnded(_:)`` if the code lets nobody in
    ///   any more, after which nothing is set up; ``SyncProblem/offline`` if the request is not on the
    ///   remote and cannot be sent, ``SyncProblem/remoteIsEmpty`` or ``SyncProblem/otherVault`` if the
    ///   vault is gone.
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
                // Nobody would ever answer on a remote that has lost the vault.
                guard try await shownVault(on: engine) == vault else { throw .otherVault }
                if sendsAgain {
                    try await require(.init(VaultPath.request(keys.id), request), on: engine)
                }
                throw .waiting
            }
            let expected = VaultProof.answer(secret, to: keys.id, of: vault)
            guard VaultProof.matches(answer, expected) else {
                guard let end = EndedInvite.end(in: answer, secret, to: keys.id, of: vault) else {
                    throw .otherVault
                }
                // Nobody will ever let these keys in.
                try leave()
                await withdraw(keys.id, on: engine)
                throw .codeEnded(end)
            }
            try keep(VaultLog.rows(joining: vault) + [Joining.finished])
        case .compared(let vault, let confirmation):
            try await finishComparing(vault, sendsAgain ? confirmation : nil, keys, on: engine)
        case .recovering: try await finishRecovering(on: engine)
        }
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

    // MARK: The device that invited

    /// Adds the devices that have asked with an invite of this device, and refuses those whose invite
    /// has ended.
    ///
    /// - Returns: The names of those that were added.
    func admit(_ log: VaultLog, on engine: any VaultEngine) async throws(SyncProblem) -> [String] {
        guard try await !presentInvites(log).isEmpty else { return [] }
        let requests = try await SyncProblem.asking { () async throws(EngineFailure) in
            let snapshot = try await engine.snapshot()
            let paths = try await engine.list(VaultPath.requests, of: snapshot)
            let files = try await engine.read(some(of: paths), of: snapshot)
            // A request under the name of another device is none.
            return files.sorted { $0.key < $1.key }.compactMap { path, bytes in
                JoinRequest(bytes).flatMap { request in
                    path == VaultPath.request(request.certificate.id) ? request : nil
                }
            }
        }
        guard !requests.isEmpty else { return [] }
        var names: [String] = []
        for request in requests {
            if let name = try await admit(request, log) { names.append(name) }
        }
        // What is spent by now has ended.
        await refuse(requests, try await presentInvites(log).ended, log, on: engine)
        return names
    }

    /// Answers requests whose invites have ended; tried again in the next round if the remote does not
    /// store it.
    private func refuse(
        _ requests: [JoinRequest],
        _ ended: [EndedInvite],
        _ log: VaultLog,
        on engine: any VaultEngine
    ) async {
        let membership = await log.membership
        var files: [VaultFileChange] = []
        for request in requests where !membership.knows(request.certificate.id) {
            let refusals = ended.lazy.compactMap { $0.refusal(of: request, to: membership.vault) }
            guard let refusal = refusals.first else { continue }
            let id = request.certificate.id
            files.append(VaultFileChange(VaultPath.answer(id), refusal))
            files.append(VaultFileChange(VaultPath.request(id), nil))
        }
        if !files.isEmpty { _ = await write(files, on: engine) }
    }

    /// The requests of one round: others each time, so that nobody can hide one behind many.
    private func some(of paths: [String]) -> [String] {
        guard paths.count > Self.maximumRequests else { return paths }
        let chance = entropy.bytes(4).reduce(0) { $0 << 8 | Int($1) }
        let start = chance % paths.count
        return Array((paths[start...] + paths[..<start]).prefix(Self.maximumRequests))
    }

    private func admit(
        _ request: JoinRequest,
        _ log: VaultLog
    ) async throws(SyncProblem) -> String? {
        let membership = await log.membership
        let id = request.certificate.id
        for var invite in try invites() where invite.isFor(id) {
            guard let name = request.name(under: invite.secret, of: membership.vault),
                request.certificate.isUsable
            else { continue }
            // From now on a use of the invite is for this device, whatever happens.
            if invite.assign(id) { try keep([.put(invite.row, invite.encoded)]) }
            // Replayed, or this device stopped after it had added the other one.
            guard !membership.knows(id) else { return nil }
            let proof = VaultProof.answer(invite.secret, to: id, of: membership.vault)
            let answer = VaultFileChange(VaultPath.answer(id), proof)
            let role = invite.role
            try await SyncProblem.asking { () async throws(EngineFailure) in
                try await log.change(.add(request.certificate, role, name: name), with: [answer])
            }
            return name
        }
        return nil
    }
}
