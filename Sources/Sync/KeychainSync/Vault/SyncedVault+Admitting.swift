@_spi(Keepers) internal import PortableKeychain

/// Lets the device that made an invite admit others, or refuse them.
extension SyncedVault {
    /// The number of requests that are refused at once, each with two files: a commit of etcd has room
    /// for 128 operations.
    private static let maximumRefusals = 50

    /// Adds the devices that have asked with an invite of this device, and refuses those whose invite
    /// has ended.
    ///
    /// - Returns: The names of those that were added.
    func admit(_ log: VaultLog, on engine: any VaultEngine) async throws(SyncProblem) -> [String] {
        var names: [String] = []
        while try await !presentInvites(log).isEmpty {
            let (requests, areAll) = try await SyncProblem.asking {
                () async throws(EngineFailure) in
                try await self.requests(on: engine)
            }
            guard !requests.isEmpty else { break }
            let added = try await admit(requests, log)
            names += added
            // An invite whose uses are spent by now has ended.
            await refuse(requests, try await presentInvites(log).ended, log, on: engine)
            // Of many requests, as long as there are honest ones among them.
            if areAll || added.isEmpty { break }
        }
        return names
    }

    /// The requests on the remote, or some of them if there are too many.
    private func requests(
        on engine: any VaultEngine
    ) async throws(EngineFailure) -> (requests: [JoinRequest], areAll: Bool) {
        let snapshot = try await engine.snapshot()
        let paths = try await engine.list(VaultPath.requests, of: snapshot)
        let files = try await engine.read(some(of: paths), of: snapshot)
        // A request under the name of another device is none.
        let requests = files.inOrderOfKeys().compactMap { path, bytes in
            JoinRequest(bytes).flatMap { request in
                path == VaultPath.request(request.certificate.id) ? request : nil
            }
        }
        return (requests, paths.count <= Self.maximumRequests)
    }

    /// Answers requests whose invites have ended; tried again in the next round if the remote does not
    /// store it.
    private func refuse(
        _ requests: [JoinRequest],
        _ ended: [EndedInvite],
        _ log: VaultLog,
        on engine: any VaultEngine
    ) async {
        guard (try? await log.head()) != nil else { return }
        let membership = await log.membership
        var files: [VaultFileChange] = []
        for request in requests.prefix(Self.maximumRefusals)
        where !membership.knows(request.certificate.id) {
            let refusals = ended.lazy.compactMap { $0.refusal(of: request, to: membership.vault) }
            guard let refusal = refusals.first else { continue }
            let id = request.certificate.id
            files.append(VaultFileChange(VaultPath.answer(id), refusal))
            files.append(VaultFileChange(VaultPath.request(id), nil))
        }
        // Only onto the state in which they are not members: one may have been added meanwhile.
        if !files.isEmpty { _ = await engine.commit(files, onto: await log.snapshot) }
    }

    /// The requests of one round: different ones each time, so that an attacker cannot hide one
    /// behind many.
    private func some(of paths: [String]) -> [String] {
        guard paths.count > Self.maximumRequests else { return paths }
        let chance = entropy.bytes(4).reduce(0) { $0 << 8 | Int($1) }
        let start = chance % paths.count
        return Array((paths[start...] + paths[..<start]).prefix(Self.maximumRequests))
    }

    /// Adds devices, many at once: all other members hear of each commit.
    private func admit(
        _ requests: [JoinRequest],
        _ log: VaultLog
    ) async throws(SyncProblem) -> [String] {
        let membership = await log.membership
        var newcomers: [Newcomer] = []
        for request in requests {
            if let newcomer = try newcomer(request, membership) { newcomers.append(newcomer) }
        }
        var rest = newcomers.map { (change: $0.change, files: [$0.answer]) }[...]
        while !rest.isEmpty {
            let made = try await SyncProblem.asking { [rest] () async throws(EngineFailure) in
                try await log.changeTogether(rest)
            }
            rest = rest.dropFirst(made)
        }
        return newcomers.map(\.name)
    }

    /// A device that an invite of this device lets in.
    private struct Newcomer {
        let name: String
        let change: VaultLog.MemberChange
        let answer: VaultFileChange
    }

    /// Judges a request, and counts a use of its invite; `nil` for a request without one.
    private func newcomer(
        _ request: JoinRequest,
        _ membership: Membership
    ) throws(SyncProblem) -> Newcomer? {
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
            return Newcomer(
                name: name,
                change: .add(request.certificate, invite.role, name: name),
                answer: VaultFileChange(VaultPath.answer(id), proof)
            )
        }
        return nil
    }
}
