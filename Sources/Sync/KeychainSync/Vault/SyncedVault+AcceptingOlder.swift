internal import PortableKeychain

/// An older state of a remote, and the effect on lost entries if an admin accepts it.
package struct OlderState: Sendable {
    /// The number of commits that this device has read and the remote has lost.
    package let lostCommits: Int
    /// The number of changes of the members that it has lost.
    package let lostChanges: Int
    /// The names of devices that are added again.
    package internal(set) var added: [String] = []
    /// The names of devices that are removed again.
    package internal(set) var removed: [String] = []
    /// The names of devices that this device knows as removed, and that have changed items on the
    /// remote since: their changes are taken with the older state.
    package internal(set) var strangers: [String] = []
    /// Whether the remote has lost a recovery key, which cannot be added again without the key itself.
    package internal(set) var lostRecoveryKey = false

    let lost: LostLine
    /// The changes that bring the members to the state that this device has read, in this order.
    var changes: [(VaultLog.MemberChange, [VaultFileChange])] = []
}

/// Lets an admin accept that a remote was put back, for instance restored from a copy.
extension SyncedVault {
    /// Compares the state of the remote with the one that this device has read, and changes
    /// nothing.
    ///
    /// - Parameter engine: The remote.
    /// - Returns: The entries and files that were lost.
    /// - Throws: ``SyncProblem/nothingLost`` if the remote shows the state that this device has
    ///   read; ``SyncProblem/remoteIsLost`` if it shows no part of the vault;
    ///   ``SyncProblem/alarm(_:)`` if it shows something else than a state of the vault;
    ///   ``SyncProblem/onlyAdminsAccept``, ``SyncProblem/notAdminThen``,
    ///   ``SyncProblem/tooMuchLost`` or ``SyncProblem/offline``.
    package func olderState(on engine: any VaultEngine) async throws(SyncProblem) -> OlderState {
        let log = try log(on: engine)
        do throws(SyncProblem) {
            _ = try await current(on: engine)
            throw .nothingLost
        } catch {
            guard case .alarm = error else { throw error }
        }
        do throws(SyncProblem) { _ = try await shownVault(on: engine) } catch {
            if case .remoteIsEmpty = error { throw .remoteIsLost }
            throw error
        }
        let own = await log.trust
        let shown = try await shownLine(on: engine, log)
        let acceptance = await shown.acceptance(over: own)
        let role = own.membership.members[log.device]?.role
        let isAdminThen = acceptance.shown.membership.members[log.device]?.role == .admin
        guard isAdminThen else { throw role == .admin ? .notAdminThen : .onlyAdminsAccept }
        return try await compared(acceptance, log, with: shown.log)
    }

    /// Signs that the lost entries are given up, and continues with the state of the remote.
    ///
    /// All other members that have read no more than this device follow in their next round. Each sends
    /// again what it has and the remote has lost.
    ///
    /// - Parameters:
    ///   - older: The older state that the user has agreed to.
    ///   - engine: The remote.
    /// - Returns: The number of items that this device sends again, with its next round.
    /// - Throws: The same errors as ``olderState(on:)``; ``SyncProblem/keychain(_:)`` while the
    ///   keychain is locked; or ``SyncProblem/offline``, after which the same call continues.
    package func acceptOlder(
        _ older: OlderState,
        on engine: any VaultEngine
    ) async throws(SyncProblem) -> Int {
        try requireUnlocked()
        // Another admin may have accepted it while a person was asked here.
        if let followed = try await followAccepted(on: engine) { return followed.sentAgain }
        let shown = try await shownLine(on: engine, try log(on: engine))
        try await SyncProblem.asking { () async throws(EngineFailure) in
            // The members first: a device that follows the statement finds them in their final
            // state.
            for (change, files) in older.changes { try await shown.log.change(change, with: files) }
            try await shown.log.change(.acceptOlder(older.lost))
        }
        guard let followed = try await followAccepted(on: engine) else { throw .offline }
        return followed.sentAgain
    }

    private func shownLine(
        on engine: any VaultEngine,
        _ log: VaultLog
    ) async throws(SyncProblem) -> ShownLine {
        do throws(SyncProblem) {
            return try await ShownLine(
                on: engine,
                of: await log.trust.vault,
                as: await log.keys,
                at: store.now,
                entropy: entropy
            )
        } catch {
            if case .notMember = error { throw .notAdminThen }
            throw error
        }
    }

    private func compared(
        _ acceptance: Acceptance,
        _ log: VaultLog,
        with other: VaultLog
    ) async throws(SyncProblem) -> OlderState {
        let (own, new) = (acceptance.own, acceptance.shown)
        let fork = acceptance.membersFork
        guard fork > 0, let commits = own.trail[from: own.trail.fork(with: new.trail)] else {
            throw .tooMuchLost
        }
        let changes = own.membership.moments.dropFirst(Int(fork)).map(\.hash)
        // Then a record is missing, or something else that no older state explains.
        guard !(commits.isEmpty && changes.isEmpty) else { throw .alarm(own.alarm ?? .malformed) }
        let lost = LostLine(
            log: .init(first: own.trail.end - UInt64(commits.count), digests: commits),
            members: .init(first: fork, digests: changes)
        )
        guard lost.mayFollow(new.position, members: new.membership.count),
            commits.count + changes.count <= LostLine.maximumCount
        else { throw .tooMuchLost }
        var older = OlderState(
            lostCommits: commits.count,
            lostChanges: changes.count,
            lost: lost
        )
        let first = lost.log.first
        let since = try await SyncProblem.asking { () async throws(EngineFailure) in
            try await other.verifiedEntries().filter { $0.sequence >= first }
        }
        for id in Set(since.map(\.author)).sorted()
        where own.membership.knows(id) && own.membership.members[id] == nil {
            older.strangers.append(await other.name(of: id))
        }
        await older.restore(
            own.membership,
            over: new.membership,
            acceptance.decided,
            log,
            other
        )
        return older
    }
}

extension OlderState {
    /// Notes the changes that turn the members of the shown line into those that this device has
    /// read.
    ///
    /// - Parameters:
    ///   - own: The members as this device has read of them.
    ///   - shown: The members that are shown.
    ///   - decided: Devices about which an admin has decided since.
    ///   - log: Knows the names of the former.
    ///   - other: Knows the names of the latter.
    fileprivate mutating func restore(
        _ own: Membership,
        over shown: Membership,
        _ decided: Set<DeviceID>,
        _ log: VaultLog,
        _ other: VaultLog
    ) async {
        for (id, member) in shown.members.inOrderOfKeys()
        where own.members[id] == nil && !decided.contains(id) {
            let isKey = member.role == .recovery
            let files = isKey ? [VaultFileChange(VaultPath.recovery(id), nil)] : []
            changes.append((.remove(id), files))
            if !isKey { removed.append(await other.name(of: id)) }
        }
        let hasNewKeys = !changes.isEmpty
        for (id, member) in own.members.inOrder(of: { $0.value.added })
        where !decided.contains(id) {
            switch shown.members[id]?.role {
            case member.role: break
            case nil where shown.knows(id): break
            case nil where member.role == .recovery: lostRecoveryKey = true
            case nil:
                let name = await log.name(of: id)
                changes.append((.add(member.certificate, member.role, name: name), []))
                added.append(name)
            default: changes.append((.setRole(id, member.role), []))
            }
        }
        // Keys that were given up may be known to other people.
        if own.epoch > shown.epoch, !hasNewKeys { changes.insert((.rotate, []), at: 0) }
    }
}
