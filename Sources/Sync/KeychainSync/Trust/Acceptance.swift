internal import PortableKeychain

/// Decides whether another line of a vault may take the place of the one that a device has
/// verified: only if a device that it knows as an admin has signed that the seen entries are lost.
struct Acceptance: Sendable {
    /// The conditions that a statement must meet.
    enum Check: Sendable, CaseIterable {
        /// Its author may change members, as far as this device knows.
        case author
        /// The statement names the last entry of the log that this device has verified.
        case log
        /// The statement names the last entry of the members that this device has verified.
        case members
    }

    /// The checks to make: all of them, except in tests of the tests.
    struct Rules: Sendable {
        var ignored: Set<Check> = []
        static let standard = Rules()
    }

    /// The line that this device has verified.
    let own: VaultTrust
    /// The line that the engine shows, verified from its first entry on.
    let shown: VaultTrust
    /// The entries of the members that it shows.
    let entries: [MembershipEntry]
    var rules = Rules.standard

    /// The number of the first entry of the members that the two do not share.
    var membersFork: UInt64 {
        let pairs = zip(own.membership.moments, shown.membership.moments)
        return UInt64(pairs.prefix { $0.hash == $1.hash }.count)
    }

    /// The statement by which this device may take the shown line for its own; `nil` if there is none.
    var statement: LostLine? {
        var authority = Authority(own.membership.members)
        for entry in entries.dropFirst(Int(membersFork)) {
            if case .acceptOlder(let lost) = entry.change,
                holds(.author, authority.has(entry.author)), covers(lost)
            {
                return lost
            }
            authority.follow(entry)
        }
        return nil
    }

    /// The devices that were added, removed or given a role, on the shown line alone, by a device
    /// that may do that as far as this device knows.
    var decided: Set<DeviceID> {
        var authority = Authority(own.membership.members)
        var decided: Set<DeviceID> = []
        for entry in entries.dropFirst(Int(membersFork)) {
            if authority.has(entry.author), let device = entry.change.device {
                decided.insert(device)
            }
            authority.follow(entry)
        }
        return decided
    }

    private func holds(_ check: Check, _ isSo: Bool) -> Bool {
        isSo || rules.ignored.contains(check)
    }

    private func covers(_ lost: LostLine) -> Bool {
        let end = own.position
        let isLogKnown =
            end.sequence < lost.log.first
            ? end.sequence == 0 || shown.trail[end.sequence] == end.hash
            : lost.log[end.sequence] == end.hash
        guard let last = own.membership.moments.last?.hash else { return false }
        let number = own.membership.count - 1
        let isMemberKnown =
            number < lost.members.first
            ? membersFork > number : lost.members[number] == last
        return holds(.log, isLogKnown) && holds(.members, isMemberKnown)
    }
}

/// The members that may change members, on a line of which only a part is known: the entries of
/// others give no right.
private struct Authority {
    private var devices: Set<DeviceID>

    init(_ members: [DeviceID: Membership.Member]) {
        devices = Set(members.filter { $0.value.role.changesMembers }.keys)
    }

    func has(_ device: DeviceID) -> Bool { devices.contains(device) }

    mutating func follow(_ entry: MembershipEntry) {
        guard has(entry.author) else { return }
        switch entry.change {
        case .add(let certificate, let role, _) where role.changesMembers:
            devices.insert(certificate.id)
        case .setRole(let device, let role) where role.changesMembers: devices.insert(device)
        case .setRole(let device, _), .remove(let device): devices.remove(device)
        case .genesis, .add, .rotate, .acceptOlder: break
        }
    }
}

extension MembershipEntry.Change {
    /// The device that it is about; `nil` if it is about none.
    fileprivate var device: DeviceID? {
        switch self {
        case .genesis(_, let certificate, _), .add(let certificate, _, _): certificate.id
        case .remove(let device), .setRole(let device, _): device
        case .rotate, .acceptOlder: nil
        }
    }
}
