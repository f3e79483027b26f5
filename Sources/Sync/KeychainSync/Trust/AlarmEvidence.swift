internal import KeychainEssentials
internal import PortableKeychain

/// The two histories of which an alarm tells: the one that this device had verified, and the one
/// that the engine showed instead.
///
/// It is kept until the next alarm, also when the alarm has ended, so that people can compare it on
/// several devices, and decide whom to ask.
struct AlarmEvidence: Sendable, Equatable {
    static let name = SyncStateName(kind: "evidence")

    /// An entry that could not follow what was verified.
    struct Entry: Sendable, Equatable {
        let position: MembershipEntry.Position
        /// The member that signed it.
        let author: DeviceID
    }

    let alarm: TrustAlarm
    /// The time of the alarm, by the clock of this device.
    let time: Date
    /// The last entry that was verified.
    let verified: MembershipEntry.Position
    /// The length of the log that the engine showed, without proof.
    let shown: UInt64
    /// The entry that was refused; `nil` if none was, or no member has signed it.
    let entry: Entry?
}

// MARK: As it is stored

extension AlarmEvidence {
    /// Reads the row; `nil` for no row, and for one of another form: it decides nothing.
    init?(_ state: [SyncStateName: SecretBytes]) {
        guard let bytes = state[Self.name] else { return nil }
        let found = try? bytes.withUnsafeBytes { bytes throws(KeychainError) -> AlarmEvidence in
            var reader = ByteReader(bytes)
            guard let alarm = TrustAlarm(rawValue: try reader.integer()) else {
                throw KeychainError(.corrupt)
            }
            let time = try reader.moment()
            let verified = try reader.position()
            let shown: UInt64 = try reader.integer()
            var entry: Entry?
            if reader.remaining > 0 {
                entry = Entry(position: try reader.position(), author: try reader.identifier())
            }
            try reader.finish()
            return AlarmEvidence(
                alarm: alarm,
                time: time,
                verified: verified,
                shown: shown,
                entry: entry
            )
        }
        guard let found else { return nil }
        self = found
    }

    /// The row.
    var row: SyncStateChange {
        var writer = SecretEncoder()
        writer.integer(alarm.rawValue)
        writer.moment(time)
        writer.add(verified)
        writer.integer(shown)
        if let entry {
            writer.add(entry.position)
            writer.raw(entry.author.bytes)
        }
        return .put(Self.name, writer.finished())
    }
}

extension SecretEncoder {
    fileprivate mutating func add(_ position: MembershipEntry.Position) {
        integer(position.sequence)
        raw(position.hash)
    }
}

extension ByteReader {
    fileprivate mutating func position() throws(KeychainError) -> MembershipEntry.Position {
        MembershipEntry.Position(
            sequence: try integer(),
            hash: try array(SyncDigest.length)
        )
    }
}
