package import KeychainEssentials
internal import PortableKeychain

/// An invite, for people.
package struct VaultInvite: Sendable, Equatable {
    /// The name in 16 hexadecimal digits, which reveals nothing about the code.
    package let id: String
    /// The rights of a device that joins with it.
    package let role: SyncRole
    /// The number of devices that can join with it.
    package let uses: Int
    /// The number of devices that have joined with it.
    package let used: Int
    /// The time when it ends, by the clock of the device that made it.
    package let expires: Date

    init(_ invite: Invite) {
        id = SyncedVault.digits(invite.row.id)
        (role, uses, used) = (invite.role, invite.uses, invite.devices.count)
        expires = Date(timeIntervalSinceReferenceDate: invite.expires)
    }
}

/// Invites are stored in the keychain of the device that made them, which alone knows them.
extension SyncedVault {
    /// The number of invites that are not spent.
    package static let maximumInvites = 16
    /// The limits of an invite: the devices that can join with it, and its validity in hours.
    package static let inviteUses = 1...Invite.maximumUses
    package static let inviteHours = 1...Invite.maximumHours

    /// Makes an invite.
    ///
    /// - Parameters:
    ///   - role: The rights of a device that joins with it.
    ///   - hours: The hours for which it is valid, 1 to 720.
    ///   - uses: The number of devices that can join with it, 1 to 1000.
    ///   - engine: The remote, which is asked only by a device that has not read anything yet, or
    ///     that was stopped.
    /// - Returns: The code to give to the other devices.
    /// - Throws: ``SyncProblem/notAdmin``, ``SyncProblem/tooManyInvites``, ``SyncProblem/mirrored``, or
    ///   ``SyncProblem/alarm(_:)`` on a device that was stopped.
    package func invite(
        _ role: SyncRole,
        hours: Int,
        uses: Int = 1,
        on engine: any VaultEngine
    ) async throws(SyncProblem) -> InviteCode {
        guard !engine.isMirror else { throw .mirrored }
        var log = try log(on: engine)
        // A device that has not read anything yet does not know that it is a member. One that was
        // stopped cannot let a device in: its code would be of no use, unless the alarm has ended.
        let isStopped = await log.trust.alarm != nil
        if await log.membership.members[log.device] == nil || isStopped {
            log = try await current(on: engine)
        }
        let membership = await log.membership
        guard membership.members[log.device]?.role == .admin else { throw .notAdmin }
        guard try await presentInvites(log).open.count < Self.maximumInvites else {
            throw .tooManyInvites
        }
        let time = 3600 * Double(min(max(hours, 1), Self.inviteHours.upperBound))
        let invite = Invite(
            role: role,
            uses: min(max(uses, 1), Invite.maximumUses),
            expires: store.now.timeIntervalSinceReferenceDate + time,
            entropy: entropy
        )
        try keep([.put(invite.row, invite.encoded)])
        return InviteCode(invite, to: membership.vault)
    }

    /// The invites of this device with which devices can still join, the one that ends first at
    /// the beginning.
    ///
    /// - Throws: ``SyncProblem/notSetUp``, or ``SyncProblem/keychain(_:)`` while the keychain is
    ///   locked.
    package func waitingInvites() throws(SyncProblem) -> [VaultInvite] {
        guard try settings() != nil else { throw .notSetUp }
        // Their rows cannot be read then, and an empty list would be wrong.
        let content = try SyncProblem.catching { () throws(KeychainError) in
            try store.content()
        }
        guard content.isUnlocked else { throw .keychain(KeychainError(.locked)) }
        let now = store.now.timeIntervalSinceReferenceDate
        return try invites().filter { !$0.hasExpired(at: now) && !$0.isSpent }.map {
            VaultInvite($0)
        }
        .sorted { ($0.expires, $0.id) < ($1.expires, $1.id) }
    }

    /// Withdraws an invite of this device.
    ///
    /// - Parameter id: The beginning of its name, at least four digits.
    /// - Returns: The invite that was revoked.
    /// - Throws: ``SyncProblem/noSuchInvite``.
    package func revokeInvite(_ id: String) throws(SyncProblem) -> VaultInvite {
        let found = try waitingInvites().filter { id.utf8.count >= 4 && $0.id.hasPrefix(id) }
        guard found.count == 1, let gone = found.first else { throw .noSuchInvite }
        let kept = try keptInvites()
        for invite in kept.open where Self.digits(invite.row.id) == gone.id {
            _ = try end([(invite, .withdrawn)], besides: kept.ended)
        }
        return gone
    }

    func invites() throws(SyncProblem) -> [Invite] { try keptInvites().open }

    /// The invites that this device keeps: those that are still valid, and for those that ended,
    /// the reasons for late devices.
    private func keptInvites() throws(SyncProblem) -> KeptInvites {
        let state = try opened().rows
        return try SyncProblem.catching { () throws(KeychainError) in
            var kept = KeptInvites()
            for (name, bytes) in state {
                switch name.kind {
                case Invite.kind: kept.open.append(try Invite(bytes))
                case EndedInvite.kind: kept.ended.append(try EndedInvite(bytes))
                default: break
                }
            }
            return kept
        }
    }

    /// Ends invites, and forgets those that ended long ago.
    ///
    /// - Parameters:
    ///   - over: The invites, with the reasons of their ends.
    ///   - old: The invites that ended before.
    /// - Returns: All that have ended.
    /// - Throws: ``SyncProblem/keychain(_:)``.
    private func end(
        _ over: [(invite: Invite, end: InviteEnd)],
        besides old: [EndedInvite]
    ) throws(SyncProblem) -> [EndedInvite] {
        let now = store.now.timeIntervalSinceReferenceDate
        let new = over.map { EndedInvite($0.invite, $0.end, at: now) }
        let room = max(EndedInvite.maximum - new.count, 0)
        let latest = old.sorted { $0.forgotten > $1.forgotten }
        let kept = latest.prefix(room).filter { $0.forgotten > now }
        // Those that are kept are the first ones.
        let forgotten = latest.dropFirst(kept.count).map(\.row)
        let removed = over.map(\.invite.row) + forgotten
        if !removed.isEmpty {
            try keep(removed.map { .remove($0) } + new.map { .put($0.row, $0.encoded) })
        }
        return new + kept
    }

    /// The invites with which a device can be added; all others end.
    ///
    /// One that is spent is kept until each of its devices is known to be a member: this device can
    /// have stopped before it added one.
    func presentInvites(_ log: VaultLog) async throws(SyncProblem) -> KeptInvites {
        let (now, membership) = (store.now.timeIntervalSinceReferenceDate, await log.membership)
        var kept = try keptInvites()
        var over: [(Invite, InviteEnd)] = []
        for invite in kept.open {
            if invite.isSpent, invite.devices.allSatisfy(membership.knows) {
                over.append((invite, .used))
            } else if invite.hasExpired(at: now) {
                over.append((invite, .expired))
            }
        }
        kept.ended = try end(over, besides: kept.ended)
        let gone = Set(over.map(\.0.row))
        kept.open.removeAll { gone.contains($0.row) }
        return kept
    }
}

/// The invites that a device keeps.
struct KeptInvites: Sendable {
    /// The invites with which a device can be added.
    var open: [Invite] = []
    /// The ended invites, kept to refuse late devices with a reason.
    var ended: [EndedInvite] = []

    var isEmpty: Bool { open.isEmpty && ended.isEmpty }
}
