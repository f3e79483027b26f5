internal import PortableKeychain

/// The members of a vault, according to the chain of their changes, at present and before.
package struct Membership: Sendable {
    package struct Member: Sendable, Equatable {
        let certificate: DeviceCertificate
        package let role: SyncRole
        /// The name that people gave the device, sealed for members.
        let name: [UInt8]
        /// The entry that made it a member.
        let added: UInt64
    }

    /// The keys from one entry on, and who wrote it.
    struct Moment: Sendable {
        let hash: [UInt8]
        /// The member that wrote the entry.
        let author: DeviceID
        let epoch: UInt32
        let position: MembershipEntry.Position
        /// The digest of the keys that came with the entry.
        let wraps: [UInt8]
    }

    /// The beginning of an epoch.
    struct Epoch: Sendable {
        let entry: UInt64
        let checks: EpochChecks
    }

    package let vault: VaultID
    /// After each entry.
    private(set) var moments: [Moment] = []
    /// The epochs from 1 on.
    private(set) var epochs: [Epoch] = []
    /// The present members.
    package private(set) var members: [DeviceID: Member] = [:]
    /// The changes of each device that ever was a member, by entry; `nil` for its removal.
    ///
    /// Not the members after each entry: of a thousand members, these would be half a million.
    private var past: [DeviceID: [(entry: Int, member: Member?)]] = [:]

    init(vault: VaultID) { self.vault = vault }

    /// Whether a device is or was a member, and cannot become one again.
    func knows(_ device: DeviceID) -> Bool { past[device] != nil }

    /// The device as it was when it last was a member; `nil` if it never was.
    func lastMember(_ device: DeviceID) -> Member? {
        past[device]?.last { $0.member != nil }?.member
    }

    /// The device as it was in a moment.
    ///
    /// - Parameters:
    ///   - device: The device.
    ///   - moment: An index into ``moments``.
    /// - Returns: The member; `nil` if it was none then.
    func member(_ device: DeviceID, at moment: Int) -> Member? {
        past[device]?.last { $0.entry <= moment }?.member
    }

    /// The number of entries.
    package var count: UInt64 { UInt64(moments.count) }

    /// The number of the present epoch, from 1.
    var epoch: UInt32 { UInt32(epochs.count) }

    /// The entry that is in force for a place in the log, as an index into ``moments``.
    func moment(for sequence: UInt64) -> Int? {
        moments.lastIndex { $0.position.sequence < sequence }
    }

    /// The epochs in which the entries of a part of the log were written.
    func epochs(of range: ClosedRange<UInt64>) -> Set<UInt32> {
        var epochs: Set<UInt32> = []
        for (index, moment) in moments.enumerated() {
            let isLast = index == moments.count - 1
            let end = isLast ? range.upperBound : moments[index + 1].position.sequence
            // The entries after the moment's place, up to that of the next one.
            guard max(moment.position.sequence, range.lowerBound - 1) < min(end, range.upperBound)
            else { continue }
            epochs.insert(moment.epoch)
        }
        return epochs
    }
}

// MARK: The rules

extension Membership {
    /// Adds the next entry.
    ///
    /// - Parameters:
    ///   - entry: The entry.
    ///   - pinned: The last place in the log that was read before.
    ///   - rules: The checks to make.
    /// - Throws: The check that failed; then nothing has changed.
    mutating func append(
        _ entry: MembershipEntry,
        after pinned: MembershipEntry.Position,
        rules: TrustRules
    ) throws(TrustAlarm) {
        try rules.require(.chain, entry.number == count)
        try rules.require(.chain, entry.previous == moments.last?.hash ?? SyncDigest.zero)
        try checkPosition(entry.position, pinned, rules)
        let author = try author(of: entry, rules)
        try rules.require(.signature, entry.isSigned(by: author, in: vault))
        let changed = try changed(by: entry, rules)
        try checkEpoch(entry, rules)
        if let checks = entry.newEpoch { epochs.append(Epoch(entry: count, checks: checks)) }
        if let (device, member) = changed {
            members[device] = member
            past[device, default: []].append((moments.count, member))
        }
        moments.append(
            Moment(
                hash: entry.hash,
                author: entry.author,
                epoch: epoch,
                position: entry.position,
                wraps: entry.wraps
            )
        )
    }

    private func checkPosition(
        _ position: MembershipEntry.Position,
        _ pinned: MembershipEntry.Position,
        _ rules: TrustRules
    ) throws(TrustAlarm) {
        let least = max(pinned.sequence, moments.last?.position.sequence ?? 0)
        try rules.require(.position, position.sequence >= least)
        let isPinned = position.sequence == pinned.sequence
        try rules.require(.position, !isPinned || position.hash == pinned.hash)
    }

    private func author(
        of entry: MembershipEntry,
        _ rules: TrustRules
    ) throws(TrustAlarm) -> DeviceCertificate {
        if case .genesis(let random, let creator, _) = entry.change {
            let vault = MembershipEntry.vault(random: random, creator)
            try rules.require(.otherVault, vault == self.vault)
            try rules.require(.notEntitled, entry.author == creator.id)
            return creator
        }
        guard let author = members[entry.author] else { throw .notEntitled }
        try rules.require(.notEntitled, author.role.changesMembers)
        return author.certificate
    }

    /// The device that an entry changes, and what it is from then on; `nil` if it changes none.
    private func changed(
        by entry: MembershipEntry,
        _ rules: TrustRules
    ) throws(TrustAlarm) -> (device: DeviceID, member: Member?)? {
        switch entry.change {
        case .genesis(_, let certificate, let name):
            try rules.require(.chain, count == 0)
            return (
                certificate.id,
                Member(certificate: certificate, role: .admin, name: name, added: count)
            )
        case .add(let certificate, let role, let name):
            try rules.require(.returned, !knows(certificate.id))
            return (
                certificate.id,
                Member(certificate: certificate, role: role, name: name, added: count)
            )
        case .remove(let device):
            guard members[device] != nil else { throw .malformed }
            try requireAdmin(besides: device, as: nil)
            return (device, nil)
        case .setRole(let device, let role):
            guard let member = members[device], (member.role == .recovery) == (role == .recovery)
            else { throw .malformed }
            try requireAdmin(besides: device, as: role)
            let changed = Member(
                certificate: member.certificate,
                role: role,
                name: member.name,
                added: member.added
            )
            return (device, changed)
        case .acceptOlder(let lost):
            guard lost.mayFollow(entry.position, members: count) else { throw .malformed }
            return nil
        case .rotate: return nil
        }
    }

    /// Refuses a change after which no member may change members: none could ever be removed.
    private func requireAdmin(
        besides device: DeviceID,
        as role: SyncRole?
    ) throws(TrustAlarm) {
        guard role?.changesMembers != true else { return }
        let isThere = members.contains { $0.key != device && $0.value.role.changesMembers }
        guard isThere else { throw .malformed }
    }

    /// Checks that a removed member cannot read later records.
    private func checkEpoch(
        _ entry: MembershipEntry,
        _ rules: TrustRules
    ) throws(TrustAlarm) {
        switch entry.change {
        case .genesis, .remove, .rotate:
            try rules.require(.noNewKeys, entry.newEpoch != nil)
        case .add, .setRole, .acceptOlder: guard entry.newEpoch == nil else { throw .malformed }
        }
    }
}
