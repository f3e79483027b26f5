internal import KeychainEssentials
internal import PortableKeychain

/// How another device becomes a member: `invite` here, `join` there, and one round on both.
extension SyncedVault {
    /// The number of invites that nobody has used.
    package static let maximumInvites = 16
    /// The number of requests that are looked at in one round: anybody who can write to the remote
    /// can leave more.
    static let maximumRequests = 256
    private static let waitingRow = SyncStateName(kind: "joining", needsUnlock: true)

    /// Makes an invite, which one device can use.
    ///
    /// - Parameters:
    ///   - role: What the device may do.
    ///   - hours: How long it is good for, 1 to 720.
    ///   - engine: The remote, which is asked only by a device that has not read anything yet.
    /// - Returns: The code to give to the other device.
    /// - Throws: ``SyncProblem/notAdmin``, or ``SyncProblem/tooManyInvites``.
    package func invite(
        _ role: SyncRole,
        hours: Int,
        on engine: any VaultEngine
    ) async throws(SyncProblem) -> InviteCode {
        var log = try log(on: engine)
        // A device that has not read anything yet does not know that it is a member.
        if await log.membership.members[log.device] == nil { log = try await current(on: engine) }
        let membership = await log.membership
        guard membership.members[log.device]?.role == .admin else { throw .notAdmin }
        let now = store.now.timeIntervalSinceReferenceDate
        guard try invites().filter({ $0.expires > now }).count < Self.maximumInvites else {
            throw .tooManyInvites
        }
        let expires = now + 3600 * Double(min(max(hours, 1), 720))
        let invite = Invite(role: role, expires: expires, entropy: entropy)
        try keep([.put(invite.row, invite.encoded)])
        return InviteCode(invite, to: membership.vault)
    }

    private func invites() throws(SyncProblem) -> [Invite] {
        var invites: [Invite] = []
        for (name, bytes) in try state() where name.kind == Invite.kind {
            invites.append(
                try SyncProblem.catching { () throws(KeychainError) in try Invite(bytes) }
            )
        }
        return invites
    }

    // MARK: The new device

    /// Asks to join a vault.
    ///
    /// - Parameters:
    ///   - settings: Where it is.
    ///   - code: The code of an invite.
    ///   - name: What people call this device.
    ///   - engine: The remote.
    /// - Throws: ``SyncProblem/otherVault`` if the code is for another one,
    ///   ``SyncProblem/remoteIsEmpty``, ``SyncProblem/alreadySetUp`` or ``SyncProblem/offline``.
    package func join(
        _ settings: VaultSettings,
        with code: InviteCode,
        name: String,
        on engine: any VaultEngine
    ) async throws(SyncProblem) {
        guard try self.settings() == nil else { throw .alreadySetUp }
        let vault = try await shownVault(on: engine)
        guard code.mayBelong(to: vault) else { throw .otherVault }
        let (rows, path, request) = try SyncProblem.catching { () throws(KeychainError) in
            let keys = try DeviceKeys(entropy: entropy)
            let request = try JoinRequest(
                keys.certificate,
                name: name,
                code.secret,
                to: vault,
                entropy: entropy
            )
            var writer = SecretEncoder()
            writer.raw(vault.bytes)
            writer.raw(code.secret.bytes)
            let waiting = SyncStateChange.put(Self.waitingRow, writer.finished())
            let row = SyncStateChange.put(VaultSettings.row, settings.encoded)
            return (keys.rows + [waiting, row], VaultPath.request(keys.id), request.encoded)
        }
        // Before anything is sent: the keys could never be replaced.
        try keep(rows)
        if try await !write([VaultFileChange(path, request)], on: engine) {
            try leave()
            throw .offline
        }
    }

