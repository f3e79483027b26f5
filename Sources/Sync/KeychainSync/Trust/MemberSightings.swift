internal import KeychainEssentials
internal import PortableKeychain

/// The times, by the clock of this device, when it last read something new of each other member.
///
/// At each time, it verified a commit of the member, or a change of the members that it had signed. The
/// times only inform people, so a row that cannot be read counts as none.
struct MemberSightings: Sendable, Equatable {
    static let name = SyncStateName(kind: "seen")

    private(set) var times: [DeviceID: Date] = [:]

    /// Reads the row, as far as it can be read.
    init(_ state: [SyncStateName: SecretBytes]) {
        guard let bytes = state[Self.name] else { return }
        let found = try? bytes.withUnsafeBytes { bytes throws(KeychainError) in
            var reader = ByteReader(bytes)
            var times: [DeviceID: Date] = [:]
            while reader.remaining > 0 {
                let device: DeviceID = try reader.identifier()
                times[device] = try reader.moment()
            }
            return times
        }
        times = found ?? [:]
    }

    /// The sightings after more was verified.
    ///
    /// - Parameters:
    ///   - next: The state after it.
    ///   - trust: The state before it.
    ///   - own: This device, which is not listed.
    ///   - now: The present time.
    /// - Returns: The times of present members.
    func after(_ next: VaultTrust, since trust: VaultTrust, on own: DeviceID, at now: Date) -> Self
    {
        var seen = Set(next.written.filter { trust.written[$0.key] != $0.value }.keys)
        let known = min(trust.membership.moments.count, next.membership.moments.count)
        seen.formUnion(next.membership.moments[known...].map(\.author))
        seen.remove(own)
        var sightings = self
        for device in seen { sightings.times[device] = now }
        let members = next.membership.members
        sightings.times = sightings.times.filter { members[$0.key] != nil }
        return sightings
    }

    /// The row.
    var row: SyncStateChange {
        var writer = SecretEncoder()
        for (device, time) in times.inOrderOfKeys() {
            writer.raw(device.bytes)
            writer.moment(time)
        }
        return .put(Self.name, writer.finished())
    }
}
