package import KeychainEssentials
internal import PortableKeychain

/// The last alarm that ended: a person should hear of it, because the remote did show such a state.
package struct EndedAlarm: Sendable, Equatable {
    static let name = SyncStateName(kind: "ended")

    package let alarm: TrustAlarm
    /// The time when it ended, by the clock of this device.
    package let time: Date

    init(alarm: TrustAlarm, time: Date) { (self.alarm, self.time) = (alarm, time) }

    /// Reads the row; `nil` if no alarm has ended.
    init?(_ state: [SyncStateName: SecretBytes]) throws(KeychainError) {
        guard let bytes = state[Self.name] else { return nil }
        let found = try bytes.withUnsafeBytes { bytes throws(KeychainError) -> EndedAlarm? in
            var reader = ByteReader(bytes)
            let alarm = TrustAlarm(rawValue: try reader.integer())
            let time = try reader.moment()
            try reader.finish()
            return alarm.map { EndedAlarm(alarm: $0, time: time) }
        }
        guard let found else { return nil }
        self = found
    }

    /// The row.
    var row: SyncStateChange {
        var writer = SecretEncoder()
        writer.integer(alarm.rawValue)
        writer.moment(time)
        return .put(Self.name, writer.finished())
    }
}