    /// Writes files that are no part of the log; returns whether they are there now.
    private func write(
        _ files: [VaultFileChange],
        on engine: any VaultEngine
    ) async throws(SyncProblem) -> Bool {
        for _ in 0..<8 {
            let outcome = try? await SyncProblem.asking { () async throws(EngineFailure) in
                let snapshot = try await engine.snapshot()
                let found = try await engine.read(files.map(\.path), of: snapshot)
                guard files.contains(where: { found[$0.path] != $0.bytes }) else {
                    return CommitOutcome.committed
                }
                return await engine.commit(files, onto: snapshot)
            }
            guard let outcome else { return false }
            if outcome == .committed { return true }
        }
        return false
    }

    /// Looks whether a member has let this device in.
    ///
    /// - Throws: ``SyncProblem/waiting`` if not.
    func finishJoining(on engine: any VaultEngine) async throws(SyncProblem) {
        let state = try state()
        guard let waiting = state[Self.waitingRow] else { return }
        let (vault, secret, keys) = try SyncProblem.catching { () throws(KeychainError) in
            let read = try waiting.withUnsafeBytes { bytes throws(KeychainError) in
                var reader = ByteReader(bytes)
                let vault: VaultID = try reader.identifier()
                let secret = SecretBytes(try reader.raw(Invite.secretLength))
                try reader.finish()
                return (vault, SyncSecret(secret))
            }
            return (read.0, read.1, try DeviceKeys(state))
        }
        guard let keys else { throw .notSetUp }
        let path = VaultPath.answer(keys.id)
        let answer = try await SyncProblem.asking { () async throws(EngineFailure) in
            let snapshot = try await engine.snapshot()
            return try await engine.read([path], of: snapshot)[path]
        }
        guard let answer else { throw .waiting }
        let expected = VaultProof.answer(secret, to: keys.id, of: vault)
        guard VaultProof.matches(answer, expected) else { throw .otherVault }
        try keep(VaultLog.rows(joining: vault) + [.remove(Self.waitingRow)])
    }

    // MARK: The device that invited

    /// Adds the devices that have asked with an invite of this device.
    ///
    /// - Returns: Their names.
    func admit(_ log: VaultLog, on engine: any VaultEngine) async throws(SyncProblem) -> [String] {
        try dropExpired()
        guard try !invites().isEmpty else { return [] }
        let requests = try await SyncProblem.asking { () async throws(EngineFailure) in
            let snapshot = try await engine.snapshot()
            let paths = try await engine.list(VaultPath.requests, of: snapshot)
            let files = try await engine.read(
                Array(paths.prefix(Self.maximumRequests)),
                of: snapshot
            )
            // A request under the name of another device is none.
            return files.sorted { $0.key < $1.key }.compactMap { path, bytes in
                JoinRequest(bytes).flatMap { request in
                    path == VaultPath.request(request.certificate.id) ? request : nil
                }
            }
        }
        var names: [String] = []
        for request in requests {
            if let name = try await admit(request, log) { names.append(name) }
        }
        return names
    }

    private func admit(
        _ request: JoinRequest,
        _ log: VaultLog
    ) async throws(SyncProblem) -> String? {
        let membership = await log.membership
        let id = request.certificate.id
        for var invite in try invites() where invite.device ?? id == id {
            guard let name = request.name(under: invite.secret, of: membership.vault) else {
                continue
            }
            if membership.knows(id) {
                // Replayed, or this device stopped after it had added the other one.
                try keep([.remove(invite.row)])
                return nil
            }
            // From now on the invite is for this device, whatever happens.
            invite.device = id
            try keep([.put(invite.row, invite.encoded)])
            let proof = VaultProof.answer(invite.secret, to: id, of: membership.vault)
            let answer = VaultFileChange(VaultPath.answer(id), proof)
            let role = invite.role
            try await SyncProblem.asking { () async throws(EngineFailure) in
                try await log.change(.add(request.certificate, role, name: name), with: [answer])
            }
            try keep([.remove(invite.row)])
            return name
        }
        return nil
    }

    private func dropExpired() throws(SyncProblem) {
        let now = store.now.timeIntervalSinceReferenceDate
        let expired = try invites().filter { $0.expires <= now }
        if !expired.isEmpty { try keep(expired.map { .remove($0.row) }) }
    }
}
